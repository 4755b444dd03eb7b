package terminal

import (
	"io"
	"sync"
	"time"
)

// blockedAfter is how long a write takes before it counts as blocked.
const blockedAfter = 100 * time.Millisecond

// CutAfter returns a writer that calls cut when a write blocks for d. cut must make the write
// return. Only one goroutine at a time may write.
func CutAfter(w io.Writer, d time.Duration, cut func()) io.Writer {
	return newPatient(w, d, cut, new(Meter))
}

// patient is a writer that limits how long a write may block.
type patient struct {
	out      io.Writer
	patience time.Duration
	cut      func()
	meter    *Meter

	mu      sync.Mutex
	since   time.Time // when the current write began; zero without one
	blocked bool      // the meter counts it
	timer   *time.Timer
}

func newPatient(out io.Writer, patience time.Duration, cut func(), m *Meter) *patient {
	return &patient{out: out, patience: patience, cut: cut, meter: m}
}

func (p *patient) Write(b []byte) (int, error) {
	p.begin()
	defer p.end()
	n, err := p.out.Write(b)
	p.meter.bytes.Add(uint64(n))
	return n, err
}

func (p *patient) begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.since = time.Now()
	if wait := min(blockedAfter, p.patience); p.timer == nil {
		p.timer = time.AfterFunc(wait, p.look)
	} else {
		p.timer.Reset(wait)
	}
}

func (p *patient) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.timer.Stop()
	p.since = time.Time{}
	if p.blocked {
		p.blocked = false
		p.meter.blocked.Add(-1)
	}
}

// look checks the current write, first to count it as blocked and then to cut it off.
func (p *patient) look() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.since.IsZero() {
		return
	}
	waited := time.Since(p.since)
	if waited >= p.patience {
		p.cut()
		return
	}
	if waited < blockedAfter { // a later write than the one the timer was set for
		p.timer.Reset(blockedAfter - waited)
		return
	}
	if !p.blocked {
		p.blocked = true
		p.meter.blocked.Add(1)
	}
	p.timer.Reset(p.patience - waited)
}
