// Package network estimates by small neural networks, learned from games of the house against itself (package
// training): what a table is worth when a round begins, and what a player would do. A network has a first layer over
// sparse inputs of 0 or 1, and two small layers on top. The weights are embedded; an estimate allocates nothing and is
// safe for concurrent use.
package network

import (
	"math"

	"noir/engine/districtnoir/compact"
)

// The sizes of layers.
const (
	Wide  = 64
	Deep  = 32
	moves = int(compact.Take) + 1
)

// Net is a network: a sparse first layer and a second layer, both with rectified outputs (ReLU), and the output layer.
type Net struct {
	First  [][Wide]float32
	Bias   [Wide]float32
	Second [Deep][Wide]float32
	Bias2  [Deep]float32
	Last   [][Deep]float32
	Bias3  []float32
}

func newNet(inputs, outputs int) Net {
	return Net{First: make([][Wide]float32, inputs), Last: make([][Deep]float32, outputs), Bias3: make([]float32, outputs)}
}

// Like returns a network of the same size whose weights are 0.
func (n *Net) Like() Net { return newNet(len(n.First), len(n.Last)) }

// Parts returns all weights, in the order of the file.
func (n *Net) Parts() (parts [][]float32) {
	for i := range n.First {
		parts = append(parts, n.First[i][:])
	}
	parts = append(parts, n.Bias[:])
	for i := range n.Second {
		parts = append(parts, n.Second[i][:])
	}
	parts = append(parts, n.Bias2[:])
	for i := range n.Last {
		parts = append(parts, n.Last[i][:])
	}
	return append(parts, n.Bias3)
}

// Layers are what a network makes of its inputs, before the outputs.
type Layers struct {
	First  [Wide]float32
	Second [Deep]float32
}

// Look computes the layers for some inputs.
func (n *Net) Look(ins ...*Inputs) (l Layers) {
	l.First = n.Bias
	for _, in := range ins {
		n.add(&l.First, in)
	}
	n.deepen(&l)
	return l
}

func (n *Net) add(sum *[Wide]float32, in *Inputs) {
	at := in.List()
	for ; len(at) >= 4; at = at[4:] {
		add(sum[:], n.First[at[0]][:], n.First[at[1]][:], n.First[at[2]][:], n.First[at[3]][:])
	}
	for _, at := range at {
		for i, x := range n.First[at] {
			sum[i] += x
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

// deepen computes the layers from the sums of the first.
func (n *Net) deepen(l *Layers) {
	for i, x := range l.First {
		l.First[i] = max(x, 0)
	}
	for j := range l.Second {
		weights := &n.Second[j]
		var a, b, c, d float32
		for i := 0; i < Wide; i += 4 {
			a += weights[i] * l.First[i]
			b += weights[i+1] * l.First[i+1]
			c += weights[i+2] * l.First[i+2]
			d += weights[i+3] * l.First[i+3]
		}
		l.Second[j] = max(n.Bias2[j]+a+b+c+d, 0)
	}
}

// Out returns an output.
func (n *Net) Out(k int, l *Layers) float32 {
	weights := &n.Last[k]
	var a, b float32
	for i := 0; i < Deep; i += 2 {
		a += weights[i] * l.Second[i]
		b += weights[i+1] * l.Second[i+1]
	}
	return n.Bias3[k] + a + b
}

// Logistic turns a logit into a chance.
func Logistic(x float32) float32 { return float32(1 / (1 + math.Exp(-float64(x)))) }

// Weights are the networks of the house.
type Weights struct {
	Policy Net // what a seat does, by what it knows: an output for each move
	Value  Net // the chance to win of the seat that begins a round, both hands unknown
}

// NewWeights returns weights that are 0.
func NewWeights() *Weights {
	return &Weights{Policy: newNet(inquired, moves), Value: newNet(valued, 1)}
}

// NewCritic returns a network that looks at the table and at both hands, whose weights are 0. Training has one.
func NewCritic() Net { return newNet(known, 1) }

// Worth returns the chance to win of the seat that begins the round on a table, a shared victory being a half.
// The hands are not looked at.
func (w *Weights) Worth(p *compact.Position) float32 {
	in := TableInputs(p)
	l := w.Value.Look(&in)
	return Logistic(w.Value.Out(0, &l))
}

// Asked is a decision of the seat on move, without its hand.
type Asked struct {
	policy *Net
	sum    [Wide]float32
}

// Ask looks at a table. The hand of the seat on move is not looked at.
func (w *Weights) Ask(table *compact.Position) Asked {
	a := Asked{&w.Policy, w.Policy.Bias}
	in := MomentInputs(table)
	a.policy.add(&a.sum, &in)
	return a
}

// Logits are the policy's logits by move: the higher, the likelier a seat makes the move.
type Logits [moves]float32

// Logits returns the logits of the given moves for a seat with a hand; others are not set.
func (a *Asked) Logits(hand compact.Cards, among compact.Moves) (logits Logits) {
	l := Layers{First: a.sum}
	in := HandInputs(hand)
	a.policy.add(&l.First, &in)
	a.policy.deepen(&l)
	for m := among; m != 0; m = m.Rest() {
		logits[m.First()] = a.policy.Out(int(m.First()), &l)
	}
	return logits
}

// Chance returns how likely one of the moves is made. The logits are multiplied by the sharpness:
// below 1 the seat strays more than the network has learned.
func (l *Logits) Chance(among compact.Moves, move compact.Move, sharpness float64) float64 {
	sum := 0.0
	for m := among; m != 0; m = m.Rest() {
		sum += math.Exp(sharpness * float64(l[m.First()]-l[move]))
	}
	return 1 / sum
}

// Draw returns a random move with the probabilities that the logits times the sharpness give.
func (l *Logits) Draw(among compact.Moves, sharpness float32, c *compact.Chance) compact.Move {
	best, most := among.First(), float32(math.Inf(-1))
	for m := among; m != 0; m = m.Rest() {
		if x := sharpness*l[m.First()] + strays[c.Next()>>56]; x > most {
			best, most = m.First(), x
		}
	}
	return best
}

// Draw returns a random move of the seat on move with the probabilities of the policy.
func (w *Weights) Draw(table *compact.Position, c *compact.Chance) compact.Move {
	among := table.Moves()
	if among.Rest() == 0 {
		return among.First()
	}
	asked := w.Ask(table)
	logits := asked.Logits(table.Hands[table.Turn], among)
	return logits.Draw(among, 1, c)
}

// strays are quantiles of Gumbel's distribution: the move whose logit is the highest with one added is a draw.
var strays = func() (quantiles [256]float32) {
	for i := range quantiles {
		at := (float64(i) + 0.5) / float64(len(quantiles))
		quantiles[i] = float32(-math.Log(-math.Log(at)))
	}
	return quantiles
}()
