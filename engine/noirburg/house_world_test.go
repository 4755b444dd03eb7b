package noirburg

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"testing"

	"noir/engine"
)

// TestWorlds has everybody, at every move of random games, imagine the position: it must
// look as the real one does, hold the same cards, and differ in nothing but those that the
// seat does not see.
func TestWorlds(t *testing.T) {
	for n := range 24 {
		seats := minSeats + n%4
		st := dealt(t, seats, n)
		r := rand.New(rand.NewPCG(uint64(n), 7))
		logs := make([][]engine.Line, seats)
		for asked := st.Prompts(); len(asked) > 0; asked = st.Prompts() {
			for seat := range engine.Seat(seats) {
				if st.Plays(seat) && r.IntN(25) == 0 {
					checkWorld(t, st.(*position), seat, logs[seat], r)
				}
			}
			next, plies := someMove(t, st, asked[r.IntN(len(asked))].Seat, r)
			for _, ply := range plies {
				for s := range logs {
					logs[s] = append(logs[s], ply.Line(len(logs[s])+1, engine.Seat(s), 0))
				}
			}
			st = next
			if t.Failed() {
				t.Fatalf("game %d", n)
			}
		}
	}
}

// someMove makes a move at random, now and then by a bot, a resignation among them.
func someMove(t *testing.T, st engine.State, seat engine.Seat, r *rand.Rand) (engine.State, []engine.Ply) {
	legal := st.Legal(seat)
	m := engine.Move{Seat: seat, By: engine.ByPlayer, Body: complete(st, seat, legal[r.IntN(len(legal))], r)}
	switch r.IntN(600) {
	case 0:
		m.Body = engine.Resign
	case 1, 2, 3, 4, 5:
		m.By = engine.ByBot
	}
	next, plies, err := engine.Make(st, m)
	if err != nil {
		t.Fatal(err)
	}
	return next, plies
}

func checkWorld(t *testing.T, real *position, seat engine.Seat, log []engine.Line, r *rand.Rand) {
	t.Helper()
	if real.passed(seat) {
		return // he is asked no more
	}
	s := engine.Sight{Seat: seat, Seats: real.seats(), View: encode(real.View(seat)), Legal: real.Legal(seat), Log: log}
	_, w, err := ponder(s)
	if err != nil {
		t.Fatal(err)
	}
	for s := range real.mafias {
		if h := w.hands[s]; h.older != real.mafias[s].hand.without(w.stock).without(h.lured).len() && engine.Seat(s) != seat {
			t.Errorf("seat %d has %d older cards", s, h.older)
		}
	}
	world := w.deal(r)
	if got := encode(world.View(seat)); !bytes.Equal(got, s.View) {
		t.Errorf("seat %d sees\n%s\nand imagines\n%s", seat, s.View, got)
	}
	if got := encode(world.Legal(seat)); !bytes.Equal(got, encode(s.Legal)) {
		t.Errorf("seat %d may\n%s\nand imagines\n%s", seat, encode(s.Legal), got)
	}
	if got, want := world.everything().union(setOf(world.deck...)), real.everything().union(setOf(real.deck...)); got != want || len(world.deck) != len(real.deck) {
		t.Errorf("seat %d imagines the cards %v", seat, got.cards())
	}
	if got, want := course0(&world), course0(real); got != want {
		t.Errorf("seat %d imagines\n%s\nnot\n%s", seat, got, want)
	}
}

// course0 is what decides how a position goes on, beside what its view shows.
func course0(p *position) string {
	type fact struct {
		Founded, Seasoned, Resigned bool
		Out                         int
	}
	var facts []fact
	for s := range p.seats() {
		m := p.mafias[s]
		facts = append(facts, fact{m.founded, m.seasoned, m.resigned, m.out})
	}
	text, _ := json.Marshal(struct {
		Facts            []fact
		Turn, Round, Out int
		First            engine.Seat
		Bots             seatSet
		Drew, Arranged   bool
		Joined           bool
		Places           []int
	}{facts, p.turn, p.round, p.gone, p.deal.first, p.bots, p.acts.drew, p.acts.arranged, p.windows[0].joined, p.placement()})
	return string(text)
}

// TestMemoryMisses has who lets his business fall hold no Police, but for the cards that he
// draws afterwards.
func TestMemoryMisses(t *testing.T) {
	casino, police := named("B4.1")[0], named("POLICE.0")[0]
	st := midgame(t, func(p *position) {
		found(p, 0, "B4.0", "G4.0")
		p.of(1).open.add(casino)
		p.of(1).hand = setOf(named("G1.0", "G2.0")...)
	}, nil)
	m, err := remember(nil, 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, move := range []engine.Move{
		{Seat: 0, By: engine.ByPlayer, Body: Attack(named("G4.0"), 1, At(casino))},
		{Seat: 1, By: engine.ByPlayer, Body: Pass()},
	} {
		next, plies, err := engine.Make(st, move)
		if err != nil {
			t.Fatal(err)
		}
		for _, ply := range plies {
			if err := m.hear(ply.Line(1, 2, 0)); err != nil {
				t.Fatal(err)
			}
		}
		st = next
	}
	odds := func() [2]float64 { return [2]float64{m.hands[1].odds(police, false), m.hands[1].odds(police, true)} }
	if got := odds(); got != [2]float64{missed, missed} {
		t.Errorf("Police is in the hand with %v", got)
	}
	m.saw(Drew{Seat: 1, Count: 1})
	if got := odds(); got != [2]float64{missed, 1} {
		t.Errorf("after drawing Police is in the hand with %v", got)
	}
}
