package network

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"math"
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

// Encode writes the weights down, two bytes each: the higher half of a float32.
func (w *Weights) Encode() []byte {
	var out []byte
	w.each(func(x *float32) {
		bits := math.Float32bits(*x)
		out = binary.LittleEndian.AppendUint16(out, uint16((bits+1<<15)>>16))
	})
	return out
}

// Decode reads what Encode wrote.
func (w *Weights) Decode(from []byte) error {
	n := 0
	w.each(func(*float32) { n += 2 })
	if len(from) != n {
		return fmt.Errorf("%d bytes of weights, want %d", len(from), n)
	}
	w.each(func(x *float32) {
		*x = math.Float32frombits(uint32(binary.LittleEndian.Uint16(from)) << 16)
		from = from[2:]
	})
	return nil
}

// each calls f with every weight, in the order of the file.
func (w *Weights) each(f func(*float32)) {
	for _, n := range []*Net{&w.Policy, &w.Value} {
		for _, part := range n.Parts() {
			for i := range part {
				f(&part[i])
			}
		}
	}
}
