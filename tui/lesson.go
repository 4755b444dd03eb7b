package tui

import (
	"context"
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/engine"
	"noir/internal/language"
)

// Lesson teaches a game at an ordinary table: a known deal and, in scenes, what is played, said and
// asked. The learner has seat 0, house players the others. A game's board comes with one; it is
// shared and never changes.
type Lesson struct {
	Setup  engine.Setup
	Level  string  // of the house players
	Scenes []Scene // only the last is Free
	End    string  // the text when the game is over

	// Would describes in a sentence the effect of a learner's move, by their view.
	Would func(r *language.Reader, view, move json.RawMessage) string
}

// Scene is a position of a lesson with its texts. They are in English, translated for the learner,
// and name no keys: the board does that. A scene without a move to make is only read, and may be at
// another seat's turn.
type Scene struct {
	Moves []engine.Move   // made before it, after the Want of the previous scene
	Text  string          // explains the position
	Task  string          // what the learner is to do; "" to read on
	Want  json.RawMessage // the move of the task in the form of Game.Read
	Why   string          // why another move is not the requested one
	Free  bool            // the learner plays as they like until the game is over
}

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

// shelf stores bookmarks one after the other: of those that come while one is being stored only the
// newest is stored.
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
