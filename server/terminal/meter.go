package terminal

import "sync/atomic"

// Meter counts what the sessions of a server write. The zero value is ready for use, from any
// goroutine.
type Meter struct {
	frames, bytes atomic.Uint64
	blocked       atomic.Int64
}

// Frames returns how many frames have been written. Frames skipped for a slow terminal do not
// count.
func (m *Meter) Frames() uint64 { return m.frames.Load() }

// Bytes returns how many bytes have been written to terminals.
func (m *Meter) Bytes() uint64 { return m.bytes.Load() }

// Blocked returns how many sessions currently wait for terminals that have taken no output for a
// tenth of a second.
func (m *Meter) Blocked() int64 { return m.blocked.Load() }
