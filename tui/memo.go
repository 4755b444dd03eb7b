package tui

import (
	"slices"
	"sync"
	"sync/atomic"
)

// maxKept is how many drawings a theme keeps. A game's cards in all their states
// take a few hundred.
const maxKept = 4096

// memo caches drawings that never change. A full memo adds nothing. The zero value is ready for
// use, from any goroutine.
type memo struct {
	drawn sync.Map
	size  atomic.Int32
}

// Kept returns the drawing cached under a key, which must be of a type of the caller's own.
func (m *memo) Kept(key any) (drawing any, ok bool) { return m.drawn.Load(key) }

// Keep caches a drawing for every session with this look. It must depend only on its key and the
// theme, and never change.
func (m *memo) Keep(key, drawing any) {
	if m.size.Load() >= maxKept {
		return
	}
	if _, known := m.drawn.LoadOrStore(key, drawing); !known {
		m.size.Add(1)
	}
}

// maxRecent is how many recent drawings a theme keeps: those for the usual sizes of a window.
const maxRecent = 32

// recents caches the drawings that were asked for last: those whose keys a visitor can choose, such
// as the size of a window, and with which one visitor could fill any other cache. The zero value is
// ready for use, from any goroutine.
type recents struct {
	mu    sync.Mutex
	drawn []recent // the latest last
}

type recent struct{ key, drawing any }

// Recent returns the drawing that was cached under a key, which must be of a type of the caller's
// own, or what draw returns if there is none. It caches the latest drawings for every session with
// this look. A drawing must depend only on its key and the theme, and never change.
func (r *recents) Recent(key any, draw func() any) any {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := slices.IndexFunc(r.drawn, func(d recent) bool { return d.key == key })
	switch {
	case i < 0 && len(r.drawn) == maxRecent:
		i = 0
		r.drawn[0] = recent{key, draw()}
	case i < 0:
		i = len(r.drawn)
		r.drawn = append(r.drawn, recent{key, draw()})
	}
	found := r.drawn[i]
	r.drawn = append(slices.Delete(r.drawn, i, i+1), found)
	return found.drawing
}
