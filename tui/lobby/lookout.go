package lobby

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/matchmaking"
	"noir/tui"
)

// lookoutEvery is the shortest time between two calls that somebody looks for a game.
const lookoutEvery = time.Hour

// lookout calls a visitor who asked for it when somebody enters an empty queue.
type lookout struct {
	waiting bool // the queues were not empty at the last look
	called  time.Time
}

// see compares how many wait now. It does not call a visitor who is in the queue.
func (l *lookout) see(s *tui.Session, now matchmaking.Counts) tea.Cmd {
	before := l.waiting
	l.waiting = false
	for _, n := range now.Waiting {
		l.waiting = l.waiting || n > 0
	}
	if before || !l.waiting || !s.Settings.Lookout || s.Search != nil || s.Now().Sub(l.called) < lookoutEvery {
		return nil
	}
	l.called = s.Now()
	return tui.Ask(tui.Alert{Text: s.Words("Somebody is looking for a game.")})
}
