package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Pause waits; it reports false, at once, when ctx is done first.
func Pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// After returns the Cmd that brings a message later, unless the session is over
// by then: it waits no longer than the session lives.
func (s *Session) After(d time.Duration, msg tea.Msg) tea.Cmd {
	ctx := s.Context
	return func() tea.Msg {
		if !Pause(ctx, d) {
			return nil
		}
		return msg
	}
}
