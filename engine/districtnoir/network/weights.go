package network

import (
	_ "embed"

	"noir/engine/weights"
)

//go:embed weights.bin
var embedded []byte

// Learned are the embedded weights. They are shared and only read.
var Learned = func() *Weights {
	w := NewWeights()
	if len(embedded) > 0 {
		if err := w.Decode(embedded); err != nil {
			panic(err)
		}
	}
	return w
}()

// Encode writes the weights down (package weights).
func (w *Weights) Encode() []byte { return weights.Encode(w.parts()) }

// Decode reads what Encode wrote.
func (w *Weights) Decode(from []byte) error { return weights.Decode(w.parts(), from) }

// parts are all weights, in the order of the file.
func (w *Weights) parts() [][]float32 { return append(w.Policy.Parts(), w.Value.Parts()...) }
