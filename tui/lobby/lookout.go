package lobby

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/matchmaking"
	"noir/tui"
)

// lookoutEvery is how often at most a visitor is called because somebody looks for a
// game.
const lookoutEvery = time.Hour

// lookout calls a visitor who wants to hear of it and looks elsewhere when somebody
// waits in queues that were empty.
type lookout struct {
	waiting bool // somebody did, when it was looked at last
	called  time.Time
}

// see looks at how many wait now. A visitor who looks for a game is not called.
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
	return tui.Ask(tui.Alert{Text: s.Words("Somebody looks for a game.")})
}
