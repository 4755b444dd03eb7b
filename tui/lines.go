package tui

import (
	"hash/maphash"
	"sync"
)

// There are linePiles of pileSize lines: enough for what a few thousand people are shown within some milliseconds, at
// some hundred bytes a line.
const linePiles, pileSize = 64, 64

// lines caches the newest lines of screens, by their texts. Both players see the same row of cards, and visitors the
// same home, often unchanged: equal lines share their memory. The zero value is ready for use, from any goroutine.
type lines struct{ piles [linePiles]linePile }

type linePile struct {
	mu   sync.Mutex
	kept [pileSize]string
}

var lineSeed = maphash.MakeSeed()

// text returns a line as a string; if there are no lines to share, a new one.
func (l *lines) text(line []byte) string {
	if l == nil {
		return string(line)
	}
	sum := maphash.Bytes(lineSeed, line)
	pile := &l.piles[sum%linePiles]
	pile.mu.Lock()
	defer pile.mu.Unlock()
	kept := &pile.kept[sum/linePiles%pileSize]
	if *kept != string(line) {
		*kept = string(line)
	}
	return *kept
}
