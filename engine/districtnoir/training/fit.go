package main

import (
	"math"

	"noir/engine/districtnoir/compact"
	"noir/engine/districtnoir/network"
)

// pace is how fast a fit learns: from its first example on, and at its last.
const (
	paceFirst = 0.02
	paceLast  = 0.001
)

// rate returns the pace after a part of all examples.
func rate(part float64) float32 {
	return float32(paceFirst * math.Pow(paceLast/paceFirst, part))
}

// outcome is an example for a value: what was seen when a round began, and what became of it.
type outcome struct {
	in     network.Inputs
	chance float32
	next   int // the example of the next round of the same game, below 0 for none
}

// fit learns from examples in random order, each so often, and returns the mean loss in bits of the last time. learn
// takes a step of a size towards one example and returns the loss before it.
func fit[E any](learn func(x *E, step float32) float64, from []E, times int, c *compact.Chance) float64 {
	loss := 0.0
	for round := range times {
		loss = 0
		for n := range from {
			loss += learn(&from[c.Below(len(from))], rate((float64(round)+float64(n)/float64(len(from)))/float64(times)))
		}
	}
	return loss / float64(len(from))
}

// fitValue makes a value learn.
func fitValue(v *network.Value, from []outcome, times int, c *compact.Chance) float64 {
	return fit(func(x *outcome, step float32) float64 { return learnValue(v, x, step) }, from, times, c)
}

func learnValue(v *network.Value, x *outcome, step float32) float64 {
	first, second, out := v.Forward(&x.in)
	slope := (out - x.chance) * step
	var back [len(first)]float32
	for j := range second {
		if second[j] > 0 {
			down := slope * v.Last[j]
			v.Last[j] -= slope * second[j]
			weights := &v.Second[j]
			for i := range weights {
				back[i] += down * weights[i]
				weights[i] -= down * first[i]
			}
			v.Bias2[j] -= down
		}
	}
	v.Bias3 -= slope
	for i := range first {
		if first[i] == 0 {
			back[i] = 0
		}
		v.Bias[i] -= back[i]
	}
	for _, at := range x.in.List() {
		weights := &v.First[at]
		for i := range weights {
			weights[i] -= back[i]
		}
	}
	return bits(x.chance, out)
}

// bits is the loss of a chance that was taken to be another.
func bits(truth, taken float32) float64 {
	const least = 1e-6
	t, p := float64(truth), math.Max(least, math.Min(1-least, float64(taken)))
	return -(t*math.Log2(p) + (1-t)*math.Log2(1-p))
}

// decision is an example for a policy.
type decision struct {
	table, hand network.Inputs
	among       compact.Moves
	scores      network.Scores
	likes       [compact.Take + 1]float32 // how likely each move should be
}

// fitPolicy makes a policy learn.
func fitPolicy(p *network.Policy, from []decision, times int, c *compact.Chance) float64 {
	return fit(func(x *decision, step float32) float64 { return learnPolicy(p, x, step) }, from, times, c)
}

func learnPolicy(p *network.Policy, x *decision, step float32) float64 {
	sum := p.Bias
	for _, in := range []*network.Inputs{&x.table, &x.hand} {
		for _, at := range in.List() {
			weights := &p.First[at]
			for i := range sum {
				sum[i] += weights[i]
			}
		}
	}
	for i, s := range sum {
		sum[i] = max(s, 0)
	}
	var draws [compact.Take + 1]float64
	all, most := 0.0, float32(math.Inf(-1))
	var logits [compact.Take + 1]float32
	for m := x.among; m != 0; m = m.Rest() {
		k := m.First()
		logits[k] = p.Bias2[k] + p.Trust*x.scores[k]
		for i := range sum {
			logits[k] += p.Last[k][i] * sum[i]
		}
		most = max(most, logits[k])
	}
	for m := x.among; m != 0; m = m.Rest() {
		draws[m.First()] = math.Exp(float64(logits[m.First()] - most))
		all += draws[m.First()]
	}
	loss := 0.0
	var back [len(sum)]float32
	for m := x.among; m != 0; m = m.Rest() {
		k := m.First()
		chance := draws[k] / all
		loss -= float64(x.likes[k]) * math.Log2(chance+1e-9)
		slope := (float32(chance) - x.likes[k]) * step
		for i := range sum {
			back[i] += slope * p.Last[k][i]
			p.Last[k][i] -= slope * sum[i]
		}
		p.Bias2[k] -= slope
		p.Trust -= slope * x.scores[k] * 0.01
	}
	for i := range sum {
		if sum[i] == 0 {
			back[i] = 0
		}
		p.Bias[i] -= back[i]
	}
	for _, in := range []*network.Inputs{&x.table, &x.hand} {
		for _, at := range in.List() {
			weights := &p.First[at]
			for i := range weights {
				weights[i] -= back[i]
			}
		}
	}
	return loss
}

// fresh sets weights to small random numbers.
func fresh(w *network.Weights, c *compact.Chance) {
	small := func(part []float32, size float64) {
		for i := range part {
			part[i] = float32((float64(c.Below(1<<20))/(1<<19) - 1) * size)
		}
	}
	for n := range w.Values {
		v := &w.Values[n]
		for i := range v.First {
			small(v.First[i][:], 0.15)
		}
		for i := range v.Second {
			small(v.Second[i][:], 0.3)
		}
		small(v.Last[:], 0.4)
	}
	p := &w.Policy
	for i := range p.First {
		small(p.First[i][:], 0.15)
	}
	for i := range p.Last {
		small(p.Last[i][:], 0.02)
	}
	p.Trust = 0.5
}
