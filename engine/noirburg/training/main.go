// Training learns the network of Noirburg's house players from games of the house against itself:
//
//	go run ./engine/noirburg/training
//
// writes the weights that are embedded. They follow from the flags and the kind of processor, since processors may
// round differently. It takes one core, for a while. After a change of the sizes of the network the file of weights has
// to be emptied first.
package main

import (
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"time"

	"noir/engine"
	"noir/engine/noirburg/network"
	"noir/engine/noirburg/rules"
	"noir/engine/noirburg/search"
	"noir/engine/weights"
)

// course is how much is learned.
type course struct {
	seed   uint64
	reflex int // games played by reflexes, to begin with
	games  int // played by the network after those
}

// How often a seat makes any move, and how far a moment learns from what follows the next one (search.Lesson).
const (
	explore = 0.02
	trace   = 0.9
)

// batch is how many games are played between two steps.
const batch = 4

// The steps become smaller in the course.
const rateFirst, rateLast = 0.002, 0.0001

// learner holds the network that learns, with its descent.
type learner struct {
	net, gradient network.Net
	descent       weights.Descent
	layers        network.Layers
	r             *rand.Rand
	off, moments  float64 // since the last report
}

// learn plays a course and returns the mean of the weights of its last fifth.
func (l course) learn(say func(format string, a ...any)) *network.Net {
	s, learned := &learner{r: rand.New(rand.NewPCG(l.seed, 0))}, new(network.Net)
	for _, part := range s.net.Parts() {
		for i := range part {
			part[i] = float32(s.r.Float64()*2-1) * 0.15
		}
	}
	s.descent = weights.NewDescent(s.net.Parts(), s.gradient.Parts())
	mean := weights.AverageOf(s.net.Parts(), learned.Parts())
	all := l.reflex + l.games
	for n := 0; n < all; n += batch {
		seen := 0
		for range batch {
			seen += s.study(n < l.reflex)
		}
		s.descent.Step(weights.Between(rateFirst, rateLast, float64(n)/float64(all)), 1/float32(max(1, seen)))
		mean.Follow(max(1/float32(n/batch+1), 5*batch/float32(max(all, 5*batch))))
		if n/batch%100 == 99 {
			say("%d games: off by %.4f in %.0f moments", n+batch, s.off/s.moments, s.moments)
			s.off, s.moments = 0, 0
		}
	}
	return learned
}

// study learns from a game, and returns from how many moments.
func (s *learner) study(reflex bool) int {
	lesson := search.Lesson{Net: &s.net, Reflex: reflex, Explore: explore, Trace: trace}
	moments := lesson.Play(s.deal(), s.r)
	for i := range moments {
		m := &moments[i]
		s.layers = network.Layers{}
		s.net.Chance(&s.layers, &m.Inputs)
		s.off += s.net.Backward(&s.gradient, &s.layers, m.Chance)
	}
	s.moments += float64(len(moments))
	return len(moments)
}

// One table in this many has no victory by money; half of the tables have three seats.
const withoutMoney = 10

// deal begins a game.
func (s *learner) deal() rules.Position {
	var setup engine.Setup
	for i := range len(setup.Seed) / 8 {
		binary.LittleEndian.PutUint64(setup.Seed[8*i:], s.r.Uint64())
	}
	setup.Seats = rules.MinSeats
	if s.r.IntN(2) == 0 {
		setup.Seats += s.r.IntN(1 + rules.Hideouts - rules.MinSeats)
	}
	if s.r.IntN(withoutMoney) == 0 {
		setup.Options = json.RawMessage(`{"money_win":false}`)
	}
	st, err := rules.Game{}.Start(setup)
	if err != nil {
		panic(err)
	}
	return *st.(*rules.Position)
}

func main() {
	var l course
	flag.Uint64Var(&l.seed, "seed", 1, "of all chance")
	flag.IntVar(&l.reflex, "reflex", 1_600, "games played by reflexes, to begin with")
	flag.IntVar(&l.games, "games", 80_000, "games played by the network")
	out := flag.String("out", "engine/noirburg/network/weights.bin", "the file to write")
	flag.Parse()
	began := time.Now()
	n := l.learn(func(format string, a ...any) {
		fmt.Fprintf(os.Stderr, "%6.1fs %s\n", time.Since(began).Seconds(), fmt.Sprintf(format, a...))
	})
	if err := os.WriteFile(*out, weights.Encode(n.Parts()), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
