package app

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"sync"
	"time"

	"noir/data"
	"noir/engine"
	"noir/internal/language"
	"noir/matchmaking/replay"
	"noir/server/command"
	"noir/server/web"
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

// offers are the games of a server, with all their texts.
type offers struct {
	list    []tui.Game // in the lobby's order
	games   []engine.Game
	library *language.Library
}

// newOffers takes in games. An error is a mistake in their texts.
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

// usual are the games of all usual servers of this process: their texts are read once, which is most of a start.
var usual = sync.OnceValues(func() (offers, error) { return newOffers(Offers()) })

// offers returns the games of a server.
func (c Config) offers() (offers, error) {
	if c.Games == nil {
		return usual()
	}
	return newOffers(c.Games)
}

// title is the name of a game for people.
func (o offers) title(name string) string {
	if g, ok := engine.Named(o.games, name); ok {
		return g.Info().Title
	}
	return name
}

// forCommands returns the games as commands show them.
func (o offers) forCommands() []command.Game {
	games := make([]command.Game, len(o.list))
	for i, g := range o.list {
		games[i] = command.Game{Game: g.Rules, Teller: func(r *language.Reader) command.Teller { return g.Board(r) }, Rules: g.Page}
		for _, s := range g.Switches {
			games[i].Switches = append(games[i].Switches, command.Switch{Flag: s.Flag, About: s.About, Option: s.Name, Value: !s.Usual})
		}
	}
	return games
}

// cast records a finished match.
func (o offers) cast(ctx context.Context, m data.Match, out io.Writer) error {
	g, ok := engine.Named(o.list, m.Game)
	if !ok {
		return fmt.Errorf("the game %q is not played here any more", m.Game)
	}
	r, err := replay.New(g.Rules, m)
	if err != nil {
		return err
	}
	return cast.Write(ctx, m, r, g.Board(nil), out)
}

// The sizes of the pictures on the pages of games, in cells: a screen, and a telephone.
var wide, narrow = [2]int{80, 24}, [2]int{40, 20}

// film renders a finished match in pictures and words, in English.
func (o offers) film(ctx context.Context, m data.Match) (*web.Film, error) {
	g, ok := engine.Named(o.list, m.Game)
	if !ok {
		return nil, data.ErrNotFound
	}
	film := new(web.Film)
	for _, s := range []struct {
		size [2]int
		reel *web.Reel
	}{{wide, &film.Wide}, {narrow, &film.Narrow}} {
		r, err := replay.New(g.Rules, m)
		if err != nil {
			return nil, err
		}
		shown := 0
		if err := cast.Pictures(ctx, m, r, g.Board(nil), s.size[0], s.size[1], func(_ time.Duration, picture []string) error {
			if shown++; shown <= r.Len()+1 { // a recording rests on the last one
				s.reel.Add(picture)
			}
			return nil
		}); err != nil {
			return nil, err
		}
	}
	r, err := replay.New(g.Rules, m)
	if err != nil {
		return nil, err
	}
	end, err := r.Last()
	if err != nil {
		return nil, err
	}
	board := g.Board(nil)
	if err := board.Show(end); err != nil {
		return nil, err
	}
	for _, line := range end.Log {
		film.Moves = append(film.Moves, board.Tell(line))
	}
	film.End = board.Plain()
	return film, nil
}
