package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"noir/data"
	"noir/data/review"
	"noir/engine"
	"noir/matchmaking"
)

// narrow is the name of the film for a telephone.
const narrow = "narrow"

// gamePages are about one game.
type gamePages struct{ *press }

// page shows a game.
func (s gamePages) page(r *http.Request) (*page, error) { return s.ofGame(r, "page") }

// film is the pictures of a game for the script: wide, or narrow if asked for.
func (s gamePages) film(r *http.Request) (*page, error) {
	if r.URL.RawQuery == narrow {
		return s.ofGame(r, narrow)
	}
	return s.ofGame(r, "wide")
}

// picture is the last picture of a game as a PNG.
func (s gamePages) picture(r *http.Request) (*page, error) { return s.ofGame(r, "picture") }

// ofGame returns one of the answers about a game, if anybody may see it now.
func (s gamePages) ofGame(r *http.Request, name string) (*page, error) {
	id := data.MatchID(r.PathValue("id"))
	allowed, err := s.cache.get(r.Context(), "shown/"+string(id), func(ctx context.Context) (*answers, error) {
		_, err := s.config.Public.Match(ctx, id)
		switch {
		case errors.Is(err, matchmaking.ErrRunning):
			return &answers{keep: freshNow, running: true}, nil
		case err != nil:
			return nil, err
		}
		return &answers{keep: freshSoon}, nil
	})
	if err != nil {
		return nil, err
	}
	kept, build := "over/", s.finished
	if allowed.running {
		kept, build = "running/", s.running
	}
	a, err := s.cache.get(r.Context(), kept+string(id), func(ctx context.Context) (*answers, error) { return build(ctx, id) })
	if err != nil {
		return nil, err
	}
	if p := a.pages[name]; p != nil {
		return p, nil
	}
	return nil, data.ErrNotFound
}

// players lists who sits at a table.
func players(seats []data.Seat) string {
	names := make([]string, len(seats))
	for i, p := range seats {
		names[i] = p.Name
	}
	return data.Versus(names)
}

// running is the page of a game that is being played: who plays, but not the cards.
func (s gamePages) running(ctx context.Context, id data.MatchID) (*answers, error) {
	m, err := s.config.Public.Match(ctx, id)
	if !errors.Is(err, matchmaking.ErrRunning) {
		return nil, errors.Join(err, data.ErrNotFound) // over by now: the next reader finds it
	}
	m = s.config.called(m)
	title := s.config.Title(m.Game)
	p, err := s.render("running.html", html, freshNow, struct {
		head
		Game  string
		Match data.Match
	}{
		head{players(m.Seats), fmt.Sprintf("%s, being played now.", title), "/game/" + string(id), "", "", &s.config},
		title, m,
	})
	return &answers{pages: map[string]*page{"page": p}, keep: freshNow}, err
}

// ply is a move in words.
type ply struct {
	Number int
	Text   string
	Bad    string // its mark, if it was not good
	Turned bool   // it decided the game
}

// finished makes all about a game that is over. The reader pays for the work.
func (s gamePages) finished(ctx context.Context, id data.MatchID) (made *answers, err error) {
	m, err := s.config.Public.Match(ctx, id)
	if err != nil {
		return nil, err
	}
	err = s.config.Matches.Work(ctx, func() error {
		film, err := s.config.Film(ctx, m)
		if err != nil {
			return err
		}
		made, err = s.pagesOf(ctx, s.config.called(m), film)
		return err
	})
	return made, err
}

// keepGame is how long a finished game is kept before it is drawn again.
const keepGame = 10 * freshSoon

func (s gamePages) pagesOf(ctx context.Context, m data.Match, film *Film) (*answers, error) {
	kept, reviewed, err := s.config.Matches.Kept(ctx, m.ID)
	if err != nil {
		return nil, err
	}
	plies := make([]ply, len(film.Moves))
	for i, text := range film.Moves {
		plies[i] = ply{Number: i + 1, Text: text}
	}
	side, chances := engine.Seat(0), curve{}
	if reviewed {
		side, chances = marked(m, kept, plies)
	}
	title, path := s.config.Title(m.Game), "/game/"+string(m.ID)
	result := won(m)
	p, err := s.render("game.html", html, freshSoon, struct {
		head
		Game    string
		Match   data.Match
		Result  string
		End     []string
		Plies   []ply
		Screen  [][]run
		Small   [][]run
		Side    string
		Chances curve
		Commit  string
	}{
		head{players(m.Seats), fmt.Sprintf("%s. %s", title, result), path, path + "/picture.png", "", &s.config},
		title, m, result, film.End, slices.DeleteFunc(plies, func(p ply) bool { return p.Text == "" }),
		runsOfAll(film.Wide.last()), runsOfAll(film.Narrow.last()), m.Seats[side].Name, chances, m.Seed.Commit(),
	})
	if err != nil {
		return nil, err
	}
	a := &answers{pages: map[string]*page{"page": p}, keep: keepGame}
	for name, reel := range map[string]*Reel{"wide": &film.Wide, narrow: &film.Narrow} {
		body, err := json.Marshal(reel.changes())
		if err != nil {
			return nil, err
		}
		a.pages[name] = newPage("application/json", freshSoon, body)
	}
	drawn, err := drawPicture(film.Wide.last())
	if err != nil {
		return nil, err
	}
	a.pages["picture"] = newPage("image/png", freshLong, drawn)
	return a, nil
}

func runsOfAll(lines []string) [][]run {
	all := make([][]run, len(lines))
	for i, line := range lines {
		all[i] = runsOf(line)
	}
	return all
}

// marked puts marks on the plies that a review finds wanting, and returns the chances of the winner, or of
// the first seat, with their marks.
func marked(m data.Match, kept review.Review, plies []ply) (engine.Seat, curve) {
	side := engine.Seat(0)
	if len(m.Result.Winners) > 0 {
		side = m.Result.Winners[0]
	}
	values := kept.Chances(side, m.Result.Winners, len(m.Moves))
	c := newCurve(values, &[2]float64{0, 1})
	for _, d := range kept.Decisions {
		if d.Mark == review.Good || d.Ply < 1 || d.Ply > len(plies) {
			continue
		}
		plies[d.Ply-1].Bad = string(d.Mark)
		if d.Ply < len(values) {
			x, y := c.at(d.Ply, len(values), values[d.Ply])
			c.Marks = append(c.Marks, mark{x, y, d.Ply, string(d.Mark)})
		}
	}
	if t := kept.Turning; t != nil && *t >= 1 && *t <= len(plies) {
		plies[*t-1].Turned = true
	}
	return side, c
}

// won says who has won a game that is over.
func won(m data.Match) string {
	var winners []string
	for _, s := range m.Result.Winners {
		winners = append(winners, m.Seats[s].Name)
	}
	switch len(winners) {
	case 0:
		return "Aborted: it counts for nothing."
	case 1:
		return winners[0] + " won."
	}
	return strings.Join(winners[:len(winners)-1], ", ") + " and " + winners[len(winners)-1] + " shared the win."
}

// outcome says how a game that is over ended for a seat.
func outcome(m data.Match, own engine.Seat) string {
	switch m.Outcome(own) {
	case data.OutcomeVoid:
		return "aborted"
	case data.OutcomeWon:
		return "won"
	case data.OutcomeShared:
		return "shared"
	case data.OutcomeLost:
		return "lost"
	}
	return fmt.Sprintf("place %d of %d", m.Result.Places[own], len(m.Seats))
}
