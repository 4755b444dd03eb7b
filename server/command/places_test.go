package command_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"noir/data"
	"noir/engine"
	"noir/engine/noirburg"
	"noir/engine/noirburg/rules"
	"noir/internal/language"
	"noir/server/command"
)

// terse says only who resigned.
type terse struct{ teller }

func (s *terse) Tell(l engine.Line) string {
	if string(l.Move) != string(engine.Resign) {
		return ""
	}
	return s.seats[l.Seat].Name + " gave up"
}

// deserted stores a game of Noirburg in which all but the first player resign, the last of them
// first, and returns its id.
func (h *house) deserted(players ...data.Player) data.MatchID {
	h.t.Helper()
	m := data.Match{ID: "deserted", Game: "noirburg", Pace: data.Live, Started: time.Unix(1e9, 0)}
	for _, p := range players {
		m.Seats = append(m.Seats, data.Seat{Player: p.ID, Name: p.Name, Kind: data.Human})
	}
	state, err := noirburg.Game{}.Start(m.Setup())
	if err != nil {
		h.t.Fatal(err)
	}
	first := state.Prompts()[0].Seat
	moves := []engine.Move{{Seat: first, By: engine.ByPlayer, Body: rules.Mulligan()}}
	for s := len(players) - 1; s > 0; s-- {
		moves = append(moves, engine.Move{Seat: engine.Seat(s), By: engine.ByPlayer, Body: engine.Resign})
	}
	if _, err := h.House.Store.Open(h.t.Context(), m); err != nil {
		h.t.Fatal(err)
	}
	for i, move := range moves {
		next, plies, err := engine.Make(state, move)
		if err != nil {
			h.t.Fatal(err)
		}
		if err := h.House.Store.Append(h.t.Context(), m.ID, data.NewEntry(i+1, plies[0], int64(i))); err != nil {
			h.t.Fatal(err)
		}
		state = next
	}
	result, _ := state.Result()
	if _, err := h.House.Store.Finish(h.t.Context(), m.ID, m.Started.Add(time.Minute), result); err != nil {
		h.t.Fatal(err)
	}
	return m.ID
}

func TestReplayOfThree(t *testing.T) {
	h := open(t)
	h.Games = append(h.Games, command.Game{Game: noirburg.Game{}, Teller: func(*language.Reader) command.Teller { return new(terse) }})
	marlowe, spade, vera := h.Player("marlowe"), h.Player("spade"), h.Player("vera")
	id := string(h.deserted(marlowe, spade, vera))
	out := h.ask(marlowe, "replay "+id)
	for _, p := range []string{
		`^noirburg, game deserted: marlowe v spade v vera\n  2\. vera gave up\n  3\. spade gave up\n`,
		`Won by marlowe \(last_standing\)\.\nPlaces: 1 marlowe, 2 spade, 3 vera\.\n`,
	} {
		if !regexp.MustCompile(p).MatchString(out) {
			t.Errorf("%q does not match\n%s", p, out)
		}
	}
	for _, p := range []data.Player{marlowe, vera} {
		want := map[string]string{"marlowe": " won ", "vera": " place 3 of 3 "}[p.Name]
		if out := h.ask(p, "games"); !strings.Contains(out, want) {
			t.Errorf("%s has %q, want %q", p.Name, out, want)
		}
	}
}
