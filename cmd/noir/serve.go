package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"unicode"
	"unicode/utf8"

	"github.com/coreos/go-systemd/v22/daemon"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"noir/app"
	"noir/internal/quota"
	"noir/matchmaking/local"
	"noir/server"
)

// settings are the flags of `noir serve`.
type settings struct {
	app.Config
	logFormat, logLevel string
}

func newServe() *cobra.Command {
	var set settings
	cmd := &cobra.Command{
		Use: "serve", Short: "Start the server (the default)", Args: noArgs,
		Long: "Start the server. Every flag can also be given in the environment, --log-level as NOIR_LOG_LEVEL, or in\n" +
			"the file of --config, as log-level = \"debug\". A flag wins over the environment, and that over the file.",
	}
	flags := cmd.Flags()
	flags.StringVar(&set.Listen, "listen", ":2222", "address to take SSH connections at")
	flags.StringVar(&set.Data, "data", "./noir-data", "directory of the database and the host key")
	flags.StringVar(&set.Database, "database", "", "a PostgreSQL database, by its URL (postgres://…), to use in place of the one in --data; off when empty")
	flags.StringVar(&set.Node, "node", "", "name of this server among those of --database; host and process when empty")
	flags.StringVar(&set.NATS, "nats", "", "where NATS is (nats://…), several with commas between: all servers of --database that name it serve at the same time; off when empty")
	flags.StringVar(&set.NATSCreds, "nats-creds", "", "file of credentials for --nats; off when empty")
	flags.StringVar(&set.House, "house", "noir", "name of the house, which begins the subjects at --nats: all its servers have the same")
	flags.StringVar(&set.HostKey, "host-key", "", "file of the host key, which must be there; host_ed25519 in --data, made if there is none, when empty")
	flags.Var(&set.Balancers, "proxy-protocol", "addresses and prefixes of load balancers, with commas between: their connections must begin with a PROXY header (v1 or v2), no others may; off when empty")
	flags.StringVar(&set.Metrics, "metrics", "", "address to serve /metrics, /healthz and /readyz at; off when empty")
	flags.StringVar(&set.logFormat, "log-format", "text", "text or json")
	flags.StringVar(&set.logLevel, "log-level", "info", "debug, info, warn or error")
	flags.StringVar(&set.PublicAddress, "public-address", "", "what players type after ssh, such as -p 2222 noir.example.com; from --listen when empty")
	flags.BoolVar(&set.Profiling, "pprof", false, "serve /debug/pprof at the address of --metrics too")
	flags.StringVar(&set.Web, "web", "", "address to serve pages of games, players and rankings at, and players' Atom feeds, without TLS; off when empty")
	flags.StringVar(&set.WebURL, "web-url", "", "where the world finds --web, such as https://noir.example.com; http:// and its address when empty")
	flags.Var(&set.WebProxies, "web-proxies", "addresses and prefixes of reverse proxies before --web, with commas between: their X-Forwarded-For is believed, as that of loopback; off when empty")
	flags.BoolVar(&set.WebPlay, "web-play", false, "a page at --web to play at, with a terminal and an SSH client of its own, for people who cannot use ssh")
	flags.BoolVar(&set.TrialHooks, "trial-webhooks", false, "take webhooks without TLS and at private addresses: for trials, never where strangers come")
	notice := flags.String("notice", "", "file with what visitors are told on their first visit and by help: who runs the server, its rules, a contact; off when empty")
	flags.StringVar(&set.InviteOnly, "invite-only", "", "file of public keys (authorized_keys) and codes: only with these people become players, and there are no guests; off when empty")
	flags.String("config", "", "file of settings (TOML), by the names of these flags")
	check := flags.Bool("check", false, "say what is in force and where it is from, and start nothing")
	addLimits(flags, &set)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		from, err := configure(cmd.Flags())
		if err != nil {
			return err
		}
		if *check {
			return checkSettings(&set, from, cmd)
		}
		if set.Notice, err = readNotice(*notice); err != nil {
			return err
		}
		return serve(cmd.Context(), set, cmd.ErrOrStderr())
	}
	return cmd
}

// mostNotice is the longest notice in bytes.
const mostNotice = 4096

// readNotice reads the file of --notice; "" for no file.
func readNotice(file string) (string, error) {
	if file == "" {
		return "", nil
	}
	text, err := os.ReadFile(file)
	switch {
	case err != nil:
		return "", fmt.Errorf("--notice: %w", err)
	case len(text) > mostNotice:
		return "", fmt.Errorf("--notice: %s is longer than %d bytes", file, mostNotice)
	case !utf8.Valid(text):
		return "", fmt.Errorf("--notice: %s is not UTF-8", file)
	}
	shown := func(r rune) rune {
		if r == '\n' || unicode.IsPrint(r) {
			return r
		}
		return -1
	}
	return strings.TrimSpace(strings.Map(shown, string(text))), nil
}

