package main

import (
	"math"

	"noir/engine/districtnoir/compact"
	"noir/engine/districtnoir/network"
)

// descent moves the weights of a network against the gradient of its errors, as Adam does: each by about the same step,
// whatever the size of its gradient.
type descent struct {
	net                              *network.Net
	gradient                         network.Net // added up since the last step
	weights, gradients, mean, square [][]float32 // of all, in the same order
	steps                            int
}

func newDescent(net *network.Net) *descent {
	d := &descent{net: net, gradient: net.Like()}
	mean, square := net.Like(), net.Like()
	d.weights, d.gradients, d.mean, d.square = net.Parts(), d.gradient.Parts(), mean.Parts(), square.Parts()
	return d
}

// The parts of the old means that each step keeps.
const (
	keepMean   = 0.9
	keepSquare = 0.999
)

// step makes a step by the gradient so far, times a scale.
func (d *descent) step(rate, scale float32) {
	d.steps++
	mean := 1 / (1 - float32(math.Pow(keepMean, float64(d.steps))))
	square := 1 / (1 - float32(math.Pow(keepSquare, float64(d.steps))))
	for i, weights := range d.weights {
		gradient, means, squares := d.gradients[i], d.mean[i], d.square[i]
		for j := range weights {
			x := gradient[j] * scale
			gradient[j] = 0
			means[j] = keepMean*means[j] + (1-keepMean)*x
			squares[j] = keepSquare*squares[j] + (1-keepSquare)*x*x
			weights[j] -= rate * means[j] * mean / (float32(math.Sqrt(float64(squares[j]*square))) + 1e-7)
		}
	}
}

// delta is the derivative of the error by an output.
type delta struct {
	out int
	by  float32
}

// backward adds the gradient by all weights, given that by the outputs and what the layers were (backpropagation).
func (d *descent) backward(l *network.Layers, deltas []delta, ins ...*network.Inputs) {
	n, g := d.net, &d.gradient
	var second [network.Deep]float32
	for _, s := range deltas {
		weights, gradient := &n.Last[s.out], &g.Last[s.out]
		for i := range second {
			second[i] += s.by * weights[i]
			gradient[i] += s.by * l.Second[i]
		}
		g.Bias3[s.out] += s.by
	}
	var first [network.Wide]float32
	for j, by := range second {
		if l.Second[j] <= 0 {
			continue
		}
		g.Bias2[j] += by
		weights, gradient := &n.Second[j], &g.Second[j]
		for i := range first {
			first[i] += by * weights[i]
			gradient[i] += by * l.First[i]
		}
	}
	for i := range first {
		if l.First[i] <= 0 {
			first[i] = 0
		}
		g.Bias[i] += first[i]
	}
	for _, in := range ins {
		for _, at := range in.List() {
			gradient := &g.First[at]
			for i := range gradient {
				gradient[i] += first[i]
			}
		}
	}
}

// fresh sets weights to small random numbers.
func fresh(n *network.Net, c *compact.Chance) {
	small := func(part []float32, size float64) {
		for i := range part {
			part[i] = float32((float64(c.Below(1<<20))/(1<<19) - 1) * size)
		}
	}
	for i := range n.First {
		small(n.First[i][:], 0.2)
	}
	for i := range n.Second {
		small(n.Second[i][:], 0.25)
	}
	for i := range n.Last {
		small(n.Last[i][:], 0.05)
	}
}

// average is a network whose weights follow those of another.
type average struct{ parts, of [][]float32 }

func averageOf(n *network.Net, into *network.Net) average { return average{into.Parts(), n.Parts()} }

// follow moves each weight by a part of its distance.
func (a average) follow(part float32) {
	for i, to := range a.parts {
		for j := range to {
			to[j] += (a.of[i][j] - to[j]) * part
		}
	}
}
