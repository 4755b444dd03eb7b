package local_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine"
	"noir/engine/enginetest"
	"noir/engine/noirburg"
	"noir/internal/await"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/local"
	"noir/matchmaking/replay"
)

// from is a ticket for a game with the house that goes on from another game.
func from(p data.Player, id data.MatchID, plies int) matchmaking.Ticket {
	return matchmaking.Ticket{Player: p, Bot: "easy", Origin: data.Origin{Match: id, Plies: plies}}
}

// past stores a finished match.
func (h *house) past(m data.Match) {
	h.t.Helper()
	moves, result := m.Moves, *m.Result
	m.Moves, m.Result, m.Started = nil, nil, time.Now()
	for i := range m.Seats {
		m.Seats[i].Name, m.Seats[i].Kind = string(rune('a'+i)), data.Guest
	}
	if _, err := h.store.Open(h.t.Context(), m); err != nil {
		h.t.Fatal(err)
	}
	if _, err := h.store.Finish(h.t.Context(), m.ID, time.Now(), result, moves...); err != nil {
		h.t.Fatal(err)
	}
}

// TestPlayingOn goes on from the middle of a rated game in the player's own seat, across a restart,
// to the end. None of it counts.
func TestPlayingOn(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) { playOn(t, dir) })
}

func playOn(t *testing.T, dir string) {
	h := openHouse(t, dir)
	anna, bert := h.player("anna"), h.player("bert")
	id, seats := h.pair(anna, bert)
	own := seats[0].frame().Seat
	if seats[0].frame().Seats[own].Name != "anna" {
		own = 1 - own
	}
	finish(t, seats)
	played, err := h.store.Match(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	before, err := h.store.Record(t.Context(), anna.ID, game)
	if err != nil || len(before.Rivals) != 1 {
		t.Fatal(err)
	}

	on := h.seatOf(h.silent(from(anna, id, 7)))
	g := h.sit(on, anna)
	f := g.frame()
	want := data.Origin{Match: id, Plies: 7}
	if f.Seat != own || f.Seats[own].Name != "anna" || f.Seats[1-own].Kind != data.Bot || f.Rated || f.Origin != want || f.Commit != played.Seed.Commit() {
		t.Fatalf("goes on as %+v", f)
	}
	f = g.await(func(f matchmaking.Frame) bool { return f.Ply() >= 7 })
	for i, l := range f.Log[:7] {
		if l.Seat != played.Moves[i].Seat || string(l.Move) != string(played.Moves[i].Move) || l.AtMS != 0 {
			t.Errorf("ply %d is %+v, and was %+v", i+1, l, played.Moves[i])
		}
	}
	g.await(myTurn)
	g.move(0)
	made := g.await(func(f matchmaking.Frame) bool { return f.Ply() > 7 }).Ply()
	h.close()

	h = openHouse(t, dir)
	defer h.close()
	g = h.sit(on, anna)
	if f := g.frame(); f.Ply() < made || f.Origin != want || f.Seats[own].Substitute {
		t.Fatalf("after a restart %d plies, from %+v", f.Ply(), f.Origin)
	}
	end, err := g.playOut(3)
	if err != nil || len(end.End.Changes) != 0 {
		t.Fatalf("%+v, %v", end.End, err)
	}
	m, err := h.store.Match(t.Context(), on)
	if err != nil || m.Origin != want || m.Seed != played.Seed || !m.Passing {
		t.Errorf("stored as %+v, %v", m, err)
	}
	if after, err := h.store.Record(t.Context(), anna.ID, game); err != nil || !reflect.DeepEqual(after, before) {
		t.Errorf("the record is %+v, and was %+v, %v", after, before, err)
	}
	if again, err := h.Queue(t.Context(), from(anna, on, 9)); err != nil {
		t.Errorf("a game that went on is not gone on from: %v", err)
	} else if f := h.sit(h.seatOf(again), anna).frame(); f.Origin != (data.Origin{Match: on, Plies: 9}) {
		t.Errorf("went on from %+v", f.Origin)
	}
}

// TestForks: every moment of a long game with windows can be forked, without the answers that were
// kept back there.
func TestForks(t *testing.T) {
	m := brawl(t)
	steps, err := engine.Replay(noirburg.Game{}, m.Setup(), data.Moves(m.Moves))
	if err != nil {
		t.Fatal(err)
	}
	r, err := replay.New(noirburg.Game{}, m)
	if err != nil {
		t.Fatal(err)
	}
	given, settled, earlier := 0, 0, 0
	for moment, s := range steps {
		if given += len(s.Plies); given == moment {
			settled = moment
		} else {
			earlier++
		}
		r.Seek(moment)
		f, err := r.Fork()
		if moment == len(steps)-1 {
			var bad *matchmaking.BadTerms
			if !errors.As(err, &bad) {
				t.Errorf("at the end: %v", err)
			}
			break
		}
		if err != nil || f.Origin().Plies != settled {
			t.Fatalf("moment %d goes on from %+v, not %d, %v", moment, f.Origin(), settled, err)
		}
		if s := f.Seat(0); !steps[settled].State.Plays(s) {
			t.Errorf("moment %d: seat %d plays no more", moment, s)
		}
	}
	if earlier == 0 {
		t.Error("no answer was kept back in this game")
	}
	for _, beyond := range []int{-1, len(m.Moves) + 1} {
		var bad *matchmaking.BadTerms
		if _, err := replay.NewFork(noirburg.Game{}, m, beyond); !errors.As(err, &bad) {
			t.Errorf("after %d moves: %v", beyond, err)
		}
	}
	first, err := replay.NewFork(noirburg.Game{}, m, 0)
	if err != nil {
		t.Fatal(err)
	}
	for wish, there := range map[engine.Seat]bool{engine.Spectator: false, 0: true, 5: true, 6: false} {
		if seat, err := first.Take(0, &wish); (err == nil) != there || there && seat != wish {
			t.Errorf("seat %d is taken as %d, %v", wish, seat, err)
		}
	}
}

// TestPlayingOnInAWindow opens tables of six from moments with kept answers and from others, in a
// chosen seat.
func TestPlayingOnInAWindow(t *testing.T) {
	m := brawl(t)
	h := openHouseWithin(t, t.TempDir(), local.Limits{})
	h.past(m)
	guest := data.Player{ID: -7, Name: "guest-0007"}
	for moment := 5; moment < len(m.Moves); moment += 97 {
		fork, err := replay.NewFork(noirburg.Game{}, m, moment)
		if err != nil {
			t.Fatal(err)
		}
		seats := fork.Seats()
		ticket := from(guest, m.ID, moment)
		ticket.Seat = &seats[len(seats)-1]
		on := h.seatOf(h.silent(ticket))
		g := h.sit(on, guest)
		f := g.frame()
		const own = 1 // pass in the window of that moment, which the table makes for a hand without an answer
		if f.Seat != *ticket.Seat || f.Ply() < fork.Origin().Plies || f.Origin != fork.Origin() || len(f.Seats) != 6 || f.Passed > own {
			t.Errorf("moment %d goes on as seat %d after %d plies from %+v", moment, f.Seat, f.Ply(), f.Origin)
		}
		if err := g.Resign(t.Context()); err != nil {
			t.Error(err)
		}
		g.Leave()
	}
}

// TestPlayingOnIsRefused where there is nothing to go on from. A refused ticket gives back its place
// among replays, of which there is one here.
func TestPlayingOnIsRefused(t *testing.T) {
	m := brawl(t)
	h := openHouseAt(t, t.TempDir(), map[quota.Good]string{quota.Replays: "1"})
	h.past(m)
	anna, bert := h.player("anna"), h.player("bert")
	running, _ := h.pair(anna, bert)
	with := func(change func(*matchmaking.Ticket)) matchmaking.Ticket {
		t := from(anna, m.ID, 5)
		change(&t)
		return t
	}
	nobody := engine.Seat(6)
	for sentence, ticket := range map[string]matchmaking.Ticket{
		"the game is not over":                                     from(anna, running, 0),
		`there is no finished game "none"`:                         from(anna, "none", 0),
		"that game has the moves 0 to":                             from(anna, m.ID, len(m.Moves)+1),
		"the game is over there: choose an earlier move":           from(anna, m.ID, len(m.Moves)),
		"that is a game of noirburg":                               with(func(t *matchmaking.Ticket) { t.Game = game }),
		"only against the house can you go on from another game":   with(func(t *matchmaking.Ticket) { t.Bot = "" }),
		"nobody plays on that seat at that move":                   with(func(t *matchmaking.Ticket) { t.Seat = &nobody }),
		"a table with the house is casual":                         with(func(t *matchmaking.Ticket) { t.Rated = true }),
		"you choose a seat only where you go on from another game": {Player: anna, Terms: matchmaking.Terms{Game: game}, Bot: "easy", Seat: &nobody},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), await.Limit())
		if _, err := h.Queue(ctx, ticket); err == nil || !strings.Contains(err.Error(), sentence) {
			t.Errorf("%v, not %q", err, sentence)
		}
		cancel()
	}
}

