package tui

import (
	"sync"
	"sync/atomic"
)

// maxKept is how many drawings a theme keeps. A game's cards in all their states
// take a few hundred.
const maxKept = 4096

// memo keeps drawings that never change. What comes when it is full is not kept.
// The zero value is ready, and any goroutine may use it.
type memo struct {
	drawn sync.Map
	size  atomic.Int32
}

// Kept returns the drawing that was kept under a key, which is of a type of the
// asker's own.
func (th *Theme) Kept(key any) (drawing any, ok bool) { return th.memo.drawn.Load(key) }

// Keep keeps a drawing for every session of this look. It must depend on nothing
// but its key and the theme, and never change.
func (th *Theme) Keep(key, drawing any) {
	if th.memo.size.Load() >= maxKept {
		return
	}
	if _, known := th.memo.drawn.LoadOrStore(key, drawing); !known {
		th.memo.size.Add(1)
	}
}
