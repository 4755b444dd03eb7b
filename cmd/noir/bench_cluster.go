package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"noir/app"
	"noir/data/postgres"
	"noir/data/record"
	"noir/server/bench"
	"noir/server/bench/witness"
)

// benchClusterFlags are the flags of `noir bench cluster`.
type benchClusterFlags struct {
	measurement
	plan     bench.ClusterPlan
	database string
	nats     string
}

func newBenchCluster() *cobra.Command {
	var set benchClusterFlags
	cmd := &cobra.Command{
		Use: "cluster", Short: "Measure several servers on one PostgreSQL, and break them", Args: noArgs,
		Long: "Start several servers on one database, at which programs play rated games, and measure moves from one\n" +
			"server to another, what is stored, and the processor's time a move. Then kill, pause and drain servers\n" +
			"by turns, and measure how long tables stand still. In the end no move that was told may be missing,\n" +
			"changed or doubled, and ratings must follow from the games. With --cpu it measures instead how many moves\n" +
			"a second one server, two, and so on make that have so much of a processor, and --tables, each.",
	}
	flags := cmd.Flags()
	flags.StringVar(&set.database, "database", "", "a PostgreSQL server, by its URL, in which a database is made and dropped again")
	flags.StringVar(&set.nats, "nats", "", "a NATS server, by its URL; empty: nats-server is started, which has to be in the path")
	flags.IntVar(&set.plan.Nodes, "nodes", 3, "how many servers")
	flags.IntVar(&set.plan.Tables, "tables", 50, "how many tables of two play")
	flags.Float64Var(&set.plan.Rate, "rate", 200, "moves a second at these tables together, about")
	set.flags(flags, "how long each phase measures")
	flags.Float64Var(&set.plan.CPU, "cpu", 0, "hold each server to so much of a processor, such as 0.25, by a control group of Linux, and measure how many moves more of them make; 0: not at all")
	flags.DurationVar(&set.plan.Faults, "faults", 30*time.Second, "for how long servers are killed, paused and drained by turns; 0: not at all")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := set.check(); err != nil {
			return err
		}
		return set.run(cmd, set.house)
	}
	return cmd
}

func (set *benchClusterFlags) check() error {
	switch {
	case set.database == "":
		return fmt.Errorf("%w: --database names a PostgreSQL server to measure on, such as postgres:///postgres?host=/run/postgresql; on Debian, apt-get install postgresql has one", errUsage)
	case set.plan.Nodes < 1 || set.plan.Nodes > 16:
		return fmt.Errorf("%w: --nodes is 1 to 16", errUsage)
	case set.plan.Tables < 1:
		return fmt.Errorf("%w: --tables is 1 at least", errUsage)
	case set.plan.Rate <= 0 || set.plan.Rate > 15*float64(set.plan.Tables):
		return fmt.Errorf("%w: --rate is above 0 and 15 a table at most: a server takes no more lines", errUsage)
	case set.seconds < 1:
		return fmt.Errorf("%w: --seconds is 1 at least", errUsage)
	case set.plan.Faults < 0:
		return fmt.Errorf("%w: --faults is 0 at least", errUsage)
	case set.plan.CPU < 0:
		return fmt.Errorf("%w: --cpu is 0 at least", errUsage)
	}
	set.plan.Window = set.window()
	return allowFiles(uint64(2*set.plan.Tables*set.plan.Nodes + spareFiles))
}

// house measures, with a database, a NATS server and a directory that are removed afterwards.
func (set *benchClusterFlags) house(ctx context.Context, self string, progress func(server, phase string, done float64)) (report fmt.Stringer, err error) {
	set.plan.Progress = progress
	dir, err := os.MkdirTemp("", "noir-bench-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if set.nats == "" {
		stop, err := set.startNATS(ctx)
		if err != nil {
			return nil, err
		}
		defer stop()
	}
	trial, err := postgres.NewTrial(ctx, set.database, fmt.Sprint("noir_bench_", os.Getpid()), "template0")
	if err != nil {
		return nil, fmt.Errorf("no database can be made: %w", err)
	}
	defer func() { err = errors.Join(err, trial.Close()) }()
	err = trial.Backend(ctx, func(backend int) (err error) {
		report, err = set.measure(ctx, self, dir, trial, backend)
		return err
	})
	return report, err
}

