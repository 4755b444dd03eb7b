package network_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"noir/engine"
	"noir/engine/noirburg/network"
	"noir/engine/noirburg/rules"
	"noir/engine/noirburg/search"
	"noir/engine/weights"
)

// dealt starts game n.
func dealt(t testing.TB, seats, n int) *rules.Position {
	t.Helper()
	st, err := rules.Game{}.Start(engine.Setup{Seed: engine.Seed{byte(n), byte(seats), 23}, Seats: seats})
	if err != nil {
		t.Fatal(err)
	}
	return st.(*rules.Position)
}

// moments are those of games played by reflexes, with the results.
func moments(t testing.TB, games, seats int) (all []search.Moment) {
	t.Helper()
	lesson := search.Lesson{Net: network.Learned, Reflex: true, Trace: 1}
	for n := range games {
		all = append(all, lesson.Play(*dealt(t, seats, n), rand.New(rand.NewPCG(1, 1)))...)
	}
	return all
}

// positions are those of a game in which no window is open.
func positions(t testing.TB, seats int) (all []*rules.Position) {
	t.Helper()
	player, err := search.House("easy", 1)
	if err != nil {
		t.Fatal(err)
	}
	var st engine.State = dealt(t, seats, 1)
	for asked := st.Prompts(); len(asked) > 0; asked = st.Prompts() {
		seat := asked[0].Seat
		view, err := json.Marshal(st.View(seat))
		if err != nil {
			t.Fatal(err)
		}
		body, err := player.Choose(t.Context(), engine.Sight{Seat: seat, Seats: seats, View: view, Legal: st.Legal(seat)})
		if err != nil {
			t.Fatal(err)
		}
		if st, _, err = engine.Make(st, engine.Move{Seat: seat, By: engine.ByPlayer, Body: body}); err != nil {
			t.Fatal(err)
		}
		if p := st.(*rules.Position); p.Depth == 0 && !p.Over() {
			all = append(all, p)
		}
	}
	return all
}

// TestWeights: the embedded weights are few enough, and the file is what they say.
func TestWeights(t *testing.T) {
	embedded, err := os.ReadFile("weights.bin")
	if err != nil {
		t.Fatal(err)
	}
	if len(embedded) > 100<<10 {
		t.Errorf("%d bytes of weights, want at most 100 KiB", len(embedded))
	}
	if !bytes.Equal(weights.Encode(network.Learned.Parts()), embedded) {
		t.Error("the weights are written otherwise than they were read")
	}
}

// TestChancesHold holds the chances against results of games at tables of every size.
func TestChancesHold(t *testing.T) {
	off, unknown := 0.0, 0.0
	for seats, games := range map[int]int{3: 60, 4: 40, 5: 30, 6: 20} {
		for _, m := range moments(t, games, seats) {
			var l network.Layers
			off += square(network.Learned.Chance(&l, &m.Inputs) - m.Chance)
			unknown += square(1/float32(seats) - m.Chance)
		}
	}
	t.Logf("off by %.3f of what it would be if all were equals", off/unknown)
	if off > 0.9*unknown {
		t.Errorf("off by %.3f of what it would be if all were equals", off/unknown)
	}
}

func square(x float32) float64 { return float64(x) * float64(x) }

// TestSeatsAreAlike: where a seat sits does not matter beside the order.
func TestSeatsAreAlike(t *testing.T) {
	const seats = 4
	for _, p := range positions(t, seats) {
		turned := *p
		for s := range seats {
			turned.Mafias[(s+1)%seats] = p.Mafias[s]
		}
		turned.Acts.Attacked = rules.Set{}
		for c := range p.Acts.Attacked.All() {
			if c >= rules.FirstHideout {
				c = rules.HideoutOf((int(c-rules.FirstHideout) + 1) % seats)
			}
			turned.Acts.Attacked.Add(c)
		}
		turned.Active = (p.Active + 1) % seats
		turned.Countdown.Holder = (p.Countdown.Holder + 1) % seats
		turns, turnedTurns := [rules.Hideouts]int{1, 2, 3, 4}, [rules.Hideouts]int{4, 1, 2, 3}
		for s := range engine.Seat(seats) {
			if !p.Of(s).Alive {
				continue
			}
			var was, is network.Inputs
			was.See(p, s, &turns, network.Unseen(p, s), 1)
			is.See(&turned, (s+1)%seats, &turnedTurns, network.Unseen(&turned, (s+1)%seats), 1)
			if was != is {
				t.Fatalf("seat %d sees %v, and one seat on %v", s, was, is)
			}
		}
	}
}

