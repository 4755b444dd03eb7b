package bench

import (
	"fmt"
	"io"
	"sync"
	"time"

	"charm.land/bubbles/v2/progress"
)

// Progress shows the bench's progress: a bar on a terminal, a line now and then elsewhere. It is
// safe for concurrent use.
type Progress struct {
	out io.Writer
	bar *progress.Model // nil if out is no terminal

	mu    sync.Mutex
	phase string
	shown time.Time
}

// NewProgress writes to out.
func NewProgress(out io.Writer, terminal bool) *Progress {
	p := &Progress{out: out}
	if terminal {
		bar := progress.New(progress.WithWidth(40), progress.WithDefaultBlend())
		p.bar = &bar
	}
	return p
}

// redrawn is the time between two pictures of the bar.
const redrawn = time.Second / 5

// Show is the Progress function of a Plan.
func (p *Progress) Show(server, phase string, done float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now, next := server+", "+phase, false
	if now != p.phase {
		p.phase, next = now, true
	}
	if !next && time.Since(p.shown) < redrawn {
		return
	}
	switch {
	case p.bar != nil:
		fmt.Fprintf(p.out, "\r\x1b[K%s %s", p.bar.ViewAs(done), now)
	case next:
		fmt.Fprintln(p.out, now)
	}
	p.shown = time.Now()
}

// Clear removes the bar.
func (p *Progress) Clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
