// Training learns the networks of District Noir's house players from games of their policy against itself:
//
//	go run ./engine/districtnoir/training
//
// writes the weights that are embedded. They follow from the flags and the kind of processor, since processors may
// round differently. It takes one core, for a while. After a change of the sizes of networks the file of weights has to
// be emptied first.
package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"time"

	"noir/engine/districtnoir/compact"
	"noir/engine/districtnoir/network"
	"noir/engine/weights"
)

// course is how much is learned.
type course struct {
	seed    uint64
	games   int
	against player // to whom a best response is learned, from where the house's networks are; nil for games of the policy against itself
}

// batch is how many games are played between two steps.
const batch = 64

// The steps become smaller over the course, and so does the bonus for entropy, in chances to win. Without that bonus
// the policy would settle before it has tried enough.
const (
	rateFirst, rateLast   = 0.002, 0.0001
	bonusFirst, bonusLast = 0.03, 0.004
)

// A best response begins with what is known: its policy waits for a part of the course, until the critic, which begins
// with nothing, has something to say, and takes smaller steps from then on.
const (
	waits   = 0.1
	careful = 0.25
)

// learner holds the networks that learn, with their descents.
type learner struct {
	weights               *network.Weights
	judge                 network.Net // the critic: it knows both hands, and only training asks it
	policy, value, critic *descent
	game                  game
	report                report
}

func newLearner(c *compact.Chance) *learner {
	s := &learner{weights: network.NewWeights(), judge: network.NewCritic()}
	for _, n := range []*network.Net{&s.weights.Policy, &s.weights.Value, &s.judge} {
		fresh(n, c)
	}
	s.policy, s.value, s.critic = newDescent(&s.weights.Policy), newDescent(&s.weights.Value), newDescent(&s.judge)
	return s
}

// learn plays a course and returns the mean of the weights of its last tenth.
func (l course) learn(say func(format string, a ...any)) *network.Weights {
	c := compact.Chance(l.seed)
	s, learned := newLearner(&c), network.NewWeights()
	if l.against != nil {
		weights.AverageOf(network.Learned.Policy.Parts(), s.weights.Policy.Parts()).Follow(1)
		weights.AverageOf(network.Learned.Value.Parts(), s.weights.Value.Parts()).Follow(1)
		s.game.frozen = l.against
	}
	policy := weights.AverageOf(s.weights.Policy.Parts(), learned.Policy.Parts())
	value := weights.AverageOf(s.weights.Value.Parts(), learned.Value.Parts())
	policy.Follow(1)
	value.Follow(1)
	for n := 0; n < l.games; n += batch {
		part := float64(n) / float64(l.games)
		bonus, rate := weights.Between(bonusFirst, bonusLast, part), weights.Between(rateFirst, rateLast, part)
		pace := rate
		if l.against != nil {
			bonus, pace = bonusLast, careful*rate
			if part < waits {
				pace = 0
			}
		}
		for range batch {
			s.game.play(s.weights, &s.judge, &c)
			s.study(bonus)
		}
		s.policy.Step(pace, 1./(batch*compact.GameEnd))
		s.critic.Step(rate, 1./(batch*compact.GameEnd))
		s.value.Step(rate, 1./(batch*(compact.Rounds-1)))
		late := 1 - float32(math.Max(0.9, 1-1/(0.1*float64(n/batch)+1)))
		policy.Follow(late)
		value.Follow(late)
		if n/batch%1000 == 999 {
			say("%d games: %s", n+batch, s.report)
			s.report = report{}
		}
	}
	return learned
}

// study learns from a game.
func (s *learner) study(bonus float32) {
	g := &s.game
	g.credit()
	for i := range g.borders {
		b := &g.borders[i]
		goal := (g.outcome + g.actions[b.action].outcome) / 2
		s.report.value.add(b.worth - g.outcome)
		s.value.backward(&b.value, []delta{{0, of(b.worth, b.seat) - of(goal, b.seat)}}, &b.table)
	}
	for i := range g.actions {
		a := &g.actions[i]
		s.report.critic.add(a.judged - a.outcome)
		s.critic.backward(&a.critic, []delta{{0, of(a.judged, a.seat) - of(a.outcome, a.seat)}}, &a.moment, &a.own, &a.rival)
		if a.choice {
			s.improve(a, bonus)
		}
	}
}

// improve makes a move likelier the more it gained, and adds a bonus for the entropy of the moves.
func (s *learner) improve(a *action, bonus float32) {
	logarithm := func(m compact.Move) float32 { return float32(math.Log(float64(a.chances[m]) + 1e-9)) }
	entropy := float32(0)
	for m := a.among; m != 0; m = m.Rest() {
		entropy -= a.chances[m.First()] * logarithm(m.First())
	}
	var deltas [compact.Take + 1]delta
	n := 0
	for m := a.among; m != 0; m = m.Rest() {
		k := m.First()
		by := a.chances[k] * a.gain
		if k == a.made {
			by -= a.gain
		}
		by += bonus * a.chances[k] * (logarithm(k) + entropy)
		deltas[n] = delta{int(k), by}
		n++
	}
	s.policy.backward(&a.policy, deltas[:n], &a.moment, &a.own)
}

// report is how far the networks are off.
type report struct{ value, critic square }

func (r report) String() string {
	return fmt.Sprintf("value off by %.4f, critic by %.4f", r.value.root(), r.critic.root())
}

// square is a mean of squares.
type square struct{ sum, n float64 }

func (s *square) add(x float32) {
	s.sum += float64(x) * float64(x)
	s.n++
}

func (s square) root() float64 { return math.Sqrt(s.sum / s.n) }

func main() {
	var l course
	flag.Uint64Var(&l.seed, "seed", 1, "of all chance")
	flag.IntVar(&l.games, "games", 2_000_000, "games of the policy against itself")
	out := flag.String("out", "engine/districtnoir/network/weights.bin", "the file to write")
	flag.Parse()
	began := time.Now()
	w := l.learn(func(format string, a ...any) {
		fmt.Fprintf(os.Stderr, "%6.1fs %s\n", time.Since(began).Seconds(), fmt.Sprintf(format, a...))
	})
	if err := os.WriteFile(*out, w.Encode(), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
