package audit_test

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	"noir/data"
	"noir/data/audit"
	"noir/data/sqlite"
	"noir/engine"
	"noir/engine/districtnoir"
)

var rules = []engine.Game{districtnoir.Game{}}

func open(t *testing.T) *sqlite.Store {
	t.Helper()
	store, err := sqlite.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}

// enrol makes two players.
func enrol(t *testing.T, store data.Store) (seats []data.Seat) {
	t.Helper()
	for _, name := range []string{"marlowe", "spade"} {
		p, err := store.CreatePlayer(t.Context(), name, "SHA256:"+name, "")
		if err != nil {
			t.Fatal(err)
		}
		seats = append(seats, data.Seat{Player: p.ID, Name: name, Kind: data.Human})
	}
	return seats
}

// meet stores a game in which the first resigns at once, with a result of the
// rules that edit may change. It is rated unless guests play it.
func meet(t *testing.T, store data.Store, id data.MatchID, seats []data.Seat, edit func(*engine.Result)) {
	t.Helper()
	m, err := store.Open(t.Context(), data.Match{
		ID: id, Game: rules[0].Info().Name, Rated: seats[0].Kind != data.Guest, Pace: data.Live, Seats: seats,
		Seed: engine.Seed{1}, Started: time.Date(2026, 3, 1, 20, 15, 0, 0, time.UTC),
	})
	if err != nil {
		t.Fatal(err)
	}
	start, err := rules[0].Start(m.Setup())
	if err != nil {
		t.Fatal(err)
	}
	end, plies, err := engine.Make(start, engine.Move{By: engine.ByPlayer, Body: engine.Resign})
	if err != nil {
		t.Fatal(err)
	}
	result, _ := end.Result()
	edit(&result)
	if _, err := store.Finish(t.Context(), id, m.Started.Add(time.Hour), result, data.NewEntry(1, plies[0], 0)); err != nil {
		t.Fatal(err)
	}
}

func asPlayed(*engine.Result) {}

// TestRun: what adds up is counted, and what does not is named.
func TestRun(t *testing.T) {
	store := open(t)
	seats := enrol(t, store)
	meet(t, store, "m1", seats, asPlayed)
	meet(t, store, "m2", seats, asPlayed)
	meet(t, store, "broken off", seats, func(r *engine.Result) { *r = engine.Result{Reason: engine.Aborted} })
	meet(t, store, "of guests", []data.Seat{{Name: "archer", Kind: data.Guest}, {Name: "vivian", Kind: data.Guest}}, asPlayed)
	meet(t, store, "void", seats, asPlayed)
	if _, err := store.Void(t.Context(), "operator", "void", "it was no game"); err != nil {
		t.Fatal(err)
	}
	seen := 0
	count, err := audit.Run(t.Context(), store, rules, func(games int) { seen = games })
	if want := (audit.Count{Games: 2, Ratings: 2}); err != nil || count != want || seen != want.Games {
		t.Errorf("%+v, %v, told of %d games", count, err, seen)
	}
	if _, err := audit.Run(t.Context(), store, nil, func(int) {}); err == nil || !strings.Contains(err.Error(), "game m1") {
		t.Errorf("without its rules: %v", err)
	}
	meet(t, store, "m3", seats, func(r *engine.Result) { r.Places[0], r.Places[1] = r.Places[1], r.Places[0] })
	if _, err := audit.Run(t.Context(), store, rules, func(int) {}); err == nil || !strings.Contains(err.Error(), "game m3") {
		t.Errorf("with a result that is not the moves': %v", err)
	}
}

// edited is a store whose games are not as they were stored.
type edited struct {
	audit.Store
	edit func(*data.Match)
}

func (e edited) Matches(ctx context.Context) iter.Seq2[data.Match, error] {
	return func(yield func(data.Match, error) bool) {
		for m, err := range e.Store.Matches(ctx) {
			if e.edit(&m); !yield(m, err) {
				return
			}
		}
	}
}

// TestAGameThatDoesNotEndAsItSaysIsNamed, with what is wrong of it.
func TestAGameThatDoesNotEndAsItSaysIsNamed(t *testing.T) {
	store := open(t)
	meet(t, store, "m1", enrol(t, store), asPlayed)
	for says, edit := range map[string]func(*data.Match){
		"game m1: it is not over after its last move":                func(m *data.Match) { m.Moves = nil },
		"game m1: the moves do not lead to the stored result":        func(m *data.Match) { m.Result.Reason = "points" },
		"game m1: the rating of marlowe after it is not 1470.000000": func(m *data.Match) { *m.Seats[0].After -= 2e-6 },
		"game m1: the rating of spade after it is not 1530.000000":   func(m *data.Match) { m.Seats[1].After = nil },
	} {
		if _, err := audit.Run(t.Context(), edited{store, edit}, rules, func(int) {}); fmt.Sprint(err) != says {
			t.Errorf("%v, want %s", err, says)
		}
	}
}

