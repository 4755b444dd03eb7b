package noirburg_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"noir/data"
	"noir/engine"
	"noir/engine/noirburg"
	"noir/engine/noirburg/rules"
	"noir/matchmaking"
	"noir/tui/tuitest"
)

// names are the players at the tests' tables.
var names = [...]string{"marlowe", "spade", "vera", "sam", "nick", "brigid"}

// game is a real game, move by move.
type game struct {
	t     testing.TB
	seats int
	state engine.State
	log   []engine.Ply
	kept  []engine.Seat // seats whose answers are kept back
	dice  *rand.Rand
}

// deal starts a game of a seed; its random moves follow from the seed as well.
func deal(t testing.TB, seed byte, seats int) *game {
	t.Helper()
	state, err := noirburg.Game{}.Start(engine.Setup{Seed: engine.Seed{seed}, Seats: seats})
	if err != nil {
		t.Fatal(err)
	}
	return &game{t: t, seats: seats, state: state, dice: rand.New(rand.NewPCG(uint64(seed), 1))}
}

func (g *game) view(s engine.Seat) rules.View { return g.state.View(s).(rules.View) }

func (g *game) over() bool {
	_, over := g.state.Result()
	return over
}

// asked are the seats that are asked for a move.
func (g *game) asked() []engine.Seat {
	var seats []engine.Seat
	for _, p := range g.state.Prompts() {
		seats = append(seats, p.Seat)
	}
	return seats
}

// apply makes a move of any kind; answers that are kept back stay so.
func (g *game) apply(m engine.Move) {
	g.t.Helper()
	next, plies, err := g.state.Apply(m)
	if err != nil {
		g.t.Fatalf("seat %d makes %s: %v", m.Seat, m.Body, err)
	}
	g.state, g.log = next, append(g.log, plies...)
	if g.kept = append(g.kept, m.Seat); len(plies) > 0 {
		g.kept = nil
	}
}

// release puts kept answers into the log if the position is ripe.
func (g *game) release() {
	next, plies := engine.Release(g.state)
	g.state, g.log, g.kept = next, append(g.log, plies...), nil
}

// play makes a seat's move and releases what becomes ripe by it.
func (g *game) play(s engine.Seat, body json.RawMessage) {
	g.t.Helper()
	g.apply(engine.Move{Seat: s, By: engine.ByPlayer, Body: body})
	if engine.Ripe(g.state) {
		g.release()
	}
}

// refusal says why the rules refuse a seat's move, nil if they take it.
func (g *game) refusal(s engine.Seat, body string) error {
	_, _, err := g.state.Apply(engine.Move{Seat: s, By: engine.ByPlayer, Body: json.RawMessage(body)})
	return err
}

// chance makes a random move: of a player who is asked, or a card of another.
func (g *game) chance() {
	g.t.Helper()
	asked := g.asked()
	s := asked[g.dice.IntN(len(asked))]
	if g.dice.IntN(8) == 0 {
		if other := engine.Seat(g.dice.IntN(g.seats)); len(g.state.Legal(other)) > 0 {
			s = other
		}
	}
	g.play(s, g.choose(s))
}

// eager says how much likelier a type of moves is than another, so that mafias grow
// and fight.
var eager = map[string]int{
	rules.TypeArrange: 40, rules.TypeAttack: 12, rules.TypeOpen: 80, rules.TypeMoveHideout: 1, rules.TypeDraw: 12,
	rules.TypeDiscard: 1, rules.TypeEndTurn: 2, rules.TypePass: 12, rules.TypeMulligan: 1,
	rules.TypePoker: 1, rules.TypePolice: 1, rules.TypeBribe: 8, rules.TypeDriveby: 1, rules.TypeTurncoat: 1,
}

// choose picks one of a seat's legal moves.
func (g *game) choose(s engine.Seat) json.RawMessage {
	var lots []json.RawMessage
	for _, entry := range g.state.Legal(s) {
		var shape struct{ Type string }
		if err := json.Unmarshal(entry, &shape); err != nil {
			g.t.Fatal(err)
		}
		lots = append(lots, slices.Repeat([]json.RawMessage{entry}, eager[shape.Type])...)
	}
	return g.complete(s, lots[g.dice.IntN(len(lots))])
}

// complete makes a move of an entry of Legal.
func (g *game) complete(s engine.Seat, entry json.RawMessage) json.RawMessage {
	g.t.Helper()
	view, err := json.Marshal(g.state.View(s))
	if err != nil {
		g.t.Fatal(err)
	}
	move, err := noirburg.Game{}.Complete(view, s, entry, g.dice)
	if err != nil {
		g.t.Fatal(err)
	}
	return move
}

// histories hold every position of random games, from the first to the last, by
// their seats and seeds: to play a game takes longer than to look at it.
var histories sync.Map

// history returns all positions of a random game. They are not to be played on: see
// moment.
func history(t testing.TB, seed byte, seats int) []game {
	t.Helper()
	of := [2]int{int(seed), seats}
	if known, ok := histories.Load(of); ok {
		return known.([]game)
	}
	g := deal(t, seed, seats)
	all := []game{*g}
	for !g.over() {
		g.chance()
		all = append(all, *g)
	}
	histories.Store(of, all)
	return all
}

// moment returns a position of a history as a game that goes on from there.
func moment(t testing.TB, all []game, at int) *game {
	g := all[at]
	g.t, g.dice = t, rand.New(rand.NewPCG(uint64(at), 2))
	g.log, g.kept = slices.Clip(g.log), slices.Clip(g.kept)
	return &g
}

// frame is what a viewer sees of the game's newest position.
func (g *game) frame(s engine.Seat) matchmaking.Frame {
	g.t.Helper()
	f := matchmaking.Frame{
		Revision: len(g.log) + 1, Match: "m1", Game: "noirburg", Rated: true, Pace: data.Live, Seat: s,
		Clock:    noirburg.Game{}.Info().Clock,
		View:     tuitest.JSON(g.t, g.state.View(s)),
		Clocks:   make([]matchmaking.SeatClock, g.seats),
		Kept:     matchmaking.Kept{Now: slices.Contains(g.kept, s)},
		Watchers: 2,
	}
	for i := range g.seats {
		rating := 1500 + float64(i)*17
		f.Seats = append(f.Seats, matchmaking.Seated{Name: names[i], Rating: &rating, Kind: data.Human})
		f.Clocks[i] = matchmaking.SeatClock{Since: tuitest.Noon, Bank: 72 * time.Second}
	}
	for i, p := range g.log {
		f.Log = append(f.Log, p.Line(i+1, s, int64(i)*1000))
	}
	for _, p := range g.state.Prompts() {
		f.Clocks[p.Seat] = matchmaking.SeatClock{Asked: true, Running: true, Since: tuitest.Noon.Add(-4 * time.Second), Move: p.Budget}
		if p.Bank {
			f.Clocks[p.Seat].Bank = 90 * time.Second
		}
	}
	if legal := g.state.Legal(s); len(legal) > 0 {
		f.Turn = &matchmaking.Turn{Ply: len(g.log) + 1, Legal: legal}
	}
	if result, over := g.state.Result(); over {
		f.End, f.Turn = &matchmaking.End{Result: result}, nil
		f.Open = g.open()
	}
	return f
}

// open are the views of all seats.
func (g *game) open() []json.RawMessage {
	views := make([]json.RawMessage, g.seats)
	for s := range views {
		views[s] = tuitest.JSON(g.t, g.state.View(engine.Seat(s)))
	}
	return views
}

// isAsked reports whether a seat is asked.
func (g *game) isAsked(s engine.Seat) bool { return slices.Contains(g.asked(), s) }
