package weights

import "math"

// Descent moves weights against the gradient of the errors of a network, as Adam does: each by about the same step,
// whatever the size of its gradient.
type Descent struct {
	weights, gradient, mean, square [][]float32
	steps                           int
}

// NewDescent returns one of some weights. Between two steps the caller adds up the gradient, in parts of the same sizes;
// a step sets it to 0.
func NewDescent(weights, gradient [][]float32) Descent {
	return Descent{weights: weights, gradient: gradient, mean: like(weights), square: like(weights)}
}

func like(parts [][]float32) [][]float32 {
	same := make([][]float32, len(parts))
	for i, part := range parts {
		same[i] = make([]float32, len(part))
	}
	return same
}

// The parts of the old means that each step keeps.
const (
	keepMean   = 0.9
	keepSquare = 0.999
)

// Step makes a step by the gradient so far, times a scale.
func (d *Descent) Step(rate, scale float32) {
	d.steps++
	mean := 1 / (1 - float32(math.Pow(keepMean, float64(d.steps))))
	square := 1 / (1 - float32(math.Pow(keepSquare, float64(d.steps))))
	for i, weights := range d.weights {
		gradient, means, squares := d.gradient[i], d.mean[i], d.square[i]
		for j := range weights {
			x := gradient[j] * scale
			gradient[j] = 0
			means[j] = keepMean*means[j] + (1-keepMean)*x
			squares[j] = keepSquare*squares[j] + (1-keepSquare)*x*x
			weights[j] -= rate * means[j] * mean / (float32(math.Sqrt(float64(squares[j]*square))) + 1e-7)
		}
	}
}

// Average is a moving average of weights, in parts of the same sizes.
type Average struct{ parts, of [][]float32 }

// AverageOf returns the average of some weights, kept in into.
func AverageOf(of, into [][]float32) Average { return Average{into, of} }

// Follow moves each weight a part of the way to the current one.
func (a Average) Follow(part float32) {
	for i, to := range a.parts {
		for j := range to {
			to[j] += (a.of[i][j] - to[j]) * part
		}
	}
}

// Between interpolates geometrically between two positive numbers: equal parts of a course are equal factors.
func Between(first, last, part float64) float32 {
	return float32(first * math.Pow(last/first, part))
}
