package search

import (
	"math"
	"math/rand/v2"
	"testing"

	"noir/engine/noirburg/rules"
)

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
