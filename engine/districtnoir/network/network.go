// Package network estimates by small neural networks, learned from games of the house against
// itself (package training): what a table is worth when a round begins, and what a player would
// do. A network is a layer over inputs that are 0 or 1, of which few are 1, and one or two small
// ones over that. Its weights are embedded, it allocates nothing and is safe for concurrent use.
package network

import (
	"math"

	"noir/engine/districtnoir/compact"
)

// The sizes of layers.
const (
	valueWide, valueDeep = 32, 16
	policyWide           = 48
	moves                = int(compact.Take) + 1
)

// Value estimates a table at the beginning of a round, both hands unknown.
type Value struct {
	First  [valued][valueWide]float32
	Bias   [valueWide]float32
	Second [valueDeep][valueWide]float32
	Bias2  [valueDeep]float32
	Last   [valueDeep]float32
	Bias3  float32
}

// Policy estimates what a seat does.
type Policy struct {
	First [inquired][policyWide]float32
	Bias  [policyWide]float32
	Last  [moves][policyWide]float32
	Bias2 [moves]float32
	Trust float32 // how much the scores of the rules of thumb add, per point
}

// Weights are all networks: a value for each round but the first.
type Weights struct {
	Values [compact.Rounds - 1]Value
	Policy Policy
}

// Estimate returns the chance to win of the seat that begins the round on a table, a shared victory being a half.
// The hands are not looked at.
func (v *Value) Estimate(p *compact.Position) float32 {
	in := TableInputs(p)
	_, _, out := v.Forward(&in)
	return out
}

// Forward computes all layers.
func (v *Value) Forward(in *Inputs) (first [valueWide]float32, second [valueDeep]float32, out float32) {
	first = v.Bias
	at := in.List()
	for ; len(at) >= 4; at = at[4:] {
		add(first[:], v.First[at[0]][:], v.First[at[1]][:], v.First[at[2]][:], v.First[at[3]][:])
	}
	for _, at := range at {
		for i, x := range v.First[at] {
			first[i] += x
		}
	}
	for i, x := range first {
		first[i] = max(x, 0)
	}
	sum := v.Bias3
	for j := range second {
		weights, x := &v.Second[j], v.Bias2[j]
		for i := 0; i < valueWide; i += 4 {
			x += weights[i]*first[i] + weights[i+1]*first[i+1] + weights[i+2]*first[i+2] + weights[i+3]*first[i+3]
		}
		second[j] = max(x, 0)
		sum += v.Last[j] * second[j]
	}
	return first, second, Logistic(sum)
}

// Logistic makes a chance of a sum.
func Logistic(x float32) float32 { return float32(1 / (1 + math.Exp(-float64(x)))) }

// Asked is a decision of the seat on move, without its hand.
type Asked struct {
	policy *Policy
	sum    [policyWide]float32
	scores Scores
}

// Scores are what rules of thumb give each move, in points.
type Scores [moves]float32

// Ask looks at a table. The hand of the seat on move is not looked at.
func (p *Policy) Ask(table *compact.Position, scores *Scores) Asked {
	a := Asked{policy: p, sum: p.Bias, scores: *scores}
	in := MomentInputs(table)
	a.add(&in)
	return a
}

func (a *Asked) add(in *Inputs) {
	p, at := a.policy, in.List()
	for ; len(at) >= 4; at = at[4:] {
		add(a.sum[:], p.First[at[0]][:], p.First[at[1]][:], p.First[at[2]][:], p.First[at[3]][:])
	}
	for _, at := range at {
		for i, x := range p.First[at] {
			a.sum[i] += x
		}
	}
}

// add adds four rows as if one by one: most of the time goes into reading and writing the sum. All have its length.
func add(sum, a, b, c, d []float32) {
	a, b, c, d = a[:len(sum)], b[:len(sum)], c[:len(sum)], d[:len(sum)]
	for i := range sum {
		sum[i] = sum[i] + a[i] + b[i] + c[i] + d[i]
	}
}

// Logits returns by how much each of the moves draws a seat with a hand, as logarithms; others are not set.
func (a *Asked) Logits(hand compact.Cards, among compact.Moves) (logits [moves]float32) {
	with := *a
	in := HandInputs(hand)
	with.add(&in)
	for i, x := range with.sum {
		with.sum[i] = max(x, 0)
	}
	for m := among; m != 0; m = m.Rest() {
		logits[m.First()] = with.logit(m.First())
	}
	return logits
}

// Chance returns how likely a seat with a hand makes one of the moves. The logits are multiplied by the sharpness:
// below 1 it strays more than the network has learned.
func (a *Asked) Chance(hand compact.Cards, among compact.Moves, move compact.Move, sharpness float64) float64 {
	logits := a.Logits(hand, among)
	sum := 0.0
	for m := among; m != 0; m = m.Rest() {
		sum += math.Exp(sharpness * float64(logits[m.First()]-logits[move]))
	}
	return 1 / sum
}

// logit is of the sums after their threshold.
func (a *Asked) logit(m compact.Move) float32 {
	p := a.policy
	weights, x := &p.Last[m], p.Bias2[m]+p.Trust*a.scores[m]
	for i := 0; i < policyWide; i += 4 {
		x += weights[i]*a.sum[i] + weights[i+1]*a.sum[i+1] + weights[i+2]*a.sum[i+2] + weights[i+3]*a.sum[i+3]
	}
	return x
}

// Draw returns one of the moves of the seat on move, as likely as the policy takes it to be.
func (p *Policy) Draw(table *compact.Position, scores *Scores, c *compact.Chance) compact.Move {
	among := table.Moves()
	if among.Rest() == 0 {
		return among.First()
	}
	asked := p.Ask(table, scores)
	logits := asked.Logits(table.Hands[table.Turn], among)
	best, most := among.First(), float32(math.Inf(-1))
	for m := among; m != 0; m = m.Rest() {
		if x := logits[m.First()] + strays[c.Next()>>56]; x > most {
			best, most = m.First(), x
		}
	}
	return best
}

// strays are quantiles of Gumbel's distribution: the move whose logit is the highest with one added is a draw.
var strays = func() (quantiles [256]float32) {
	for i := range quantiles {
		at := (float64(i) + 0.5) / float64(len(quantiles))
		quantiles[i] = float32(-math.Log(-math.Log(at)))
	}
	return quantiles
}()
