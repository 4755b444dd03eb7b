package network_test

import (
	"bytes"
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

// moment is the beginning of a turn, and what came of it.
type moment struct {
	at    rules.Position
	turns [rules.Hideouts]int
	won   [rules.Hideouts]float32
}

// moments are those of games played by reflexes.
func moments(t testing.TB, games, seats int) (all []moment) {
	t.Helper()
	for n := range games {
		st, err := rules.Game{}.Start(engine.Setup{Seed: engine.Seed{byte(n), byte(seats), 23}, Seats: seats})
		if err != nil {
			t.Fatal(err)
		}
		first := len(all)
		won := search.PlayOn(*st.(*rules.Position), func(p *rules.Position, turns *[rules.Hideouts]int) {
			all = append(all, moment{at: *p, turns: *turns})
		})
		for i := range all[first:] {
			all[first+i].won = won
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

// TestChancesHold holds the chances against results of games at tables of every size: they are one together, and say
// much from the middle of a game on.
func TestChancesHold(t *testing.T) {
	off, unknown := 0.0, 0.0
	for seats, games := range map[int]int{3: 300, 4: 200, 5: 150, 6: 120} {
		for _, m := range moments(t, games, seats) {
			chances, sum := network.Learned.Chances(&m.at, &m.turns), 0.0
			for s := range seats {
				if alive := m.at.Of(engine.Seat(s)).Alive; !alive && chances[s] != 0 {
					t.Fatalf("seat %d is out and has %g", s, chances[s])
				}
				sum += float64(chances[s])
				if m.at.Round > 4 {
					off += square(chances[s] - m.won[s])
					unknown += square(1/float32(seats) - m.won[s])
				}
			}
			if math.Abs(sum-1) > 1e-5 {
				t.Fatalf("chances are %g together", sum)
			}
		}
	}
	t.Logf("off by %.3f of what it would be if all were equals", off/unknown)
	if off > 0.8*unknown {
		t.Errorf("off by %.3f of what it would be if all were equals", off/unknown)
	}
}

func square(x float32) float64 { return float64(x) * float64(x) }

// TestSeatsAreAlike: who sits where does not matter beside the order.
func TestSeatsAreAlike(t *testing.T) {
	const seats = 4
	for _, m := range moments(t, 1, seats) {
		turned, turns := m.at, [rules.Hideouts]int{}
		for s := range seats {
			turned.Mafias[(s+1)%seats], turns[(s+1)%seats] = m.at.Mafias[s], m.turns[s]
		}
		turned.Active = (m.at.Active + 1) % seats
		turned.Countdown.Holder = (m.at.Countdown.Holder + 1) % seats
		was, is := network.Learned.Chances(&m.at, &m.turns), network.Learned.Chances(&turned, &turns)
		for s := range seats {
			if math.Abs(float64(was[s]-is[(s+1)%seats])) > 1e-5 {
				t.Fatalf("seat %d has %g, and %g one seat on", s, was[s], is[(s+1)%seats])
			}
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
	m := moments(t, 1, 4)[9]
	m.won = [rules.Hideouts]float32{0, 0.5, 0.5}
	var l network.Look
	n.Look(&l, &m.at, &m.turns)
	n.Backward(&gradient, &l, (*network.Chances)(&m.won))
	off := func() float64 {
		var unused network.Net
		n.Look(&l, &m.at, &m.turns)
		return n.Backward(&unused, &l, (*network.Chances)(&m.won))
	}
	gradients, compared := gradient.Parts(), 0
	for i, part := range n.Parts() {
		j := r.IntN(len(part))
		const step = 1e-3
		was := part[j]
		part[j] = was + step
		above := off()
		part[j] = was - step
		slope := (above - off()) / (2 * step)
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

// TestNothingIsAllocated by what a search does thousands of times.
func TestNothingIsAllocated(t *testing.T) {
	m := moments(t, 1, 6)[20]
	if n := testing.AllocsPerRun(100, func() { network.Learned.Chances(&m.at, &m.turns) }); n != 0 {
		t.Errorf("it allocates %g times", n)
	}
}

func BenchmarkChances(b *testing.B) {
	for _, seats := range []int{3, 6} {
		m := moments(b, 1, seats)[9]
		b.Run(string(rune('0'+seats)), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				network.Learned.Chances(&m.at, &m.turns)
			}
		})
	}
}
