package cluster

import (
	"bytes"
	"sync"

	"github.com/fxamacker/cbor/v2"

	"noir/data"
)

// head begins a message between nodes, in CBOR; its body, if it has one, follows it. Both may gain fields: readers skip
// those that they do not know.
type head struct {
	V     int         `cbor:"1,keyasint,omitempty"` // protocol; 0 in answers
	From  data.NodeID `cbor:"2,keyasint,omitempty"` // 0 in answers
	Verb  string      `cbor:"3,keyasint,omitempty"` // "" in answers
	Fault *fault      `cbor:"4,keyasint,omitempty"` // why an answer has no body
}

// Times keep their nanoseconds. Moves and views of a game, which are JSON already, go as their bytes.
var (
	writing = must(cbor.EncOptions{Time: cbor.TimeRFC3339Nano}.UserBufferEncMode())
	reading = must(cbor.DecOptions{UTF8: cbor.UTF8DecodeInvalid}.DecMode())
)

func must[T any](t T, err error) T {
	if err != nil {
		panic(err)
	}
	return t
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// write writes a message and sends it; body may be nil. send must not keep it.
func write(h head, body any, send func(raw []byte) error) error {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	err := writing.MarshalToBuffer(h, b)
	if err == nil && body != nil {
		err = writing.MarshalToBuffer(body, b)
	}
	if err != nil {
		return err
	}
	return send(b.Bytes())
}

// open returns the head of a message, and its body, which read reads.
func open(raw []byte) (h head, body []byte, err error) {
	body, err = reading.UnmarshalFirst(raw, &h)
	return h, body, err
}

// read reads a body.
func read(body []byte, into any) error { return reading.Unmarshal(body, into) }
