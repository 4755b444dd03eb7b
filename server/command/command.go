// Package command answers `ssh HOST COMMAND`: everything that is not a screen
// (the protocol's section 3).
package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"noir/data"
	"noir/engine"
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
	Version string
	Store   data.Store
	Broker  matchmaking.Broker
	Games   []engine.Game            // the first is what rankings are of when nobody says
	Tellers map[string]func() Teller // by game: says a log in sentences
	Rules   map[string]string        // by game: the rules as text, in English
	Seal    func(data.Match) ([]byte, error)
	Cast    func(ctx context.Context, m data.Match, out io.Writer) error
}

// Teller says what happened at one table in short sentences.
type Teller interface {
	Show(matchmaking.Frame) error
	Tell(engine.Line) string
}

// Call is one command of one visitor.
type Call struct {
	Player      data.Player // a guest has a negative id
	Fingerprint string      // of his key; empty for a guest
	Args        []string
	In          io.Reader
	Out, Err    io.Writer
}

// errUsage marks what was typed wrong.
var errUsage = errors.New("usage")

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
	fmt.Fprintln(c.Err, sentence(err))
	if errors.Is(err, errUsage) {
		return usage
	}
	return failed
}

func (d *Desk) execute(ctx context.Context, c *Call) error {
	root := d.root(c)
	if len(c.Args) > 0 {
		if err := known(root, c.Args[0]); err != nil {
			return err
		}
	}
	root.SetArgs(append([]string{}, c.Args...)) // nil would be the server's own
	return root.ExecuteContext(ctx)
}

// root is the tree of all commands, made anew for every call.
func (d *Desk) root(c *Call) *cobra.Command {
	root := &cobra.Command{
		Use:           program,
		Annotations:   map[string]string{cobra.CommandDisplayNameAnnotation: program},
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { _, _ = io.WriteString(c.Out, explain(cmd)) })
	root.SetHelpCommand(help())
	root.AddCommand(
		d.version(c), d.rules(c), d.whoami(c), d.rankings(c), d.profile(c), d.games(c),
		d.replay(c), d.tables(c), d.watch(c), d.play(c),
	)
	root.InitDefaultHelpCmd()
	for _, cmd := range root.Commands() {
		cmd.DisableFlagsInUseLine = true // they are written there one by one
		cmd.Flags().SortFlags = false
		cmd.Flags().BoolP("help", "h", false, "these lines")
	}
	return root
}

// sentence is an error as a person reads it, in one line.
func sentence(err error) string {
	if errors.Is(err, data.ErrUnavailable) {
		return "the house cannot read or write its books at the moment; try again in a minute"
	}
	return clean(strings.TrimPrefix(err.Error(), errUsage.Error()+": "))
}

// clean keeps the signs of a text that came from outside which print as they are.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029' || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
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
			_, err := fmt.Fprintf(c.Out, "noir %s, protocol %d\n", d.Version, wire.Protocol)
			return err
		},
	}
}

// language is the one in which rules are written.
const language = "en"

func (d *Desk) rules(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "rules GAME [--lang L]", Short: "how a game is played", Args: oneArg}
	lang := cmd.Flags().String("lang", language, "in this language: `L`")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		g, err := d.game(args[0])
		if err != nil {
			return err
		}
		if *lang != language {
			return fmt.Errorf("%w: there are no rules in %.64q; the only language is %q", errUsage, *lang, language)
		}
		_, err = fmt.Fprintln(c.Out, strings.TrimSpace(d.Rules[g.Info().Name]))
		return err
	}
	return cmd
}

// game finds a game by the name that programs use.
func (d *Desk) game(name string) (engine.Game, error) {
	var names []string
	for _, g := range d.Games {
		if g.Info().Name == name {
			return g, nil
		}
		names = append(names, g.Info().Name)
	}
	return nil, fmt.Errorf("%w: there is no game %.64q; the nearest is %q", errUsage, name, nearest(name, names))
}

// player finds whom a command is about: somebody named, or the caller.
func (d *Desk) player(ctx context.Context, c *Call, args []string) (data.Player, error) {
	if len(args) > 0 {
		p, err := d.Store.PlayerByName(ctx, strings.ToLower(args[0]))
		if errors.Is(err, data.ErrNotFound) {
			return p, fmt.Errorf("there is no player %.64q; `rankings` lists some", args[0])
		}
		return p, err
	}
	if c.Player.ID.Guest() {
		return c.Player, errors.New("a guest has nothing of his own: connect with a key, or name a player")
	}
	return c.Player, nil
}
