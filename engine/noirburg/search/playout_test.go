package search

import (
	"math"
	"math/rand/v2"
	"testing"

	"noir/engine"
	"noir/engine/noirburg/rules"
)

// TestPlayoutsOfARound: at any move of a game a playout of one round ends when all have had one turn more, at the
// beginning of a turn and with chances that are one together, or with the game; one to the end ends with the game.
func TestPlayoutsOfARound(t *testing.T) {
	short, whole := 0, 0
	for i, s := range sightsOf(t, 4) {
		p, w, err := ponder(s)
		if err != nil {
			t.Fatal(err)
		}
		tries, err := p.candidates()
		if err != nil {
			t.Fatal(err)
		}
		world := w.deal(rand.New(rand.NewPCG(uint64(i), 4)))
		var q playout
		for q.rounds = range 2 {
			q.run(&world, s.Seat, tries[0].Move)
			if q.Over() {
				whole++
			} else if short++; q.rounds == 0 || q.Depth > 0 || q.Turn != world.Turn+q.Living() {
				t.Fatalf("move %d: a playout of %d rounds from turn %d ends in turn %d, with %d windows open", i, q.rounds, world.Turn, q.Turn, q.Depth)
			}
			sum := 0.0
			for seat := range engine.Seat(q.Seats()) {
				sum += q.share(seat)
			}
			if math.Abs(sum-1) > 1e-5 {
				t.Fatalf("move %d: the seats win %g together", i, sum)
			}
		}
	}
	if short == 0 || whole < short {
		t.Errorf("%d playouts ended after a round, %d with the game", short, whole)
	}
}

// TestABreachTakesWhatThereIs: of a rival who can pay whatever the die says, a breach takes what they lose; a rival who
// cannot pay loses a trophy, and you have won two.
func TestABreachTakesWhatThereIs(t *testing.T) {
	s := sightsOf(t, 3)[0]
	_, w, err := ponder(s)
	if err != nil {
		t.Fatal(err)
	}
	world := w.deal(rand.New(rand.NewPCG(1, 4)))
	var p playout
	p.begin(&world)
	for _, c := range []struct {
		money, income int
		gain, harm    float64
	}{
		{100, 0, 3.5, 3.5},
		{6, 0, 3.5, 3.5},
		{100, 5, 8.5, 8.5},
		{0, 0, 2 * rules.Trophy, rules.Trophy},
		{5, 5, 5 + 2*rules.Trophy, 5 + rules.Trophy},
	} {
		p.Of(0).Money = c.money
		gain, harm := p.extort(0, c.income)
		if math.Abs(gain-c.gain) > 1e-9 || math.Abs(harm-c.harm) > 1e-9 {
			t.Errorf("with %d and %d more to pay than the die says: %g and %g, not %g and %g", c.money, c.income, gain, harm, c.gain, c.harm)
		}
	}
}
