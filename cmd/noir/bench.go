package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/sync/errgroup"

	"noir/app"
	"noir/server/bench"
)

// measurement is what all benches have in common: how long a phase is, how the report is printed.
type measurement struct {
	seconds int
	json    bool
}

func (m *measurement) flags(flags *pflag.FlagSet, seconds string) {
	flags.IntVar(&m.seconds, "seconds", 10, seconds)
	flags.BoolVar(&m.json, "json", false, "print the report as JSON")
}

func (m *measurement) window() time.Duration { return time.Duration(m.seconds) * time.Second }

// run measures with the program's own file until it is interrupted, and shows the progress. It prints the report even
// after an error: then of what was measured before.
func (m *measurement) run(cmd *cobra.Command, measure func(ctx context.Context, self string, progress func(server, phase string, done float64)) (fmt.Stringer, error)) error {
	debug.SetGCPercent(clientGarbage)
	ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGTERM, os.Interrupt)
	defer stop()
	self, err := os.Executable()
	if err != nil {
		return err
	}
	progress := bench.NewProgress(cmd.ErrOrStderr(), term.IsTerminal(os.Stderr.Fd()))
	report, err := measure(ctx, self, progress.Show)
	progress.Clear()
	if report == nil {
		return err
	}
	if m.json {
		return errors.Join(err, json.NewEncoder(cmd.OutOrStdout()).Encode(report))
	}
	_, unprinted := lipgloss.Fprint(cmd.OutOrStdout(), report)
	return errors.Join(err, unprinted)
}

// benchFlags are the flags of `noir bench`.
type benchFlags struct {
	measurement
	plan      bench.Plan
	runs      int
	skipFloor bool
	thinking  int
	compare   string
}

func newBench() *cobra.Command {
	var set benchFlags
	cmd := &cobra.Command{
		Use: "bench", Short: "Measure the server under load, beside a bare one on the same libraries", Args: noArgs,
		Long: "Measure what sessions cost and how quick they are: real SSH clients with terminals of 80×24\n" +
			"visit a server that is started for it on the loopback address with an empty data directory,\n" +
			"and, in the same run, a bare server on the same libraries.",
	}
	flags := cmd.Flags()
	flags.IntVar(&set.plan.Sessions, "sessions", 1000, "how many play; a tenth more watch")
	set.flags(flags, "how long each phase measures; 30 at most")
	flags.DurationVar(&set.plan.Every, "moves-every", 5*time.Second, "time between two moves of a player; 2s at least")
	flags.IntVar(&set.runs, "runs", 1, "how often everything is measured; medians are reported")
	flags.StringVar(&set.plan.Only, "only", "", "measure one phase: "+strings.Join(bench.PhaseNames[:], ", "))
	flags.BoolVar(&set.skipFloor, "skip-floor", false, "leave the bare server out")
	flags.IntVar(&set.thinking, "thinking", 0, "in place of the bare server, compare this one at rest with itself while so many programs play its best house player")
	flags.StringVar(&set.compare, "compare", "", "in place of the bare server, an earlier noir, as a file; fails if this one's sessions take over a tenth more of anything that can be counted")
	flags.StringVar(&set.plan.Metrics, "metrics", "", "address at which the servers serve /metrics and /debug/pprof meanwhile; a free one when empty")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := set.check(); err != nil {
			return err
		}
		return set.run(cmd, set.measure)
	}
	cmd.AddCommand(newBenchStock(), newBenchCluster())
	return cmd
}

// newBenchStock is the bare server, which the bench starts as its own process.
func newBenchStock() *cobra.Command {
	var metrics string
	cmd := &cobra.Command{
		Use: "stock", Hidden: true, Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				return err
			}
			of, err := net.Listen("tcp", metrics)
			if err != nil {
				return errors.Join(err, l.Close())
			}
			fmt.Fprintln(cmd.ErrOrStderr(), "listening on", l.Addr())
			var serving errgroup.Group
			serving.Go(func() error { return bench.ServeMemory(of) })
			return errors.Join(bench.ServeStock(l), of.Close(), serving.Wait())
		},
	}
	cmd.Flags().StringVar(&metrics, "metrics", "127.0.0.1:0", "address to serve /metrics at")
	return cmd
}