// TestRulesAreKept: a game is audited by the rule under which it was rated.
func TestRulesAreKept(t *testing.T) {
	store := open(t)
	seats := enrol(t, store)
	for n := range 10 {
		meet(t, store, data.MatchID(fmt.Sprint("m", n)), seats, asPlayed)
	}
	late, err := store.CreatePlayer(t.Context(), "vera", "SHA256:vera", "")
	if err != nil {
		t.Fatal(err)
	}
	newcomer := data.Seat{Player: late.ID, Name: late.Name, Kind: data.Human}
	meet(t, store, "newcomer", []data.Seat{seats[0], newcomer}, asPlayed)
	if _, err := audit.Run(t.Context(), store, rules, func(int) {}); err != nil {
		t.Error(err)
	}
	if _, err := audit.Run(t.Context(), edited{store, func(m *data.Match) { m.Rule = data.EqualRivals }}, rules, func(int) {}); err == nil || !strings.Contains(err.Error(), "game newcomer: the rating of marlowe") {
		t.Errorf("by the other rule: %v", err)
	}
}

// wrong is a store that has another rating of everybody than it should.
type wrong struct {
	audit.Store
	edit func(*data.Rating)
}

func (w wrong) Ratings(ctx context.Context, id data.PlayerID) (map[string]data.Rating, error) {
	all, err := w.Store.Ratings(ctx, id)
	for game, r := range all {
		w.edit(&r)
		all[game] = r
	}
	return all, err
}

// TestARatingThatTheGamesDoNotMakeIsNamed: any wrong field of it, except for rounding by the order of a sum's terms.
func TestARatingThatTheGamesDoNotMakeIsNamed(t *testing.T) {
	store := open(t)
	seats := enrol(t, store)
	meet(t, store, "m1", seats, asPlayed)
	const loser, winner = "1470.000000 (games: 1, won: 0, lost: 1, drawn: 0)", "1530.000000 (games: 1, won: 1, lost: 0, drawn: 0)"
	for what, c := range map[string]struct {
		edit func(*data.Rating)
		off  *strings.Replacer
	}{
		"the value":     {func(r *data.Rating) { r.Value += 2e-6 }, strings.NewReplacer("0.000000", "0.000002")},
		"the games":     {func(r *data.Rating) { r.Games++ }, strings.NewReplacer("games: 1", "games: 2")},
		"who has won":   {func(r *data.Rating) { r.Wins, r.Losses = r.Losses, r.Wins }, strings.NewReplacer("won: 0, lost: 1", "won: 1, lost: 0", "won: 1, lost: 0", "won: 0, lost: 1")},
		"who has drawn": {func(r *data.Rating) { r.Draws++ }, strings.NewReplacer("drawn: 0", "drawn: 1")},
	} {
		_, err := audit.Run(t.Context(), wrong{store, c.edit}, rules, func(int) {})
		if said := fmt.Sprint(err); said != "player 1 has "+c.off.Replace(loser)+" in district-noir; the games make "+loser &&
			said != "player 2 has "+c.off.Replace(winner)+" in district-noir; the games make "+winner {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := audit.Run(t.Context(), wrong{store, func(r *data.Rating) { r.Value += 5e-7 }}, rules, func(int) {}); err != nil {
		t.Errorf("another order: %v", err)
	}
}

// busy is a store in which something happens before ratings are looked at.
type busy struct {
	audit.Store
	meanwhile func()
}

func (b busy) Ratings(ctx context.Context, id data.PlayerID) (map[string]data.Rating, error) {
	b.meanwhile()
	return b.Store.Ratings(ctx, id)
}

// TestGamesEndMeanwhile: a game that ends after the finished ones were read is not reported as a
// mistake.
func TestGamesEndMeanwhile(t *testing.T) {
	store := open(t)
	seats := enrol(t, store)
	meet(t, store, "m1", seats, asPlayed)
	late := 0
	between := busy{store, func() {
		if late++; late == 1 {
			meet(t, store, "m2", seats, asPlayed)
		}
	}}
	if count, err := audit.Run(t.Context(), between, rules, func(int) {}); err != nil || count.Ratings != 2 {
		t.Errorf("%+v, %v", count, err)
	}
	always := busy{store, func() {
		late++
		meet(t, store, data.MatchID("m"+strings.Repeat("x", late)), seats, asPlayed)
	}}
	if _, err := audit.Run(t.Context(), always, rules, func(int) {}); err == nil || !strings.Contains(err.Error(), "changes all the time") {
		t.Errorf("while games end all the time: %v", err)
	}
}
