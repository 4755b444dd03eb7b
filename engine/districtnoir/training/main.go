// Training learns the networks of District Noir's house players from their games against themselves:
//
//	go run ./engine/districtnoir/training
//
// writes the weights that are embedded. They follow from the flags, on one kind of processor: others may round
// otherwise. It takes one core for some minutes. After a change of the sizes of networks the file of weights has to be
// emptied first.
package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"noir/engine/districtnoir/compact"
	"noir/engine/districtnoir/network"
	"noir/engine/districtnoir/search"
)

// mover makes the moves of a game that is played for examples.
type mover func(*compact.Position, *compact.Chance) compact.Move

// deal deals a game.
func deal(c *compact.Chance) compact.Position {
	var deck [compact.DeckSize]compact.Kind
	compact.Deck.List(&deck)
	c.Shuffle(deck[:])
	return compact.New(&deck, uint8(c.Below(compact.Seats)))
}

// each plays so many games, some at once, each with a chance of its own, and returns what comes of them in order.
func each[T any](games, workers int, c *compact.Chance, play func(c *compact.Chance) T) []T {
	all := make([]T, games)
	base := c.Next()
	var next atomic.Int64
	var work sync.WaitGroup
	for range workers {
		work.Go(func() {
			for n := next.Add(1) - 1; int(n) < games; n = next.Add(1) - 1 {
				own := compact.Chance(base ^ uint64(n))
				own = compact.Chance(own.Next())
				all[n] = play(&own)
			}
		})
	}
	work.Wait()
	return all
}

// begun is a game as it was when each round but the first began, and how it ended for the seat that began the round.
type begun struct {
	rounds [compact.Rounds - 1]outcome
	n      int // rounds that began
}

// outcomes plays a game.
func outcomes(move mover, c *compact.Chance) (g begun) {
	p := deal(c)
	var by [compact.Rounds - 1]uint8
	for !p.Settled() {
		p.Make(move(&p, c))
		if !p.Settled() && p.Round() > g.n {
			g.rounds[g.n].in, by[g.n] = network.TableInputs(&p), p.Turn
			g.n++
		}
	}
	for i := range g.n {
		chance := float32(1+p.Outcome()) / 2
		if by[i] == 1 {
			chance = 1 - chance
		}
		g.rounds[i].chance = chance
	}
	return g
}

// byRound sorts examples by the round that they are of.
func byRound(games []begun) (all [compact.Rounds - 1][]outcome) {
	for _, g := range games {
		for i := range g.n {
			x := g.rounds[i]
			x.next = -1
			if i+1 < g.n {
				x.next = len(all[i+1])
			}
			all[i] = append(all[i], x)
		}
	}
	return all
}

// ahead is how far a value learns from the value of the next round in place of the end of the game, which chance
// has more of a hand in.
const ahead = 0.7

// look has examples look ahead to what the next round is worth by a value that is fitted. The players take turns at
// beginning.
func look(examples, next []outcome, value *network.Value) {
	for i := range examples {
		if x := &examples[i]; x.next >= 0 {
			_, _, worth := value.Forward(&next[x.next].in)
			x.chance += ahead * (1 - worth - x.chance)
		}
	}
}

// Of what a teacher thinks.
const (
	worlds  = 32   // for each decision
	softens = 0.04 // how much a chance may be less than the best's and still be liked
	astray  = 10   // one of so many moves is any, so that other tables are met
)

// decisions has a thinker play a game against itself and returns an example of each decision.
func decisions(t search.Thinker, c *compact.Chance) (all []decision) {
	p := deal(c)
	var answers [compact.Seats][]compact.Answer
	for !p.Settled() {
		seen := p
		seen.Hands[1-p.Turn], seen.Deals = 0, [compact.Rounds][compact.Seats]compact.Cards{}
		among := p.Moves()
		m := among.First()
		if among.Rest() != 0 {
			d := decision{table: network.MomentInputs(&seen), hand: network.HandInputs(p.Hands[p.Turn]), among: among, scores: search.Scores(&seen)}
			if p.Wins() {
				m = compact.Take
				d.likes[m] = 1
			} else {
				chances := t.Weigh(context.Background(), &compact.Scene{Table: seen, Answers: answers[1-p.Turn]}, worlds, c)
				m = chances.Best(among)
				sum := 0.0
				for rest := among; rest != 0; rest = rest.Rest() {
					sum += math.Exp((chances[rest.First()] - chances[m]) / softens)
				}
				for rest := among; rest != 0; rest = rest.Rest() {
					d.likes[rest.First()] = float32(math.Exp((chances[rest.First()]-chances[m])/softens) / sum)
				}
				if c.Below(astray) == 0 {
					m = among.At(c.Below(among.Len()))
				}
			}
			all = append(all, d)
		}
		seen.Hands = [compact.Seats]compact.Cards{}
		answers[p.Turn] = append(answers[p.Turn], compact.Answer{Before: seen, Move: m})
		p.Make(m)
	}
	return all
}

// course is how much is learned.
type course struct {
	seed        uint64
	games       int // for values, of each generation
	taught      int // games for the policy, of each generation
	generations int
	workers     int // games that are played at once
}

// learn has values learn from games by the rules of thumb, and then, generation by generation, the policy from a
// thinker with these values and the values from games of that policy. The weights follow from the course.
func (l course) learn(say func(format string, a ...any)) *network.Weights {
	c := compact.Chance(l.seed)
	w := new(network.Weights)
	fresh(w, &c)
	l.values(w, search.Draw, &c, say)
	for range l.generations {
		lessons := slices.Concat(each(l.taught, l.workers, &c, func(c *compact.Chance) []decision {
			return decisions(search.Thinker{Networks: w}, c)
		})...)
		say("%d decisions", len(lessons))
		say("policy: %.4f bits", fitPolicy(&w.Policy, lessons, policyTimes, &c))
		l.values(w, func(p *compact.Position, c *compact.Chance) compact.Move {
			scores := search.Scores(p)
			return w.Policy.Draw(p, &scores, c)
		}, &c, say)
	}
	return w
}

// values learns them from games of a mover, the last round's first.
func (l course) values(w *network.Weights, move mover, c *compact.Chance, say func(format string, a ...any)) {
	examples := byRound(each(l.games, l.workers, c, func(c *compact.Chance) begun { return outcomes(move, c) }))
	say("%d games", l.games)
	for i := len(w.Values) - 1; i >= 0; i-- {
		if i+1 < len(w.Values) {
			look(examples[i], examples[i+1], &w.Values[i+1])
		}
		say("value %d: %d examples, %.4f bits", i+1, len(examples[i]), fitValue(&w.Values[i], examples[i], valueTimes, c))
	}
}

// How often examples are gone through.
const (
	valueTimes  = 3
	policyTimes = 4
)

func main() {
	var l course
	flag.Uint64Var(&l.seed, "seed", 1, "of all chance")
	flag.IntVar(&l.games, "games", 300_000, "games for the values, of each generation")
	flag.IntVar(&l.taught, "taught", 3_500, "games for the policy, of each generation")
	flag.IntVar(&l.generations, "generations", 1, "times that values and policy learn from each other")
	flag.IntVar(&l.workers, "workers", runtime.GOMAXPROCS(0), "games played at once; the weights do not depend on it")
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
