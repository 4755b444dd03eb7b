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

// Offers returns the games of a usual server, the first of the lobby first. Another game
// is another line.
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

// offers are the games of a server, what is seen of them by their names, and the words.
type offers struct {
	games    []engine.Game // in the lobby's order
	library  *language.Library
	boards   map[string]func(*language.Reader) tui.Board
	rules    map[string]func(tag string) string
	switches map[string][]tui.Switch
	lessons  map[string]tui.Lesson
}

// newOffers takes in games. An error is one in their words.
func newOffers(list []tui.Game) (o offers, err error) {
	o = offers{
		games: rulesOf(list), boards: map[string]func(*language.Reader) tui.Board{}, rules: map[string]func(tag string) string{},
		switches: map[string][]tui.Switch{}, lessons: map[string]tui.Lesson{},
	}
	var texts []fs.FS
	for _, g := range list {
		texts = append(texts, g.Texts)
		name := g.Rules.Info().Name
		o.boards[name], o.rules[name], o.switches[name] = g.Board, g.Page, g.Switches
		if g.Lesson != nil {
			o.lessons[name] = g.Lesson()
		}
	}
	o.library, err = language.Open(texts...)
	return o, err
}

// title is what people call a game.
func (o offers) title(name string) string {
	if g, ok := engine.Named(o.games, name); ok {
		return g.Info().Title
	}
	return name
}

// switchFlags are the switches of the games as commands have them, in the games' order.
func (o offers) switchFlags() (all []command.Switch) {
	for _, g := range o.games {
		for _, s := range o.switches[g.Info().Name] {
			all = append(all, command.Switch{Flag: s.Flag, About: s.About, Option: s.Name, Value: !s.Usual})
		}
	}
	return all
}

// tellers are the boards as commands have them.
func (o offers) tellers() map[string]func(*language.Reader) command.Teller {
	all := map[string]func(*language.Reader) command.Teller{}
	for name, board := range o.boards {
		all[name] = func(r *language.Reader) command.Teller { return board(r) }
	}
	return all
}

// cast films a match that is over.
func (o offers) cast(ctx context.Context, m data.Match, out io.Writer) error {
	g, ok := engine.Named(o.games, m.Game)
	if !ok {
		return fmt.Errorf("the game %q is not played here any more", m.Game)
	}
	replay, err := matchmaking.NewReplay(g, m)
	if err != nil {
		return err
	}
	return cast.Write(ctx, m, replay, o.boards[m.Game](nil), out)
}
