package weights_test

import (
	"math"
	"testing"

	"noir/engine/weights"
)

// TestDecodeReadsWhatEncodeWrote, to the precision of the file, and nothing that is longer or shorter.
func TestDecodeReadsWhatEncodeWrote(t *testing.T) {
	wrote := [][]float32{{0, 1, -2.5}, {1e-3, 3.14159}}
	text := weights.Encode(wrote)
	read := [][]float32{make([]float32, 3), make([]float32, 2)}
	if err := weights.Decode(read, text); err != nil {
		t.Fatal(err)
	}
	for i, part := range wrote {
		for j, x := range part {
			if got := read[i][j]; math.Abs(float64(got-x)) > math.Abs(float64(x))/256 {
				t.Errorf("%g became %g", x, got)
			}
		}
	}
	for _, wrong := range [][]byte{nil, text[1:], append(text, 0, 0)} {
		if err := weights.Decode(read, wrong); err == nil {
			t.Errorf("%d bytes are read as weights", len(wrong))
		}
	}
	if read[0][1] != 1 {
		t.Errorf("what could not be read has changed %v", read)
	}
}

// TestDescentFindsTheLeast of a bowl, and an average follows it there.
func TestDescentFindsTheLeast(t *testing.T) {
	least := []float32{3, -1}
	at, gradient, mean := [][]float32{{0}, {0}}, [][]float32{{0}, {0}}, [][]float32{{0}, {0}}
	d, a := weights.NewDescent(at, gradient), weights.AverageOf(at, mean)
	for n := range 2000 {
		for i := range at {
			gradient[i][0] += 2 * (at[i][0] - least[i])
		}
		d.Step(weights.Between(0.1, 0.001, float64(n)/2000), 1)
		a.Follow(0.05)
	}
	for i, want := range least {
		for _, got := range []float32{at[i][0], mean[i][0]} {
			if math.Abs(float64(got-want)) > 0.01 {
				t.Errorf("it ends at %g, want %g", got, want)
			}
		}
		if gradient[i][0] != 0 {
			t.Errorf("a step leaves a gradient of %g", gradient[i][0])
		}
	}
}
