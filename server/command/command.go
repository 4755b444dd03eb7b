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
	Games   []engine.Game
	Tellers map[string]func() Teller // by game: says a log in sentences
	Rules   map[string]string        // by game: the rules as text
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

// coded is an end with an exit code whose reason has been told already.
type coded int

func (c coded) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// Run answers one command and returns its exit code. It blocks until the
// command is done, its input ends where it reads any, or ctx ends.
func (d *Desk) Run(ctx context.Context, c Call) int {
	err := d.execute(ctx, c)
	var code coded
	switch {
	case err == nil:
		return done
	case errors.As(err, &code):
		return int(code)
	}
	fmt.Fprintln(c.Err, sentence(err))
	if errors.Is(err, errUsage) {
		return usage
	}
	return failed
}

func (d *Desk) execute(ctx context.Context, c Call) error {
	root := d.root(&c)
	root.SetArgs(c.Args)
	root.SetIn(c.In)
	root.SetOut(c.Out)
	root.SetErr(c.Err)
	return root.ExecuteContext(ctx)
}

// root is the tree of all commands, made anew for every call.
func (d *Desk) root(c *Call) *cobra.Command {
	root := &cobra.Command{
		Use:           "ssh HOST",
		Short:         "Noir: card tables over SSH",
		Long:          "Noir: card tables over SSH. Without a command: the screens.",
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          unknownCommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(
		d.version(), d.rules(c), d.whoami(c), d.rankings(c), d.profile(c), d.games(c),
		d.replay(c), d.tables(c), d.watch(c), d.play(c),
	)
	return root
}

// unknownCommand names the nearest command.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	cmd.SuggestionsMinimumDistance = 3
	return fmt.Errorf("%w: there is no command %q; %s", errUsage, clean(args[0]), nearest(args[0], commandNames(cmd)))
}

func commandNames(cmd *cobra.Command) []string {
	var names []string
	for _, sub := range cmd.Commands() {
		names = append(names, sub.Name())
	}
	return append(names, "help")
}

// flagError names the nearest flag.
func flagError(cmd *cobra.Command, err error) error {
	return fmt.Errorf("%w: %w; %s", errUsage, err, nearestFlag(cmd, err))
}

// sentence is an error as a person reads it.
func sentence(err error) string {
	text := strings.TrimPrefix(err.Error(), errUsage.Error()+": ")
	if errors.Is(err, data.ErrUnavailable) {
		return "the house cannot write its books at the moment; try again in a minute"
	}
	return clean(text)
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

// wants adds the flag --json.
func wantsJSON(cmd *cobra.Command) *bool {
	return cmd.Flags().Bool("json", false, "one JSON document instead of text")
}

func (d *Desk) version() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "the server's version and the protocol's", Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "noir %s, protocol %d\n", d.Version, wire.Protocol)
			return err
		},
	}
}

func (d *Desk) rules(*Call) *cobra.Command {
	cmd := &cobra.Command{Use: "rules GAME", Short: "how a game is played", Args: oneArg}
	cmd.Flags().String("lang", "en", "language of the rules (en)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		g, err := d.game(args[0])
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(cmd.OutOrStdout(), strings.TrimSpace(d.Rules[g.Info().Name]))
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
	return nil, fmt.Errorf("%w: there is no game %q; %s", errUsage, clean(name), nearest(name, names))
}

// player finds whom a command is about: somebody named, or the caller.
func (d *Desk) player(ctx context.Context, c *Call, args []string) (data.Player, error) {
	if len(args) > 0 {
		p, err := d.Store.PlayerByName(ctx, strings.ToLower(args[0]))
		if errors.Is(err, data.ErrNotFound) {
			return p, fmt.Errorf("there is no player %q", clean(args[0]))
		}
		return p, err
	}
	if c.Player.ID.Guest() {
		return c.Player, errors.New("a guest has no games of his own: connect with a key, or name a player")
	}
	return c.Player, nil
}

func noArgs(cmd *cobra.Command, args []string) error   { return countArgs(cmd, args, 0, 0) }
func oneArg(cmd *cobra.Command, args []string) error   { return countArgs(cmd, args, 1, 1) }
func maybeArg(cmd *cobra.Command, args []string) error { return countArgs(cmd, args, 0, 1) }

func countArgs(cmd *cobra.Command, args []string, least, most int) error {
	if len(args) < least || len(args) > most {
		return fmt.Errorf("%w: type %s", errUsage, strings.TrimPrefix(cmd.UseLine(), "ssh HOST "))
	}
	return nil
}