// TestOthersHandsAreHidden: a seat sees nothing of other hands but their sizes.
func TestOthersHandsAreHidden(t *testing.T) {
	for _, p := range positions(t, 3) {
		if p.Of(1).Hand.Len() != p.Of(2).Hand.Len() {
			continue
		}
		other, turns := *p, [rules.Hideouts]int{}
		other.Of(1).Hand, other.Of(2).Hand = p.Of(2).Hand, p.Of(1).Hand
		var was, is network.Inputs
		was.See(p, 0, &turns, network.Unseen(p, 0), 0)
		if is.See(&other, 0, &turns, network.Unseen(&other, 0), 0); was != is {
			t.Fatalf("with other hands it sees %v, not %v", is, was)
		}
	}
}

// TestGradient holds the gradient of the error against differences of it.
func TestGradient(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var n, gradient network.Net
	for _, part := range n.Parts() {
		for i := range part {
			part[i] = float32(r.Float64()*2-1) * 0.3
		}
	}
	all := moments(t, 1, 4)
	in, truth := &all[len(all)/2].Inputs, float32(0)
	if n.Chance(new(network.Layers), in) < 0.5 { // be far from it
		truth = 1
	}
	off := func(gradient *network.Net) float64 {
		var l network.Layers
		n.Chance(&l, in)
		return n.Backward(gradient, &l, truth)
	}
	off(&gradient)
	gradients, compared := gradient.Parts(), 0
	for i, part := range n.Parts() {
		j := r.IntN(len(part))
		const step = 1e-3
		was := part[j]
		part[j] = was + step
		above := off(new(network.Net))
		part[j] = was - step
		slope := (above - off(new(network.Net))) / (2 * step)
		part[j] = was
		if got := float64(gradients[i][j]); math.Abs(got-slope) > 0.02*math.Abs(slope)+2e-3 {
			t.Errorf("part %d, weight %d: gradient %.5f, want %.5f", i, j, got, slope)
		}
		if math.Abs(slope) > 1e-2 {
			compared++
		}
	}
	if compared < 10 {
		t.Errorf("only %d gradients differ from 0", compared)
	}
}

// TestNothingIsLeftOver: looking at other inputs after some gives what a first look at them does.
func TestNothingIsLeftOver(t *testing.T) {
	var l network.Layers
	for seats := range 3 {
		for _, m := range moments(t, 1, 6-seats) {
			var fresh network.Layers
			if got, want := network.Learned.Chance(&l, &m.Inputs), network.Learned.Chance(&fresh, &m.Inputs); math.Abs(float64(got-want)) > 1e-4 {
				t.Fatalf("%g, at first look %g", got, want)
			}
		}
	}
}

// TestNothingIsAllocated by what a house player does thousands of times.
func TestNothingIsAllocated(t *testing.T) {
	var in network.Inputs
	var l network.Layers
	p, turns := dealt(t, 6, 1), [rules.Hideouts]int{}
	if n := testing.AllocsPerRun(100, func() {
		in.See(p, 1, &turns, network.Unseen(p, 1), 0)
		network.Learned.Chance(&l, &in)
	}); n != 0 {
		t.Errorf("it allocates %g times", n)
	}
}

func BenchmarkChance(b *testing.B) {
	for _, seats := range []int{3, 6} {
		all := positions(b, seats)
		p, turns := all[len(all)/2], [rules.Hideouts]int{}
		b.Run(fmt.Sprint(seats), func(b *testing.B) {
			b.ReportAllocs()
			var in network.Inputs
			unseen := network.Unseen(p, p.Active)
			for b.Loop() {
				var l network.Layers
				in.See(p, p.Active, &turns, unseen, 0)
				network.Learned.Chance(&l, &in)
			}
		})
	}
}
