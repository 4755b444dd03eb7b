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
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"noir/app"
	"noir/server/bench"
)

// benchFlags are the flags of `noir bench`.
type benchFlags struct {
	plan      bench.Plan
	seconds   int
	runs      int
	skipFloor bool
	thinking  int
	metrics   string
	json      bool
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
	flags.IntVar(&set.plan.Sessions, "sessions", 1000, "how many play; a tenth more look on")
	flags.IntVar(&set.seconds, "seconds", 10, "how long each phase measures; 30 at most")
	flags.DurationVar(&set.plan.Every, "moves-every", 5*time.Second, "time between two moves of a player; 2s at least")
	flags.IntVar(&set.runs, "runs", 1, "how often everything is measured; medians are reported")
	flags.StringVar(&set.plan.Only, "only", "", "measure one phase: "+strings.Join(bench.PhaseNames[:], ", "))
	flags.BoolVar(&set.skipFloor, "skip-floor", false, "leave the bare server out")
	flags.IntVar(&set.thinking, "thinking", 0, "in place of the bare server, compare this one at rest with itself while so many programs play its best house player")
	flags.StringVar(&set.metrics, "metrics", "", "address at which the server serves /metrics and /debug/pprof meanwhile; off when empty")
	flags.BoolVar(&set.json, "json", false, "print the report as JSON")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := set.check(); err != nil {
			return err
		}
		ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGTERM, os.Interrupt)
		defer stop()
		return set.run(ctx, cmd)
	}
	cmd.AddCommand(newBenchStock())
	return cmd
}

// newBenchStock is the bare server, which the bench starts as its own process.
func newBenchStock() *cobra.Command {
	return &cobra.Command{
		Use: "stock", Hidden: true, Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				return err
			}
			fmt.Fprintln(cmd.ErrOrStderr(), "listening on", l.Addr())
			return bench.ServeStock(l)
		},
	}
}

// spareFiles is how many files a server has open besides connections.
const spareFiles = 64

func (set *benchFlags) check() error {
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err != nil {
		return err
	}
	switch needed := uint64(set.connections() + spareFiles); {
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
	case uint64(files.Cur) < needed: // Go has raised it to the hard limit
		return fmt.Errorf("%d sessions need %d open files, and %d are allowed: raise the hard limit with ulimit -Hn", set.plan.Sessions, needed, files.Cur)
	}
	set.plan.Window = time.Duration(set.seconds) * time.Second
	return nil
}

// connections is how many are open at once, including spectators and programs.
func (set *benchFlags) connections() int {
	return set.plan.Sessions + max(1, set.plan.Sessions/10) + set.thinking
}

// clientGarbage is the heap growth, in percent, at which the client collects garbage: the
// processors are for the server.
const clientGarbage = 400

func (set *benchFlags) run(ctx context.Context, cmd *cobra.Command) error {
	debug.SetGCPercent(clientGarbage)
	self, err := os.Executable()
	if err != nil {
		return err
	}
	progress := bench.NewProgress(cmd.ErrOrStderr(), term.IsTerminal(os.Stderr.Fd()))
	set.plan.Progress = progress.Show
	report, err := bench.Run(ctx, set.plan, set.runs, set.servers(self)...)
	progress.Clear()
	if set.json {
		return errors.Join(err, json.NewEncoder(cmd.OutOrStdout()).Encode(report))
	}
	_, failed := lipgloss.Fprint(cmd.OutOrStdout(), report)
	return errors.Join(err, failed)
}

// servers are the measured servers: noir after the bare server, noir alone, or noir at rest and
// then with thinking house players.
func (set *benchFlags) servers(self string) []bench.Server {
	switch {
	case set.thinking > 0:
		busy := set.noir(self)
		busy.Name = "thinking"
		command := againstHouse()
		busy.Meanwhile = func(ctx context.Context, addr string) error {
			return bench.Programs(ctx, addr, command, set.thinking)
		}
		return []bench.Server{set.noir(self), busy}
	case set.skipFloor:
		return []bench.Server{set.noir(self)}
	}
	stock := func() *exec.Cmd { return exec.Command(self, "bench", "stock") }
	return []bench.Server{{Name: "stock", Command: stock, Script: bench.StockScript()}, set.noir(self)}
}

// noir is this binary's server for the bench.
func (set *benchFlags) noir(self string) bench.Server {
	return bench.Server{
		Name: "noir",
		Command: func() *exec.Cmd {
			return exec.Command(self, "serve", "--listen", "127.0.0.1:0", "--data", ".", "--log-level", "warn",
				"--connections", fmt.Sprint(set.connections()+spareFiles), "--metrics", set.metrics, "--pprof")
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
