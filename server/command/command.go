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
	"unicode"

	"github.com/spf13/cobra"

	"noir/data"
	"noir/data/account"
	"noir/data/almanac"
	"noir/data/language"
	"noir/data/review"
	"noir/engine"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/server/herald"
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
	Store    data.Store
	Broker   matchmaking.Broker
	Quota    *quota.Ledger
	Games    []engine.Game                            // the first is what rankings are of when nobody says
	Tellers  map[string]func(*language.Reader) Teller // by game: says a log in sentences
	Rules    map[string]func(tag string) string       // by game: the rules as text, in a language
	Switches []Switch                                 // of all games
	Address  string                                   // the line that opens a session: "ssh -p 2222 noir.example.com"

	Almanac  *almanac.Almanac
	Reviewer *review.Reviewer
	Herald   *herald.Herald
	Feeds    *herald.Feeds                      // nil: there are none
	Here     func(viewer, p data.PlayerID) bool // whether a player is connected, as far as another one may know
	Seal     func(data.Match) ([]byte, error)
	Cast     func(ctx context.Context, m data.Match, out io.Writer) error

	// Talk is plain text mode, which begins with a line as if it had been typed, until
	// the caller has had enough.
	Talk func(ctx context.Context, c Call, line string) error
}

// Teller says what happened at one table in short sentences, "" is none, and how it
// stands, and reads what is typed there. Its methods are those of a tui.Board.
type Teller interface {
	Show(matchmaking.Frame) error
	Tell(engine.Line) string
	Advise(move json.RawMessage) string
	Plain() []string
	Command(line string) (json.RawMessage, error)
	Refuse(*engine.Illegal) string
}

// Call is one command of one visitor.
type Call struct {
	*language.Reader // nil for English

	Player      data.Player // a guest has a negative id; the zero value before a command that is Unnamed, for a new key
	Fingerprint string      // of his key; empty for a guest
	Keys        data.Keyring
	Args        []string
	In          io.Reader
	Out, Err    io.Writer
	Met         func(limit string) // told of a limit that the caller has met; nil: nobody is
}

// writing is the same call with its output elsewhere.
func (c *Call) writing(out io.Writer) *Call {
	other := *c
	other.Out = out
	return &other
}

// errUsage marks what was typed wrong.
var errUsage = errors.New("usage")

// misused is an error about what was typed.
func misused(text string, args ...any) error { return language.Sentence(errUsage, text, args...) }

// Run answers one command and returns its exit code; unless that is 0, one line
// on Err says why. It blocks until the command is done, its input ends where it
// reads any, or ctx ends: why that was, is for whoever ended it to say.
func (d *Desk) Run(ctx context.Context, c Call) int {
	err := d.execute(ctx, &c)
	switch {
	case err == nil:
		return done
	case ctx.Err() != nil:
		return failed
	}
	fmt.Fprintln(c.Err, c.sentence(err))
	if errors.Is(err, errUsage) {
		return usage
	}
	return failed
}

func (d *Desk) execute(ctx context.Context, c *Call) error {
	root := d.root(c, c.Args...)
	if len(c.Args) > 0 {
		if err := known(root, c.Args[0]); err != nil {
			return err
		}
	}
	root.SetArgs(append([]string{}, c.Args...)) // nil would be the server's own
	return root.ExecuteContext(ctx)
}

// maker makes a command for a call.
type maker struct {
	name string
	make func(*Call) *cobra.Command
}

// makers are what makes the commands.
func (d *Desk) makers() []maker {
	all := []maker{
		{"version", d.version}, {"rules", d.rules}, {"whoami", d.whoami}, {"rankings", d.rankings}, {"profile", d.profile},
		{"games", d.games}, {"replay", d.replay}, {"review", d.review}, {"puzzle", d.puzzle}, {"tables", d.tables},
		{"watch", d.watch}, {"play", d.play}, {"move", d.move}, {"challenge", d.challenge}, {"challenges", d.challenges},
		{"accept", d.accept}, {"decline", d.decline}, {"withdraw", d.withdraw}, {"join", d.join}, {"report", d.report},
		{"event", d.event}, {"keys", d.keys}, {"recover", d.recover}, {"settings", d.settings}, {"webhook", d.webhook},
		{"feed", d.feed}, {"account", d.account},
	}
	for _, b := range account.Bonds() {
		all = append(all, maker{b.List, func(c *Call) *cobra.Command { return d.bond(c, b) }})
	}
	return all
}

// root is the tree of commands, made anew for every call: of the one that is asked for, or
// of all when there is none of that name. All of them take a while, and room.
func (d *Desk) root(c *Call, args ...string) *cobra.Command {
	root := &cobra.Command{
		Use:           program,
		Annotations:   map[string]string{cobra.CommandDisplayNameAnnotation: program},
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { _, _ = io.WriteString(c.Out, c.explain(cmd)) })
	root.SetHelpCommand(help())
	makers := d.makers()
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

// explained gives the commands beneath one their help.
func explained(of *cobra.Command) {
	for _, cmd := range of.Commands() {
		cmd.DisableFlagsInUseLine = true // they are written there one by one
		cmd.Flags().SortFlags = false
		cmd.Flags().BoolP("help", "h", false, "these lines")
		explained(cmd)
	}
}

// sentence is an error as the caller reads it, in one line.
func (c *Call) sentence(err error) string {
	if errors.Is(err, data.ErrUnavailable) {
		return c.Words("the house cannot read or write its books at the moment; try again in a minute")
	}
	return clean(strings.TrimPrefix(c.Explain(err), errUsage.Error()+": "))
}

// clean keeps the signs of a text that came from outside which take a cell each
// and do nothing else.
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

func (d *Desk) version(c *Call) *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "the server's version and the protocol's", Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(c.Out, c.Words("noir %s, protocol %d", d.Version, wire.Protocol))
			return err
		},
	}
}

func (d *Desk) rules(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "rules GAME [--lang L]", Short: "how a game is played", Args: oneArg}
	lang := cmd.Flags().String("lang", c.Tag(), "in this language: `L`")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		g, err := d.game(args[0])
		if err != nil {
			return err
		}
		if tags := language.Tags(); !slices.Contains(tags, *lang) {
			return misused("there are no rules in %.64q; there are in: %s", *lang, strings.Join(tags, ", "))
		}
		_, err = fmt.Fprintln(c.Out, strings.TrimSpace(d.Rules[g.Info().Name](*lang)))
		return err
	}
	return cmd
}

// game finds a game by the name that programs use.
func (d *Desk) game(name string) (engine.Game, error) {
	if g, ok := engine.Named(d.Games, name); ok {
		return g, nil
	}
	var names []string
	for _, g := range d.Games {
		names = append(names, g.Info().Name)
	}
	return nil, misused("there is no game %.64q; the nearest is %q", name, Nearest(name, names))
}

// player finds whom a command is about: somebody named, or the caller.
func (d *Desk) player(ctx context.Context, c *Call, args []string) (data.Player, error) {
	if len(args) > 0 {
		p, err := d.Store.PlayerByName(ctx, strings.ToLower(args[0]))
		if errors.Is(err, data.ErrNotFound) {
			return p, language.Sentence(err, "there is no player %.64q; `rankings` lists some", args[0])
		}
		return p, err
	}
	if c.Player.ID.Guest() {
		return c.Player, language.Sentence(nil, "a guest has nothing of his own: connect with a key, or name a player")
	}
	return c.Player, nil
}