// measure measures on a database, whose server has a process of a number.
func (set *benchClusterFlags) measure(ctx context.Context, self, dir string, trial *postgres.Trial, backend int) (fmt.Stringer, error) {
	game := app.Games()[0].Info()
	p := &set.plan
	p.Game = witness.Game{Name: game.Name, Seats: 2, Verify: func(r []byte) error {
		_, err := record.Verify(app.Games(), r)
		return err
	}}
	p.Command = func(name, metrics string) *exec.Cmd {
		return exec.Command(self, "serve", "--listen", "127.0.0.1:0", "--data", dir, "--database", trial.URL, "--nats", set.nats,
			"--node", name, "--log-level", "error", "--connections", fmt.Sprint(2*p.Tables+spareFiles), "--metrics", metrics)
	}
	p.Owners = func(ctx context.Context) (map[string]string, error) {
		all, err := trial.Owners(ctx)
		owners := make(map[string]string, len(all))
		for match, node := range all {
			owners[string(match)] = node
		}
		return owners, err
	}
	if onThisMachine(trial.URL) {
		p.PostgreSQL = func() (time.Duration, error) { return bench.FamilyCPU(backend) }
	}
	p.Check = func(ctx context.Context) error {
		said, err := exec.CommandContext(ctx, self, "admin", "check", "--data", dir, "--database", trial.URL).CombinedOutput()
		if err != nil {
			return fmt.Errorf("admin check: %w: %s", err, said)
		}
		return nil
	}
	return bench.RunCluster(ctx, *p)
}

// onThisMachine reports whether a database's server is reached by a socket or the loopback address.
func onThisMachine(database string) bool {
	u, err := url.Parse(database)
	if err != nil {
		return false
	}
	host := u.Hostname()
	if at := u.Query().Get("host"); host == "" {
		host = at
	}
	ip := net.ParseIP(host)
	return host == "" || host == "localhost" || filepath.IsAbs(host) || ip != nil && ip.IsLoopback()
}

// natsTime is how long a NATS server may take to start.
const natsTime = 10 * time.Second

// startNATS starts a NATS server on the loopback address; stop ends it.
func (set *benchClusterFlags) startNATS(ctx context.Context) (stop func(), err error) {
	path, err := exec.LookPath("nats-server")
	if err != nil {
		return nil, fmt.Errorf("%w: there is no nats-server in the path: name a NATS server with --nats, or put that there; on Debian, apt-get install nats-server does", errUsage)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	addr := l.Addr().String()
	_, port, err := net.SplitHostPort(addr)
	if err = errors.Join(err, l.Close()); err != nil {
		return nil, err
	}
	var said strings.Builder
	runs := exec.Command(path, "--addr", "127.0.0.1", "--port", port)
	runs.Stderr = &said
	if err := runs.Start(); err != nil {
		return nil, err
	}
	stop = func() {
		_ = runs.Process.Kill() // it keeps nothing
		_ = runs.Wait()
	}
	server := bench.Process{Addr: addr, Cmd: runs}
	set.nats, set.plan.NATS = "nats://"+addr, server.CPU
	for late := time.Now().Add(natsTime); ; {
		var d net.Dialer
		conn, err := d.DialContext(ctx, "tcp", addr)
		if err == nil {
			return stop, conn.Close()
		}
		if time.Now().After(late) || ctx.Err() != nil {
			stop()
			return nil, fmt.Errorf("nats-server does not start: %w: %s", err, said.String())
		}
		time.Sleep(20 * time.Millisecond)
	}
}
