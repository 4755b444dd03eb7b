package districtnoir_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"
	"time"

	"noir/data"
	"noir/engine"
	rules "noir/engine/districtnoir"
	"noir/matchmaking"
	"noir/tui/tuitest"
)

// game is a real game, move by move.
type game struct {
	t     testing.TB
	steps []engine.Step
	log   []engine.Ply
}

// deal starts a game of a seed.
func deal(t testing.TB, seed byte) *game {
	t.Helper()
	state, err := rules.Game{}.Start(engine.Setup{Seed: engine.Seed{seed}, Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	return &game{t: t, steps: []engine.Step{{State: state}}}
}

func (g *game) state() engine.State { return g.steps[len(g.steps)-1].State }

// mover is the seat that is asked; Spectator when the game is over.
func (g *game) mover() engine.Seat {
	for _, p := range g.state().Prompts() {
		return p.Seat
	}
	return engine.Spectator
}

// apply makes a move of any kind.
func (g *game) apply(m engine.Move) {
	g.t.Helper()
	next, plies, err := engine.Make(g.state(), m)
	if err != nil {
		g.t.Fatalf("move %d: %v", len(g.steps), err)
	}
	g.steps = append(g.steps, engine.Step{State: next, Plies: plies})
	g.log = append(g.log, plies...)
}

// play makes a move of the seat that is asked.
func (g *game) play(body json.RawMessage) {
	g.t.Helper()
	g.apply(engine.Move{Seat: g.mover(), By: engine.ByPlayer, Body: body})
}

// chooser decides in tests.
type chooser func(v rules.View, legal []json.RawMessage) json.RawMessage

// longRow takes as early as it can in two rounds and as late as it can after
// them: so the row grows to 20 cards, the most there can be.
func longRow(v rules.View, legal []json.RawMessage) json.RawMessage {
	if v.Round < 3 {
		return legal[len(legal)-1]
	}
	return legal[0]
}

// random chooses by a seed.
func random(seed uint64) chooser {
	dice := rand.New(rand.NewPCG(seed, seed))
	return func(_ rules.View, legal []json.RawMessage) json.RawMessage { return legal[dice.IntN(len(legal))] }
}

// run makes moves until the condition holds or the game is over.
func (g *game) run(choose chooser, until func(rules.View) bool) *game {
	g.t.Helper()
	for g.mover() != engine.Spectator && !until(g.view(g.mover())) {
		g.play(choose(g.view(g.mover()), g.state().Legal(g.mover())))
	}
	return g
}

func never(rules.View) bool { return false }

func (g *game) view(s engine.Seat) rules.View { return g.state().View(s).(rules.View) }

// frame is what a viewer sees of the game's newest position.
func (g *game) frame(s engine.Seat) matchmaking.Frame {
	g.t.Helper()
	ratings := []float64{1512, 1532.4}
	f := matchmaking.Frame{
		Revision: len(g.steps), Match: "m1", Game: "district-noir", Rated: true, Pace: data.Live, Seat: s,
		Seats: []matchmaking.Seated{
			{Name: "marlowe", Rating: &ratings[0], Kind: data.Human},
			{Name: "spade", Rating: &ratings[1], Kind: data.Human},
		},
		Clock:    rules.Game{}.Info().Clock,
		View:     tuitest.JSON(g.t, g.state().View(s)),
		Clocks:   make([]matchmaking.SeatClock, 2),
		Watchers: 2,
	}
	for i, p := range g.log {
		f.Log = append(f.Log, p.Line(i+1, s, int64(i)*1000))
	}
	for i := range f.Clocks {
		f.Clocks[i] = matchmaking.SeatClock{Since: tuitest.Noon, Bank: 72 * time.Second}
	}
	for _, p := range g.state().Prompts() {
		f.Clocks[p.Seat] = matchmaking.SeatClock{
			Asked: true, Running: true, Since: tuitest.Noon.Add(-8 * time.Second), Move: p.Budget, Bank: 90 * time.Second,
		}
	}
	if legal := g.state().Legal(s); len(legal) > 0 {
		f.Turn = &matchmaking.Turn{Ply: len(g.log) + 1, Legal: legal}
	}
	if result, over := g.state().Result(); over {
		f.End = &matchmaking.End{Result: result}
		f.Open = g.open()
	}
	return f
}

// open are the views of both seats.
func (g *game) open() []json.RawMessage {
	return []json.RawMessage{tuitest.JSON(g.t, g.state().View(0)), tuitest.JSON(g.t, g.state().View(1))}
}