// spareFiles is how many files a server has open in addition to connections.
const spareFiles = 64

func (set *benchFlags) check() error {
	switch {
	case set.plan.Sessions < 2 || set.plan.Sessions%2 == 1:
		return fmt.Errorf("%w: --sessions is an even number: they play in pairs", errUsage)
	case set.seconds < 1 || set.seconds > 30:
		return fmt.Errorf("%w: --seconds is 1 to 30: for longer no game is left waiting", errUsage)
	case set.plan.Every < 2*time.Second:
		return fmt.Errorf("%w: --moves-every is 2s at least: no person is quicker", errUsage)
	case set.runs < 1:
		return fmt.Errorf("%w: --runs is 1 at least", errUsage)
	case set.thinking < 0:
		return fmt.Errorf("%w: --thinking is 0 at least", errUsage)
	case set.plan.Only != "" && !slices.Contains(bench.PhaseNames[:], set.plan.Only):
		return fmt.Errorf("%w: --only is one of %s", errUsage, strings.Join(bench.PhaseNames[:], ", "))
	case set.compare != "" && set.thinking > 0:
		return fmt.Errorf("%w: --compare is of another noir, --thinking of this one: only one at a time", errUsage)
	}
	set.plan.Window = set.window()
	return allowFiles(uint64(set.connections() + spareFiles))
}

// connections is how many are open at once, including spectators and programs.
func (set *benchFlags) connections() int {
	return set.plan.Sessions + max(1, set.plan.Sessions/10) + set.thinking
}

// clientGarbage is the heap growth, in percent, at which the client collects garbage: the
// processors are for the server.
const clientGarbage = 400

func (set *benchFlags) measure(ctx context.Context, self string, progress func(server, phase string, done float64)) (fmt.Stringer, error) {
	if set.compare != "" { // servers run in directories of their own
		var err error
		if set.compare, err = filepath.Abs(set.compare); err != nil {
			return nil, err
		}
	}
	set.plan.Progress = progress
	comparison, servers := set.servers(self)
	report, err := bench.Run(ctx, set.plan, set.runs, comparison, servers...)
	if err == nil && set.compare != "" {
		err = worse(report)
	}
	return report, err
}

// worse is an error that names the figures above their limits.
func worse(report bench.Report) error {
	var errs []error
	for _, r := range report.Ratios {
		if !r.Met() {
			errs = append(errs, fmt.Errorf("%s: %.2f times as much as before", r.Figure, r.Ratio))
		}
	}
	return errors.Join(errs...)
}

// servers are the measured servers, and how they compare: noir after the bare server or an earlier
// noir, noir alone, or noir at rest and then with thinking house players.
func (set *benchFlags) servers(self string) (bench.Comparison, []bench.Server) {
	noir := set.noir("noir", self)
	switch {
	case set.thinking > 0:
		busy := set.noir("thinking", self)
		command := againstHouse()
		busy.Meanwhile = func(ctx context.Context, addr string) error {
			return bench.Programs(ctx, addr, command, set.thinking)
		}
		return bench.Strain, []bench.Server{noir, busy}
	case set.compare != "":
		return bench.Change, []bench.Server{set.noir("before", set.compare), noir}
	case set.skipFloor:
		return nil, []bench.Server{noir}
	}
	stock := func(metrics string) *exec.Cmd { return exec.Command(self, "bench", "stock", "--metrics", metrics) }
	return bench.Floor, []bench.Server{{Name: "stock", Command: stock, Script: bench.StockScript()}, noir}
}

// noir is the server of a binary for the bench.
func (set *benchFlags) noir(name, file string) bench.Server {
	return bench.Server{
		Name: name,
		Command: func(metrics string) *exec.Cmd {
			return exec.Command(file, "serve", "--listen", "127.0.0.1:0", "--data", ".", "--log-level", "warn",
				"--connections", fmt.Sprint(set.connections()+spareFiles), "--metrics", metrics, "--pprof")
		},
		Script: bench.NoirScript(),
	}
}

// againstHouse is the command of a program that plays against the best house player of the first
// game.
func againstHouse() string {
	info := app.Games()[0].Info()
	return fmt.Sprintf("play %s --json --pace fast --bot %s", info.Name, info.House[len(info.House)-1].Level)
}
