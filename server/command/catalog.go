package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"noir/data"
	"noir/engine"
	"noir/internal/language"
	"noir/internal/nearest"
	"noir/matchmaking"
)

// Teller words what happened at one table, in short sentences ("" if there is nothing to say),
// describes the position, and reads typed moves. tui.Board implements it.
type Teller interface {
	Show(matchmaking.Frame) error
	Tell(engine.Line) string
	Advise(move json.RawMessage) string
	Plain() []string
	Command(line string) (json.RawMessage, error)
	Refuse(*engine.Illegal) string
}

// Game is a game with what commands need to show it.
type Game struct {
	engine.Game
	Teller   func(*language.Reader) Teller
	Rules    func(tag string) string // the rules as Markdown, in a language
	Switches []Switch
}

// catalog is the games of a server.
type catalog []Game

func (g catalog) rules(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "rules GAME [--lang L]", Short: "how a game is played", Args: oneArg}
	if c.Prompt != nil {
		cmd.Use, cmd.Args = "rules [GAME] [--lang L]", maybeArg
	}
	lang := cmd.Flags().String("lang", c.Tag(), "in this language: `L`")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		game, err := g.gameOr(args)
		if err != nil {
			return err
		}
		if tags := language.Tags(); !slices.Contains(tags, *lang) {
			return misused("there are no rules in %.64q; there are in: %s", *lang, strings.Join(tags, ", "))
		}
		page := strings.TrimSpace(game.Rules(*lang))
		if c.Prompt != nil {
			page = markup.Replace(page)
		}
		_, err = fmt.Fprintln(c.Out, page)
		return err
	}
	return cmd
}

// markup is removed from a page that is read aloud.
var markup = strings.NewReplacer("**", "", "## ", "", "# ", "")

// gameOr finds the named game, or the first if the name is empty.
func (g catalog) gameOr(args []string) (Game, error) {
	if len(args) == 0 {
		return g[0], nil
	}
	return g.game(args[0])
}

// game finds a game by the name that programs use.
func (g catalog) game(name string) (Game, error) {
	if game, ok := engine.Named(g, strings.ToLower(name)); ok {
		return game, nil
	}
	names := engine.Names(g)
	if like := nearest.Of(name, names); like != "" {
		return Game{}, misused("there is no game %.64q; the nearest is %q", name, like)
	}
	return Game{}, misused("there is no game %.64q; there are %s", name, strings.Join(names, ", "))
}

// title is what people call a game.
func (g catalog) title(name string) string {
	if game, err := g.game(name); err == nil {
		return game.Info().Title
	}
	return name
}

// teller returns the teller of the named game, which must be offered.
func (g catalog) teller(name string, r *language.Reader) Teller {
	game, _ := engine.Named(g, name)
	return game.Teller(r)
}

// tellTable narrates a table until its game is over.
func (g catalog) tellTable(ctx context.Context, c *Call, chair matchmaking.Viewer) error {
	defer chair.Leave()
	var teller Teller
	told := 0
	for after := 0; ; {
		f, err := chair.Next(ctx, after)
		if errors.Is(err, io.EOF) {
			err = matchmaking.ErrDraining
		}
		if err != nil {
			return err
		}
		if after == 0 {
			teller = g.teller(f.Game, c.Reader)
			fmt.Fprintln(c.Out, headline(c, f))
			if from := f.Origin; from != (data.Origin{}) {
				fmt.Fprintln(c.Out, c.Words("It goes on from move %d of game %s.", from.Plies, from.Match))
			}
		}
		after = f.Revision
		if err := teller.Show(f); err != nil {
			return err
		}
		for ; told < len(f.Log); told++ {
			text := teller.Tell(f.Log[told])
			if text == "" {
				continue
			}
			if _, err := fmt.Fprintf(c.Out, "%3d. %s\n", told+1, text); err != nil {
				return err
			}
		}
		if f.End != nil {
			return tellEnd(c, f)
		}
	}
}

// addSwitches gives a command the switches of all games. A game refuses those of others.
func (g catalog) addSwitches(flags *pflag.FlagSet) switched {
	s := switched{}
	for _, game := range g {
		for _, w := range game.Switches {
			s[w] = flags.Bool(w.Flag, false, w.About)
		}
	}
	return s
}

// switchUse is the switches in the use line of a command.
func (g catalog) switchUse() string {
	var use strings.Builder
	for _, game := range g {
		for _, w := range game.Switches {
			use.WriteString(" [--" + w.Flag + "]")
		}
	}
	return use.String()
}
