package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"noir/data"
)

// Bookmark is a visitor's progress in the lesson of a game.
type Bookmark struct {
	Game     string
	Progress data.Progress
}

// Keep keeps the visitor's progress in a lesson for the session, and reports whether it has
// changed.
func (s *Session) Keep(b Bookmark) bool {
	was := s.Settings.Lessons[b.Game]
	b.Progress.Done = b.Progress.Done || was.Done
	lessons := map[string]data.Progress{b.Game: b.Progress}
	for game, other := range s.Settings.Lessons {
		if game != b.Game {
			lessons[game] = other
		}
	}
	s.Settings.Lessons = lessons
	return b.Progress != was
}

// Taught is the visitor's progress in the lesson of a game, and its number of scenes; 0 for a game
// without one.
func (s *Session) Taught(game string) (data.Progress, int) {
	g, _ := s.Game(game)
	return s.Settings.Lessons[game], len(g.Lesson.Scenes)
}

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

// Shelve keeps the visitor's progress in a lesson and stores it for a player. It blocks; if it
// cannot be stored it lasts as long as the session.
func (s *Session) Shelve(ctx context.Context, b Bookmark) {
	if s.Keep(b) && !s.Player.ID.Guest() {
		_ = s.Services.Settings.Bookmark(ctx, s.Player.ID, s.Settings.Lessons)
	}
}
