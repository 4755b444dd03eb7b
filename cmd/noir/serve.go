package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	charmlog "charm.land/log/v2"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"noir/server"
)

// grace is how long sessions have to end after the first signal.
const grace = 4 * time.Second

// settings are the flags of `noir serve`.
type settings struct {
	listen, data, metrics string
	logFormat, logLevel   string
	address               string
	limits                server.Limits
}

func newServe() *cobra.Command {
	var set settings
	cmd := &cobra.Command{
		Use: "serve", Short: "Start the server (the default)", Args: noArgs,
		Long: "Start the server. Every flag can also be given in the environment: --log-level as NOIR_LOG_LEVEL.",
	}
	flags := cmd.Flags()
	flags.StringVar(&set.listen, "listen", ":2222", "address to take SSH connections at")
	flags.StringVar(&set.data, "data", "./noir-data", "directory of the database and the host key")
	flags.StringVar(&set.metrics, "metrics", "", "address to serve /metrics, /healthz and /readyz at; off when empty")
	flags.StringVar(&set.logFormat, "log-format", "text", "text or json")
	flags.StringVar(&set.logLevel, "log-level", "info", "debug, info, warn or error")
	flags.StringVar(&set.address, "public-address", "", "what players type after ssh, such as -p 2222 noir.example.com; from --listen when empty")
	flags.IntVar(&set.limits.Connections, "connections", 0, "connections open at once (0: 4096)")
	flags.IntVar(&set.limits.PerAddress, "per-address", 0, "connections open at once from one address (0: 32, loopback free)")
	flags.Float64Var(&set.limits.Handshakes, "handshakes", 0, "new connections a second from one address (0: 4, loopback free)")
	flags.DurationVar(&set.limits.Handshake, "handshake-timeout", 0, "until a client must have authenticated (0: 20s)")
	flags.DurationVar(&set.limits.Idle, "idle", 0, "without a key until a session is ended (0: 1h)")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := fromEnvironment(cmd.Flags()); err != nil {
			return err
		}
		return serve(cmd.Context(), set, cmd.ErrOrStderr())
	}
	return cmd
}

// fromEnvironment sets the flags that were not given from NOIR_… variables.
func fromEnvironment(flags *pflag.FlagSet) error {
	var errs []error
	flags.VisitAll(func(f *pflag.Flag) {
		value, ok := os.LookupEnv(variable(f.Name))
		if !ok || f.Changed {
			return
		}
		if err := flags.Set(f.Name, value); err != nil {
			errs = append(errs, fmt.Errorf("%w: %s: %w", errUsage, variable(f.Name), err))
		}
	})
	return errors.Join(errs...)
}

// collectAt is the growth of the heap, in per cent, at which garbage is
// collected. What sessions hold lives long and frames are short-lived: half of
// Go's usual growth takes a fifth off the memory and hardly any time.
const collectAt = 50

// serve runs the house until a signal comes. A second signal ends the process
// at once.
func serve(ctx context.Context, set settings, errOut io.Writer) error {
	log, err := newLog(errOut, set.logFormat, set.logLevel)
	if err != nil {
		return err
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectAt)
	}
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, syscall.SIGTERM, os.Interrupt)
	defer signal.Stop(signals)

	listener, err := net.Listen("tcp", set.listen)
	if err != nil {
		return fmt.Errorf("%w; choose another address with --listen", err)
	}
	h, err := openHouse(ctx, set, listener.Addr(), log)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	fmt.Fprintf(errOut, "listening on %s\n", listener.Addr())
	fmt.Fprintf(errOut, "come in with: %s\n", h.address)

	served := make(chan error, 1)
	go func() { served <- h.server.Serve(listener) }()
	select {
	case s := <-signals:
		log.Info("going down; once more to skip the grace", "signal", s)
	case <-ctx.Done():
	case err := <-served:
		return errors.Join(err, h.close(ctx))
	}
	go func() {
		<-signals
		os.Exit(exitDone) // whatever was acknowledged is stored
	}()
	return errors.Join(h.close(context.WithoutCancel(ctx)), <-served)
}

// newLog is the operator's log.
func newLog(out io.Writer, format, level string) (*slog.Logger, error) {
	var threshold slog.Level
	if err := threshold.UnmarshalText([]byte(level)); err != nil {
		return nil, fmt.Errorf("%w: --log-level is debug, info, warn or error", errUsage)
	}
	switch format {
	case "json":
		return slog.New(slog.NewJSONHandler(out, &slog.HandlerOptions{Level: threshold})), nil
	case "text":
		return slog.New(charmlog.NewWithOptions(out, charmlog.Options{
			Level: charmlog.Level(threshold), ReportTimestamp: true, TimeFormat: time.DateTime,
		})), nil
	}
	return nil, fmt.Errorf("%w: --log-format is text or json", errUsage)
}
