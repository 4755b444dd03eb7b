package play

import (
	tea "charm.land/bubbletea/v2"

	"noir/matchmaking"
	"noir/tui"
)

// moving has the screen drawn again while something on it moves.
type moving struct {
	*sight
	wait moved // the newest
}

// moved is the end of a wait for the next picture; the number is that of the wait.
type moved int

// follow plays what a frame has set in motion. Viewers who have just come, except to their own table before its
// first move, look elsewhere or want reduced motion see only the end of it. So does everybody while the server is busy:
// a move draws two thirds more pictures when its cards move, for which keys would have to wait.
func (m *moving) follow(before matchmaking.Frame) tea.Cmd {
	comes := before.Revision == 0 && (m.mode != seated || m.frame.Ply() > 0)
	if comes || m.hidden || m.session.Settings.Still || m.session.Busy() {
		m.motion.Skip()
	}
	return m.run()
}

// on goes on after a wait, unless another one has begun since.
func (m *moving) on(over moved) tea.Cmd {
	if over != m.wait {
		return nil
	}
	return m.run()
}

// run waits for the next picture, if there is one.
func (m *moving) run() tea.Cmd {
	wait := m.motion.Wait()
	if wait == 0 {
		return nil
	}
	m.wait++
	return tui.After(wait, m.wait)
}
