// Package weights is what the small neural networks of all games do with their weights: they are written down, and
// they learn. A network has its weights in parts, always in the same order.
package weights

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Encode writes weights down, two bytes each: the higher half of a float32, rounded.
func Encode(parts [][]float32) []byte {
	var out []byte
	for _, part := range parts {
		for _, x := range part {
			out = binary.LittleEndian.AppendUint16(out, uint16((math.Float32bits(x)+1<<15)>>16))
		}
	}
	return out
}

// Decode reads into parts what Encode wrote of parts of the same sizes. On an error they stay as they are.
func Decode(parts [][]float32, from []byte) error {
	n := 0
	for _, part := range parts {
		n += 2 * len(part)
	}
	if len(from) != n {
		return fmt.Errorf("%d bytes of weights, want %d", len(from), n)
	}
	for _, part := range parts {
		for i := range part {
			part[i] = math.Float32frombits(uint32(binary.LittleEndian.Uint16(from)) << 16)
			from = from[2:]
		}
	}
	return nil
}
