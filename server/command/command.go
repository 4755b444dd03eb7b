// Package command answers `ssh HOST COMMAND`: everything that is not a screen
// (protocol, section 3).
package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"noir/app/service"
	"noir/data"
	"noir/data/account"
	"noir/internal/language"
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
	Address  string // the line that opens a session: "ssh -p 2222 noir.example.com"

	Here func(viewer, p data.PlayerID) bool // whether p is connected, as far as viewer may know
	Seal func(data.Match) ([]byte, error)
	Cast func(ctx context.Context, m data.Match, out io.Writer) error

	// Talk starts plain text mode with a line as if it had been typed, and returns when the caller
	// leaves.
	Talk func(ctx context.Context, c Call, line string) error
}

// Call is one command of one visitor.
type Call struct {
	*language.Reader // nil for English

	At   Prompt         // nil: a single command without a prompt
	Zone *time.Location // the time zone for times at a prompt

	Player   data.Player // a guest has a negative id; the zero value before a command that is Unnamed, for a new key
	Keys     *service.Keys
	Args     []string
	In       io.Reader
	Out, Err io.Writer
	notice   string             // the desk's
	Met      func(limit string) // called with the name of a limit that the caller hit; may be nil
}

// writing returns the same call with its output elsewhere.
func (c *Call) writing(out io.Writer) *Call {
	other := *c
	other.Out = out
	return &other
}

// misused is an error about what was typed.
func misused(text string, args ...any) error {
	return language.Sentence(service.ErrUsage, text, args...)
}

// Run runs one command and returns its exit code; unless that is 0, a line on Err says why. It
// blocks until the command is done, its input ends, or ctx ends; in the last case the one who ended
// ctx must say why.
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
		self     = selfCommands{games, services.Letters, services.Settings, services.Rankings}
		keys     = keyCommands{d.Address}
		circle   = circleCommands{people, services.Circle}
		ranking  = rankingCommands{games, people, services.Rankings, d.Here}
		past     = gameCommands{games, people, running, d.Seal, d.Cast}
		review   = reviewCommands{games, services.Matches}
		puzzle   = puzzleCommands{games, services.Puzzles}
		tables   = tableCommands{games, running}
		play     = playCommands{games, people, running, d.Version}
		move     = moveCommands{games, running}
		offers   = challengeCommands{games, people, d.Broker, d.Talk}
		event    = eventCommands{d.Broker, services.Events, d.Talk}
	)
	all := []maker{
		{"version", d.version}, {"rules", games.rules}, {"whoami", self.whoami}, {"rankings", ranking.rankings}, {"profile", ranking.profile},
		{"games", past.list}, {"replay", past.replay}, {"review", review.review}, {"puzzle", puzzle.puzzle}, {"tables", tables.tables},
		{"watch", tables.watch}, {"play", play.play}, {"move", move.move}, {"challenge", offers.challenge}, {"challenges", offers.challenges},
		{"accept", offers.accept}, {"decline", offers.decline}, {"withdraw", offers.withdraw}, {"join", offers.join}, {"report", circle.report},
		{"event", event.event}, {"keys", keys.keys}, {"recover", keys.recover}, {"settings", settingCommands{services.Settings}.settings},
		{"webhook", webhookCommands{services.Webhooks}.webhook}, {"feed", feedCommands{services.NewsFeed}.feed}, {"account", own.account},
	}
	for _, b := range account.Bonds() {
		all = append(all, maker{b.List, func(c *Call) *cobra.Command { return circle.bond(c, b) }})
	}
	if c.At != nil {
		all = append(all, maker{"house", play.house}, maker{"host", play.host}, maker{"sit", play.sit}, maker{"learn", play.learn})
	}
	return all
}

// root builds the tree of commands for one call: only the requested command, or all when there is
// none of that name. Building all takes time and memory.
func (d *Desk) root(c *Call, args ...string) *cobra.Command {
	root := &cobra.Command{
		Use:           c.program(),
		Annotations:   map[string]string{cobra.CommandDisplayNameAnnotation: c.program()},
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { _, _ = io.WriteString(c.Out, c.explain(cmd)) })
	root.SetHelpCommand(c.help())
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
		cmd.DisableFlagsInUseLine = true // they are written there one by one
		cmd.Flags().SortFlags = false
		cmd.Flags().BoolP("help", "h", false, "these lines")
		explained(cmd)
	}
}

// reply writes a line for the caller.
func (c *Call) reply(text string, args ...any) error {
	_, err := fmt.Fprintln(c.Out, c.Words(text, args...))
	return err
}

// Sentence words an error of Do for the caller, in one line.
func (c *Call) Sentence(err error) string {
	words, _ := service.Words(err) // otherwise the command's own words
	return clean(strings.TrimPrefix(c.Explain(words), service.ErrUsage.Error()+": "))
}

// clean keeps the characters of outside text that take one cell each and have no other effect.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r != ' ' && !unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) {
			return '?'
		}
		return r
	}, text[:min(len(text), 400)])
}

// printJSON writes one document.
func printJSON(out io.Writer, v any) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// wantsJSON adds the flag --json.
func wantsJSON(cmd *cobra.Command) *bool {
	return cmd.Flags().Bool("json", false, "one JSON document instead of text")
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
