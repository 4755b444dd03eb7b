package main

import (
	"noir/engine/districtnoir/compact"
	"noir/engine/districtnoir/network"
	"noir/engine/weights"
)

// descent learns the weights of a network.
type descent struct {
	weights.Descent
	net      *network.Net
	gradient network.Net // added up since the last step
}

func newDescent(net *network.Net) *descent {
	d := &descent{net: net, gradient: net.Like()}
	d.Descent = weights.NewDescent(net.Parts(), d.gradient.Parts())
	return d
}

// delta is the derivative of the error by an output.
type delta struct {
	out int
	by  float32
}

// backward adds the gradient by all weights, given the gradient by the outputs and the layers (backpropagation).
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
