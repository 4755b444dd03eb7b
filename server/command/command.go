// Package command answers `ssh HOST COMMAND`: everything that is not a screen
// (protocol, section 3).
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"

	"github.com/spf13/cobra"

	"noir/app/service"
	"noir/data"
	"noir/data/account"
	"noir/matchmaking"
	"noir/server/wire"
)

// The exit codes of a command.
const (
	done   = 0
	failed = 1
	usage  = 2
)

// Desk is what commands answer from. It is shared by all connections.
type Desk struct {
	Version  string
	Commit   string // of the build; "" if that is not known
	Services *service.Services
	Broker   matchmaking.Broker
	Games    []Game // the first is the default of rankings
	Notice   string // of the house: who runs it, its rules, a contact; "" for none
	Log      *slog.Logger
	Address  string // the line that opens a session: "ssh -p 2222 noir.example.com"

	Here func(viewer, p data.PlayerID) bool // whether p is connected, as far as viewer may know
	Seal func(data.Match) ([]byte, error)
	Cast func(ctx context.Context, m data.Match, out io.Writer) error

	// Talk starts plain text mode with a line as if it had been typed, and returns when the caller
	// leaves.
	Talk func(ctx context.Context, c Call, line string) error
}

// Run runs one command and returns its exit code; unless that is 0, a line on Err says why. It
// blocks until the command is done, its input ends, or ctx ends; in the last case the caller that
// ended ctx must say why.
func (d *Desk) Run(ctx context.Context, c Call) int {
	err := d.Do(ctx, c)
	switch {
	case err == nil:
		return done
	case ctx.Err() != nil:
		return failed
	}
	fmt.Fprintln(c.Err, c.Sentence(err))
	if errors.Is(err, service.ErrUsage) {
		return usage
	}
	return failed
}

// Do is Run without a code: the error is one for Call.Sentence, ctx's, or the prompt's.
func (d *Desk) Do(ctx context.Context, c Call) error {
	c.notice = d.Notice
	root := d.root(&c, c.Args...)
	if len(c.Args) > 0 {
		if err := known(root, c.Args[0]); err != nil {
			return err
		}
	}
	root.SetArgs(append([]string{}, c.Args...)) // nil would mean the server's own arguments
	return root.ExecuteContext(ctx)
}

// Knows reports whether the call means a command, or a word that is one elsewhere.
func (d *Desk) Knows(c Call) bool {
	word := c.Args[0]
	return known(d.root(&c, word), word) == nil || elsewhere(word) != nil
}

// maker makes a command for a call.
type maker struct {
	name string
	make func(*Call) *cobra.Command
}

// makers are what makes the commands.
func (d *Desk) makers(c *Call) []maker {
	var (
		services = d.Services
		games    = catalog(d.Games)
		people   = finder{services.Names}
		running  = live{d.Broker, services.Matches}
		own      = accountCommands{services.Names}
		self     = selfCommands{mailbox{games, services.Letters, services.Settings}, services.Rankings}
		keys     = keyCommands{d.Address}
		circle   = circleCommands{people, services.Circle}
		ranking  = rankingCommands{games, services.Rankings, d.Here}
		profile  = profileCommands{games, people, services.Rankings, d.Here}
		past     = gameCommands{games, people, running, d.Seal, d.Cast}
		review   = reviewCommands{games, services.Matches}
		puzzle   = puzzleCommands{games, services.Puzzles}
		tables   = tableCommands{games, running}
		play     = playCommands{games, people, running, d.Version, d.Log}
		move     = moveCommands{games, running}
		offers   = challengeCommands{games, people, d.Broker, d.Talk}
		event    = eventCommands{d.Broker, services.Events, d.Talk}
	)
	all := []maker{
		{"version", d.version}, {"rules", games.rules}, {"whoami", self.whoami}, {"rankings", ranking.rankings}, {"profile", profile.profile},
		{"games", past.list}, {"replay", past.replay}, {"review", review.review}, {"puzzle", puzzle.puzzle}, {"tables", tables.tables},
		{"move", move.move}, {"challenge", offers.challenge}, {"challenges", offers.challenges},
		{"accept", offers.accept}, {"decline", offers.decline}, {"withdraw", offers.withdraw}, {"join", offers.join}, {"report", reportCommands{services.Circle}.report},
		{"event", event.event}, {"keys", keys.keys}, {"recover", keys.recover}, {"settings", settingCommands{services.Settings}.settings},
		{"webhook", webhookCommands{services.Webhooks}.webhook}, {"feed", feedCommands{services.NewsFeed}.feed}, {"account", own.account},
	}
	for _, b := range account.Bonds() {
		all = append(all, maker{b.List, func(c *Call) *cobra.Command { return circle.bond(c, b) }})
	}
	if c.Prompt == nil {
		return append(all, maker{"play", play.play}, maker{"watch", tables.watch})
	}
	prompt := promptCommands{play}
	return append(all, maker{"play", prompt.play}, maker{"house", prompt.house}, maker{"host", prompt.host},
		maker{"sit", prompt.sit}, maker{"learn", prompt.learn}, maker{"watch", prompt.watch})
}

// root builds the tree of commands for one call: only the requested command, or all when the name
// is unknown. Building all takes time and memory.
func (d *Desk) root(c *Call, args ...string) *cobra.Command {
	root := &cobra.Command{
		Use:           program(c),
		Annotations:   map[string]string{cobra.CommandDisplayNameAnnotation: program(c)},
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { _, _ = io.WriteString(c.Out, explain(c, cmd)) })
	root.SetHelpCommand(help(c))
	makers := d.makers(c)
	if len(args) > 0 {
		if i := slices.IndexFunc(makers, func(m maker) bool { return m.name == args[0] }); i >= 0 {
			makers = makers[i : i+1]
		}
	}
	for _, m := range makers {
		root.AddCommand(m.make(c))
	}
	root.InitDefaultHelpCmd()
	explained(root)
	return root
}

// explained gives the subcommands of a command their help.
func explained(of *cobra.Command) {
	for _, cmd := range of.Commands() {
		cmd.DisableFlagsInUseLine = true // Use already lists them one by one
		cmd.Flags().SortFlags = false
		cmd.Flags().BoolP("help", "h", false, "these lines")
		explained(cmd)
	}
}

// Build is what `version --json` tells of a server.
type Build struct {
	Version  string `json:"version"`
	Protocol int    `json:"protocol"`
	Commit   string `json:"commit"` // of the build; "" if that is not known
}

func (d *Desk) version(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "version [--json]", Short: "the server's version and the protocol's", Args: noArgs}
	asJSON := wantsJSON(cmd)
	cmd.RunE = func(*cobra.Command, []string) error {
		if *asJSON {
			return printJSON(c.Out, Build{d.Version, wire.Protocol, d.Commit})
		}
		return c.reply("noir %s, protocol %d", d.Version, wire.Protocol)
	}
	return cmd
}