// TestOthersLapsesDoNotCount: a player takes a seat whose former player ran out of time. They are
// not warned for it, and the house does not take the seat over.
func TestOthersLapsesDoNotCount(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		town := noirburg.Game{}
		m := data.Match{ID: "lapsed", Game: "noirburg", Pace: data.Live, Seed: engine.Seed{6}, Seats: make([]data.Seat, 3)}
		state, err := town.Start(m.Setup())
		if err != nil {
			t.Fatal(err)
		}
		dice, at := rand.New(rand.NewPCG(6, 6)), 0 // the plies up to the lapse
		for asked := state.Prompts(); len(asked) > 0; asked = state.Prompts() {
			seat := asked[dice.IntN(len(asked))].Seat
			moves := []engine.Move{{Seat: seat, By: engine.ByPlayer, Body: enginetest.Choose(town, state, seat, dice)}}
			lapses := at == 0 && seat == 0 && len(m.Moves) > 20 && asked[0].Minimum == 0
			if lapses {
				moves = state.Expire(seat)
			}
			for _, move := range moves {
				next, plies, err := engine.Make(state, move)
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range plies {
					m.Moves = append(m.Moves, data.NewEntry(len(m.Moves)+1, p, int64(len(m.Moves))*500))
				}
				state = next
			}
			if lapses {
				at = len(m.Moves)
			}
		}
		result, _ := state.Result()
		m.Result = &result
		h.past(m)
		guest := data.Player{ID: -7, Name: "guest-0007"}
		ticket := from(guest, m.ID, at)
		ticket.Seat = new(engine.Seat)
		g := h.sit(h.seatOf(h.silent(ticket)), guest)
		time.Sleep(time.Minute)
		if f := g.frame(); f.Seats[f.Seat].Substitute || f.Warned || len(f.Notes) > 0 || f.Clocks[f.Seat].Running {
			t.Errorf("after a minute they see %+v", f)
		}
		if f := g.await(myTurn); f.Turn == nil {
			t.Errorf("it is over: %+v", f.End)
		}
	})
}
