// Package network estimates by a small neural network how likely each seat wins a game of Noirburg whose cards are all
// known. It is learned from games of the house (package training) and embedded.
//
// The same small network looks at every seat alone. A second one combines the features of a seat with the mean and the
// maximum of those of its rivals; so neither the order nor the number of seats matters.
package network

import (
	_ "embed"
	"math"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/engine/weights"
)

// The sizes of the layers of a seat alone, and of a seat among its rivals.
const (
	alone = 24
	among = 24
)

// Net is the weights. Many goroutines may ask one that does not change.
type Net struct {
	first  [alone][sizeOf]float32
	bias   [alone]float32
	second [among][3][alone]float32 // of the seat, and of the mean and the maximum of its rivals
	bias2  [among]float32
	last   [among]float32
}

// Parts returns all weights, in the order of the file.
func (n *Net) Parts() (parts [][]float32) {
	for i := range n.first {
		parts = append(parts, n.first[i][:])
	}
	parts = append(parts, n.bias[:])
	for i := range n.second {
		for j := range n.second[i] {
			parts = append(parts, n.second[i][j][:])
		}
	}
	return append(parts, n.bias2[:], n.last[:])
}

//go:embed weights.bin
var embedded []byte

// Learned is the embedded network. It is shared and only read.
var Learned = func() *Net {
	n := new(Net)
	if len(embedded) > 0 {
		if err := weights.Decode(n.Parts(), embedded); err != nil {
			panic(err)
		}
	}
	return n
}()

// Chances are how likely each seat wins; 0 for a seat that is out.
type Chances [rules.Hideouts]float32

// Chances estimates them at the beginning of a turn of a running game, given the number of turns that each seat has
// after the present one. It allocates nothing.
func (n *Net) Chances(p *rules.Position, turns *[rules.Hideouts]int) Chances {
	var l Look
	return n.Look(&l, p, turns)
}

// Look holds the layers of a network for a position.
type Look struct {
	seats   [rules.Hideouts]engine.Seat // that are in the game
	living  int
	inputs  [rules.Hideouts]seatInputs // of the living, as all that follows
	alone   [rules.Hideouts][alone]float32
	joined  [rules.Hideouts][3][alone]float32
	highest [rules.Hideouts][alone]int8 // which of the living has the most, or nobody
	among   [rules.Hideouts][among]float32
	chances [rules.Hideouts]float32
}

// Look is Chances, and keeps in l what they were made of.
func (n *Net) Look(l *Look, p *rules.Position, turns *[rules.Hideouts]int) (chances Chances) {
	l.living = 0
	for s := range engine.Seat(p.Seats()) {
		if p.Of(s).Alive {
			i := l.living
			l.living++
			l.seats[i] = s
			l.inputs[i].look(p, s, turns)
			for j := range l.alone[i] {
				l.alone[i][j] = max(0, n.bias[j]+dot(n.first[j][:], l.inputs[i][:]))
			}
		}
	}
	sum := float32(0)
	for i := range l.living {
		l.join(i)
		logit := float32(0)
		for k := range l.among[i] {
			x := n.bias2[k]
			for j := range n.second[k] {
				x += dot(n.second[k][j][:], l.joined[i][j][:])
			}
			x = max(0, x)
			l.among[i][k] = x
			logit += x * n.last[k]
		}
		l.chances[i] = float32(math.Exp(float64(max(-steepest, min(logit, steepest)))))
		sum += l.chances[i]
	}
	for i := range l.living {
		l.chances[i] /= sum
		chances[l.seats[i]] = l.chances[i]
	}
	return chances
}

// nobody marks that no seat has the most.
const nobody = -1

// steepest is the greatest logit.
const steepest = 30

// join combines the features of one living seat with the mean and the maximum of those of the others.
func (l *Look) join(i int) {
	own, mean, most := &l.joined[i][0], &l.joined[i][1], &l.joined[i][2]
	*own, *mean, *most = l.alone[i], [alone]float32{}, [alone]float32{}
	for j := range l.highest[i] {
		l.highest[i][j] = nobody
	}
	for o := range l.living {
		if o == i {
			continue
		}
		for j, x := range l.alone[o] {
			mean[j] += x
			if x > most[j] {
				most[j], l.highest[i][j] = x, int8(o)
			}
		}
	}
	for j := range mean {
		mean[j] /= float32(max(1, l.living-1))
	}
}

func dot(a, b []float32) float32 {
	b = b[:len(a)]
	var w, x, y, z float32
	i := 0
	for ; i+4 <= len(a); i += 4 {
		w += a[i] * b[i]
		x += a[i+1] * b[i+1]
		y += a[i+2] * b[i+2]
		z += a[i+3] * b[i+3]
	}
	for ; i < len(a); i++ {
		w += a[i] * b[i]
	}
	return w + x + y + z
}

// Backward adds the gradient of the error of a look, given each seat's part of the victory in the end (backpropagation
// of the cross entropy), and returns the error.
func (n *Net) Backward(gradient *Net, l *Look, won *Chances) (off float64) {
	var byAlone [rules.Hideouts][alone]float32
	for i := range l.living {
		truth := won[l.seats[i]]
		off -= float64(truth) * math.Log(float64(l.chances[i])+1e-9)
		by := l.chances[i] - truth
		for k, x := range l.among[i] {
			if x <= 0 {
				continue
			}
			gradient.last[k] += by * x
			delta := by * n.last[k]
			gradient.bias2[k] += delta
			for j := range alone {
				gradient.second[k][0][j] += delta * l.joined[i][0][j]
				gradient.second[k][1][j] += delta * l.joined[i][1][j]
				gradient.second[k][2][j] += delta * l.joined[i][2][j]
				byAlone[i][j] += delta * n.second[k][0][j]
				each := delta * n.second[k][1][j] / float32(max(1, l.living-1))
				for o := range l.living {
					if o != i {
						byAlone[o][j] += each
					}
				}
				if o := l.highest[i][j]; o != nobody {
					byAlone[o][j] += delta * n.second[k][2][j]
				}
			}
		}
	}
	for i := range l.living {
		for j, x := range l.alone[i] {
			if x <= 0 {
				continue
			}
			by := byAlone[i][j]
			gradient.bias[j] += by
			for at, in := range l.inputs[i] {
				gradient.first[j][at] += by * in
			}
		}
	}
	return off
}
