package app

import (
	"context"
	"fmt"
	"io"
	"io/fs"

	"noir/data"
	"noir/engine"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/server/command"
	"noir/tui"
	"noir/tui/cast"
	"noir/tui/districtnoir"
	"noir/tui/noirburg"
)

// Offers returns the games of a usual server, first in the lobby first. To add a game, add a line.
func Offers() []tui.Game {
	return []tui.Game{
		districtnoir.Game(),
		noirburg.Game(),
	}
}

// Games returns the rules of the games of a usual server.
func Games() []engine.Game { return rulesOf(Offers()) }

func rulesOf(offers []tui.Game) []engine.Game {
	list := make([]engine.Game, len(offers))
	for i, o := range offers {
		list[i] = o.Rules
	}
	return list
}

// offers are the games of a server, with all texts.
type offers struct {
	list    []tui.Game // in the lobby's order
	games   []engine.Game
	library *language.Library
}

// newOffers takes in games. An error is one in their words.
func newOffers(list []tui.Game) (offers, error) {
	var texts []fs.FS
	for _, g := range list {
		if g.Texts != nil {
			texts = append(texts, g.Texts)
		}
	}
	library, err := language.Open(texts...)
	return offers{list, rulesOf(list), library}, err
}

// title is what people call a game.
func (o offers) title(name string) string {
	if g, ok := engine.Named(o.games, name); ok {
		return g.Info().Title
	}
	return name
}

// show gives commands what they show of the games.
func (o offers) show(d *command.Desk) {
	d.Tellers, d.Rules = map[string]func(*language.Reader) command.Teller{}, map[string]func(tag string) string{}
	for _, g := range o.list {
		name := g.Info().Name
		d.Tellers[name] = func(r *language.Reader) command.Teller { return g.Board(r) }
		d.Rules[name] = g.Page
		for _, s := range g.Switches {
			d.Switches = append(d.Switches, command.Switch{Flag: s.Flag, About: s.About, Option: s.Name, Value: !s.Usual})
		}
	}
}

// cast records a finished match.
func (o offers) cast(ctx context.Context, m data.Match, out io.Writer) error {
	g, ok := tui.Lookup(o.list, m.Game)
	if !ok {
		return fmt.Errorf("the game %q is not played here any more", m.Game)
	}
	replay, err := matchmaking.NewReplay(g.Rules, m)
	if err != nil {
		return err
	}
	return cast.Write(ctx, m, replay, g.Board(nil), out)
}
