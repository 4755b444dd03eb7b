// Package network estimates by a small neural network how likely a seat wins a game of Noirburg, from what it sees. It
// is learned from games against itself (package training) and embedded.
//
// One layer looks at what the seat has, and another one, the same for all, at each rival. The next combines the features
// of the seat with the mean and the maximum of those of its rivals, so that it can be asked at tables of every size.
package network

import (
	_ "embed"
	"math"

	"noir/engine/noirburg/rules"
	"noir/engine/weights"
)

// width is the size of each layer.
const width = 32

// layer is the features of a seat, or what is made of all.
type layer [width]float32

// Net is the weights. Many goroutines may ask one that does not change.
type Net struct {
	own       [ownSize]layer // for each input
	ownBias   layer
	rival     [rivalSize]layer
	rivalBias layer
	among     [3 * width]layer // of the seat, and of the mean and the maximum of its rivals
	amongBias layer
	last      layer
	lastBias  [1]float32
}

// Parts returns all weights, in the order of the file.
func (n *Net) Parts() (parts [][]float32) {
	for _, layers := range [...][]layer{n.own[:], n.rival[:], n.among[:]} {
		for i := range layers {
			parts = append(parts, layers[i][:])
		}
	}
	return append(parts, n.ownBias[:], n.rivalBias[:], n.amongBias[:], n.last[:], n.lastBias[:])
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

// Layers holds what a network makes of inputs. The sums of weights are kept, so that of the next inputs only those that
// differ have to be looked at.
type Layers struct {
	begun  bool
	of     Inputs
	own    layer // as all sums, before what is below 0 is cut off
	rivals [rules.Hideouts - 1]layer
	joined [3 * width]float32
	most   [width]int8 // which rival has the most of a feature, or nobody
	among  layer
	chance float32
}

// Chance returns how likely the seat wins, and keeps in l what that was made of. Until it is set to its zero value, l
// belongs to this network, which must not change.
func (n *Net) Chance(l *Layers, in *Inputs) float32 {
	if !l.begun {
		l.begun, l.own, l.among = true, n.ownBias, n.amongBias
		for i := range l.rivals {
			l.rivals[i] = n.rivalBias
		}
	}
	update(&l.own, n.own[:], l.of.own[:], in.own[:])
	for i := range in.living {
		update(&l.rivals[i], n.rival[:], l.of.rivals[i][:], in.rivals[i][:])
	}
	l.of.living = in.living
	joined := l.join()
	update(&l.among, n.among[:], l.joined[:], joined[:])
	logit := n.lastBias[0]
	for i, x := range l.among {
		logit += max(0, x) * n.last[i]
	}
	l.chance = float32(1 / (1 + math.Exp(-float64(logit))))
	return l.chance
}

// update updates the sums of weights of inputs.
func update(sums *layer, weights []layer, was, is []float32) {
	weights, was = weights[:len(is)], was[:len(is)]
	for i, x := range is {
		if x == was[i] {
			continue
		}
		addTimes(sums, &weights[i], x-was[i])
		was[i] = x
	}
}

// nobody marks that no rival has the most.
const nobody = -1

// join combines the features of the seat with the mean and the maximum of those of its rivals.
func (l *Layers) join() (joined [3 * width]float32) {
	own, mean, most := (*layer)(joined[:]), (*layer)(joined[width:]), (*layer)(joined[2*width:])
	each := 1 / float32(max(1, l.of.living))
	for j := range width {
		own[j], l.most[j] = max(0, l.own[j]), nobody
	}
	for i := range l.of.living {
		for j, x := range l.rivals[i] {
			if x <= 0 {
				continue
			}
			mean[j] += x * each
			if x > most[j] {
				most[j], l.most[j] = x, int8(i)
			}
		}
	}
	return joined
}

// Backward adds the gradient of the error of the last chance, given what it should have been (backpropagation of the
// cross entropy), and returns the error.
func (n *Net) Backward(gradient *Net, l *Layers, truth float32) (off float64) {
	const least = 1e-6
	off = -float64(truth)*math.Log(float64(l.chance)+least) - float64(1-truth)*math.Log(float64(1-l.chance)+least)
	by := l.chance - truth
	gradient.lastBias[0] += by
	var byAmong, byOwn layer
	for j, x := range l.among {
		if x > 0 {
			gradient.last[j] += by * x
			byAmong[j] = by * n.last[j]
			gradient.amongBias[j] += byAmong[j]
		}
	}
	var byJoined [3 * width]float32
	back(gradient.among[:], n.among[:], l.joined[:], &byAmong, byJoined[:])
	for j, x := range l.own {
		if x > 0 {
			byOwn[j] = byJoined[j]
			gradient.ownBias[j] += byOwn[j]
		}
	}
	back(gradient.own[:], nil, l.of.own[:], &byOwn, nil)
	each := 1 / float32(max(1, l.of.living))
	for i := range l.of.living {
		var byRival layer
		for j, x := range l.rivals[i] {
			if x > 0 {
				byRival[j] = byJoined[width+j] * each
				if l.most[j] == int8(i) {
					byRival[j] += byJoined[2*width+j]
				}
				gradient.rivalBias[j] += byRival[j]
			}
		}
		back(gradient.rival[:], nil, l.of.rivals[i][:], &byRival, nil)
	}
	return off
}

// back adds the gradient of weights, and writes down that of the inputs if these have one.
func back(gradient, weights []layer, in []float32, by *layer, byIn []float32) {
	for i, x := range in {
		if x != 0 {
			addTimes(&gradient[i], by, x)
		}
		if byIn != nil && x > 0 { // what is 0 was cut off
			w, sum := &weights[i], float32(0)
			for j := range w {
				sum += w[j] * by[j]
			}
			byIn[i] = sum
		}
	}
}

// addTimes adds a layer a number of times: four parts at once, which takes half as long.
func addTimes(to, l *layer, times float32) {
	for j := 0; j < width; j += 4 {
		to[j] += l[j] * times
		to[j+1] += l[j+1] * times
		to[j+2] += l[j+2] * times
		to[j+3] += l[j+3] * times
	}
}