// addLimits adds the flags of visitors' limits. 0 means the default; an explicit value applies to
// loopback too, even if the default does not.
func addLimits(flags *pflag.FlagSet, set *settings) {
	l, t := server.Limits{}.OrUsual(), local.Limits{}.OrUsual()
	flags.IntVar(&set.Limits.Connections, "connections", l.Connections, "connections open at once")
	flags.IntVar(&set.Limits.PerAddress, "per-address", l.PerAddress, "connections open at once from one address or IPv6 /64 (0: 32, loopback free)")
	flags.IntVar(&set.Limits.PerKey, "per-key", l.PerKey, "connections open at once with one key (0: 16, loopback free)")
	flags.Float64Var(&set.Limits.Handshakes, "handshakes", l.Handshakes, "new connections a second from one address or IPv6 /64 (0: 4, loopback free)")
	flags.IntVar(&set.Limits.Burst, "handshake-burst", l.Burst, "of these, how many may come at once (0: four seconds' worth)")
	flags.DurationVar(&set.Limits.Handshake, "handshake-timeout", l.Handshake, "until a client must have authenticated")
	flags.IntVar(&set.Limits.Channels, "channels", l.Channels, "sessions at once on one connection")
	flags.IntVar(&set.Limits.NewPlayers, "new-players", l.NewPlayers, "players made in an hour from one address or IPv6 /64 (0: 20, loopback free)")
	flags.IntVar(&set.Limits.Input, "input", l.Input, "bytes a second taken from a person's session")
	flags.IntVar(&set.Limits.CommandInput, "command-input", l.CommandInput, "bytes a second taken from a program's session")
	flags.DurationVar(&set.Limits.Idle, "idle", l.Idle, "without a key until a person's session is ended")
	flags.DurationVar(&set.Limits.Patience, "patience", l.Patience, "that a client may take no output until it is cut")
	set.Prices = quota.Usual()
	for i := range set.Prices {
		for _, l := range set.Prices[i].Limits() {
			flags.Var(l.Limit, l.Name, l.About)
		}
	}
	flags.IntVar(&set.Tables.BotCPU, "bot-cpu", t.BotCPU, "house players that think at once; half the processors, at least 1, unless it is set")
}

// serve runs the server until a signal comes. A second signal ends the process at once.
func serve(ctx context.Context, set settings, errOut io.Writer) error {
	log, err := newLog(errOut, set.logFormat, set.logLevel)
	if err != nil {
		return err
	}
	if err := set.checkLimits(); err != nil {
		return err
	}
	ctx, down := context.WithCancel(ctx)
	defer down()
	defer heed(log, down)()
	outliveFileLimit()

	if set.Listeners, err = handedOver(); err != nil {
		return err
	}
	set.Log, set.Version, set.Commit = log, version(), commit()
	set.StandsBy = func(leader string) {
		fmt.Fprintf(errOut, "standing by: %s serves the database\n", leader)
		notify(daemon.SdNotifyReady, log)
	}
	a, err := app.Open(ctx, set.Config)
	if err != nil {
		if ctx.Err() != nil { // stopped before it had started
			return nil
		}
		return err
	}
	admitThinkers(set.Tables.OrUsual().BotCPU)
	if os.Getenv("GOGC") == "" {
		defer paceGarbage(readHeap, func(percent int) { debug.SetGCPercent(percent) })()
	}
	for _, at := range a.Addrs() {
		fmt.Fprintf(errOut, "listening on %s\n", at)
	}
	fmt.Fprintf(errOut, "host key: %s\n", a.Fingerprint())
	fmt.Fprintf(errOut, "come in with: %s\n", a.Invitation())

	notify(daemon.SdNotifyReady, log)
	a.Wait(ctx)
	notify(daemon.SdNotifyStopping, log)
	return a.Close()
}

// heed calls down at the first signal and ends the process at the second, until stop is called.
func heed(log *slog.Logger, down func()) (stop func()) {
	signals, stopped := make(chan os.Signal, 2), make(chan struct{})
	signal.Notify(signals, syscall.SIGTERM, os.Interrupt)
	go func() {
		select {
		case s := <-signals:
			log.Info("going down; once more to skip the grace", "signal", s)
			down()
		case <-stopped:
			return
		}
		select {
		case <-signals:
			os.Exit(exitDone) // everything acknowledged is stored
		case <-stopped:
		}
	}()
	return func() {
		signal.Stop(signals)
		close(stopped)
	}
}

// checkLimits refuses limits outside their ranges.
func (s settings) checkLimits() error {
	if err := s.Check(); err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	return nil
}
