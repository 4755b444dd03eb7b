package search

import (
	"math/rand/v2"
	"testing"

	"noir/engine/noirburg/network"
	"noir/engine/noirburg/rules"
)

// TestScenesEndWithTheTurn: what boss plays on ends in time, costs something, and gives a chance, whatever the moment.
func TestScenesEndWithTheTurn(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	ended := 0
	for _, s := range sightsOf(t, 3) {
		_, w, err := ponder(s)
		if err != nil {
			t.Fatal(err)
		}
		if r.IntN(4) > 0 {
			continue
		}
		world := w.deal(r)
		m := mind{net: network.Learned}
		play := byNetwork(network.Learned, s.Seat)
		for _, o := range m.ponder(&world, s.Seat) {
			won, cost := play(&world, o.Move)
			if won < 0 || won > 1 || cost <= 0 {
				t.Fatalf("%s in turn %d wins %g for %d", o.Body(), world.Turn, won, cost)
			}
			if again, _ := byNetwork(network.Learned, s.Seat)(&world, o.Move); again-won > 1e-4 || won-again > 1e-4 {
				t.Fatalf("%s in turn %d wins %g, then %g", o.Body(), world.Turn, won, again)
			}
			if won == 0 || won == 1 {
				ended++
			}
		}
	}
	if ended == 0 {
		t.Error("no game ends")
	}
}

// TestBossSeesAWin: boss ends the turn with the majority of the money, which another move would spend.
func TestBossSeesAWin(t *testing.T) {
	world := *midgame(t, func(p *rules.Position) {
		p.Of(0).Money, p.Bank = rules.Majority(3), p.Bank-rules.Majority(3)+rules.StartMoney
		p.Of(0).Hand = rules.SetOf(named("B4.0")...)
		p.Deal.First = 0
	}, nil).(*rules.Position)
	world.Deck = named("G1.0", "G1.1", "G1.2")
	world.Chance = anySeed(rand.New(rand.NewPCG(1, 1))).Chance()
	play := byNetwork(network.Learned, 0)
	for _, c := range []struct {
		move rules.Move
		won  bool
	}{
		{rules.Move{Type: rules.TypeEndTurn}, true},
		{rules.Move{Type: rules.TypeDraw, Count: 3}, false},
	} {
		if won, _ := play(&world, c.move); won == 1 != c.won {
			t.Errorf("%s wins %g", c.move.Body(), won)
		}
	}
}

// TestBestOfTheMostWorlds: a move that was dropped does not count, however well it did until then.
func TestBestOfTheMostWorlds(t *testing.T) {
	first, dropped, better := rules.Move{Type: rules.TypeEndTurn}, rules.Move{Type: rules.TypePass}, rules.Move{Type: rules.TypeDraw}
	s := search{tries: []*try{
		{Move: first, won: []float64{.4, .4}}, {Move: dropped, won: []float64{.9}}, {Move: better, won: []float64{.4, .5}},
	}}
	if got := s.best(); got.Type != better.Type {
		t.Errorf("it makes %s, want %s", got.Body(), better.Body())
	}
}
