package search

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"testing"

	"noir/engine"
	"noir/engine/enginetest"
	"noir/engine/noirburg/rules"
)

// TestWorlds has all seats, at every move of random games, imagine the position: it must look
// as the real one does, have the same cards, and differ only in those that the seat does not
// see.
func TestWorlds(t *testing.T) {
	for n := range 4 * *matches { // of three to six seats
		seats := rules.MinSeats + n%4
		g := dealt(t, seats, n)
		r := rand.New(rand.NewPCG(uint64(n), 7))
		for asked := g.Prompts(); len(asked) > 0; asked = g.Prompts() {
			for seat := range engine.Seat(seats) {
				if g.Plays(seat) && r.IntN(25) == 0 {
					checkWorld(t, g, seat, r)
				}
			}
			g.makes(t, someMove(g.State, asked[r.IntN(len(asked))].Seat, r))
			if t.Failed() {
				t.Fatalf("game %d", n)
			}
		}
	}
}

// someMove is a random move, sometimes a bot's, resignations included.
func someMove(st engine.State, seat engine.Seat, r *rand.Rand) engine.Move {
	m := engine.Move{Seat: seat, By: engine.ByPlayer, Body: enginetest.Choose(Game{}, st, seat, r)}
	switch r.IntN(600) {
	case 0:
		m.Body = engine.Resign
	case 1, 2, 3, 4, 5:
		m.By = engine.ByBot
	}
	return m
}

func checkWorld(t *testing.T, g *table, seat engine.Seat, r *rand.Rand) {
	t.Helper()
	real := g.State.(*rules.Position)
	if real.Passed(seat) {
		return // it is not asked again
	}
	s := g.sight(seat)
	_, w, err := ponder(s)
	if err != nil {
		t.Fatal(err)
	}
	for s := range real.Mafias {
		if h := w.hands[s]; h.older != real.Mafias[s].Hand.Without(w.stock).Without(h.lured).Len() && engine.Seat(s) != seat {
			t.Errorf("seat %d has %d older cards", s, h.older)
		}
	}
	world := w.deal(r)
	if got := asJSON(world.View(seat)); !bytes.Equal(got, s.View) {
		t.Errorf("seat %d sees\n%s\nand imagines\n%s", seat, s.View, got)
	}
	if got := asJSON(world.Legal(seat)); !bytes.Equal(got, asJSON(s.Legal)) {
		t.Errorf("seat %d may\n%s\nand imagines\n%s", seat, asJSON(s.Legal), got)
	}
	if got, want := everything(&world).Union(rules.SetOf(world.Deck...)), everything(real).Union(rules.SetOf(real.Deck...)); got != want || len(world.Deck) != len(real.Deck) {
		t.Errorf("seat %d imagines the cards %v", seat, got.Cards())
	}
	if got, want := course0(&world), course0(real); got != want {
		t.Errorf("seat %d imagines\n%s\nnot\n%s", seat, got, want)
	}
}

// course0 is what decides how a position goes on, besides what its view shows.
func course0(p *rules.Position) string {
	type fact struct {
		Founded, Seasoned, Resigned bool
		Out                         int
	}
	var facts []fact
	for s := range p.Seats() {
		m := p.Mafias[s]
		facts = append(facts, fact{m.Founded, m.Seasoned, m.Resigned, m.Out})
	}
	text, _ := json.Marshal(struct {
		Facts            []fact
		Turn, Round, Out int
		First            engine.Seat
		Bots             rules.SeatSet
		Drew, Arranged   bool
		Joined           bool
		Places           []int
	}{facts, p.Turn, p.Round, p.Gone, p.Deal.First, p.Bots, p.Acts.Drew, p.Acts.Arranged, p.Windows[0].Joined, p.Standings().Places()})
	return string(text)
}

// TestMemoryMisses: a seat that lets its business fall has no Police, except among cards drawn
// later.
func TestMemoryMisses(t *testing.T) {
	casino, police := named("B4.1")[0], named("POLICE.0")[0]
	st := midgame(t, func(p *rules.Position) {
		found(p, 0, "B4.0", "G4.0")
		p.Of(1).Open.Add(casino)
		p.Of(1).Hand = rules.SetOf(named("G1.0", "G2.0")...)
	}, nil)
	m, err := remember(nil, 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, move := range []engine.Move{
		{Seat: 0, By: engine.ByPlayer, Body: rules.Attack(named("G4.0"), 1, rules.At(casino))},
		{Seat: 1, By: engine.ByPlayer, Body: rules.Pass()},
	} {
		next, plies, err := engine.Make(st, move)
		if err != nil {
			t.Fatal(err)
		}
		for _, ply := range plies {
			if err := m.Hear(ply.Line(1, 2, 0), m.saw); err != nil {
				t.Fatal(err)
			}
		}
		st = next
	}
	odds := func() [2]float64 { return [2]float64{m.hands[1].odds(police, false), m.hands[1].odds(police, true)} }
	if got := odds(); got != [2]float64{missed, missed} {
		t.Errorf("Police is in the hand with %v", got)
	}
	m.saw(rules.Drew{Seat: 1, Count: 1})
	if got := odds(); got != [2]float64{missed, 1} {
		t.Errorf("after drawing Police is in the hand with %v", got)
	}
}

// everything returns all cards that are open, or in a hand.
func everything(p *rules.Position) rules.Set {
	all := visible(p)
	for seat := range p.Seats() {
		all = all.Union(p.Mafias[seat].Trophies)
	}
	return all
}
