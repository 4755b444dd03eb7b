package tui

import tea "charm.land/bubbletea/v2"

// shelf stores bookmarks one after the other: of several that come while one is being stored, it
// stores only the newest.
type shelf struct {
	session *Session
	busy    bool
	stale   bool // the stored one is not the newest
}

// shelved tells that a bookmark was stored, or could not be.
type shelved struct{}

// store stores the newest bookmarks unless that is already under way. A failure is no reason to
// interrupt a lesson: the session has them.
func (f *shelf) store() tea.Cmd {
	if f.busy || !f.stale {
		return nil
	}
	f.busy, f.stale = true, false
	s, lessons := f.session, f.session.Settings.Lessons
	ctx, settings, id := s.Context, s.Services.Settings, s.Player.ID
	return func() tea.Msg {
		_ = settings.Bookmark(ctx, id, lessons)
		return shelved{}
	}
}
