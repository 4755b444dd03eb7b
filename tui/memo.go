package tui

import (
	"sync"
	"sync/atomic"
)

// maxKept is how many drawings a theme keeps. A game's cards in all their states
// take a few hundred.
const maxKept = 4096

// memo caches drawings that never change. When it is full it caches no more. The zero value is
// ready for use, from any goroutine.
type memo struct {
	drawn sync.Map
	size  atomic.Int32
}

// Kept returns the drawing cached under a key, which must be of a type of the caller's own.
func (th *Theme) Kept(key any) (drawing any, ok bool) { return th.memo.drawn.Load(key) }

// Keep caches a drawing for every session with this look. It must depend only on its key and the
// theme, and never change.
func (th *Theme) Keep(key, drawing any) {
	if th.memo.size.Load() >= maxKept {
		return
	}
	if _, known := th.memo.drawn.LoadOrStore(key, drawing); !known {
		th.memo.size.Add(1)
	}
}
