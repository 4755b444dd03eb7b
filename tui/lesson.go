package tui

import (
	"context"
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/engine"
	"noir/internal/language"
)

// Lesson teaches a game at an ordinary table: a deal that is known beforehand and, in
// scenes, what is played, said and asked for. The learner has seat 0, the house the
// others. A game's board comes with one; it is shared and never changes.
type Lesson struct {
	Setup  engine.Setup
	Level  string  // of the house players
	Scenes []Scene // the last is Free, and no other
	End    string  // what is said when the game is over

	// Would says to a reader in a sentence what a move of the learner would do, by their
	// view.
	Would func(r *language.Reader, view, move json.RawMessage) string
}

// Scene is a position of a lesson and what there is to say about it. Its texts are in
// English and said in the learner's language; they name no keys: the board does that. A
// scene without a move to make is one to read, and stands where others are to move.
type Scene struct {
	Moves []engine.Move   // made before it, after the Want of the scene before
	Text  string          // what is seen
	Task  string          // what the learner is to do; "" to read on
	Want  json.RawMessage // the move of the task in the form of Game.Read
	Why   string          // why another move is not what is asked for
	Free  bool            // the learner plays as they like until the game is over
}

// Bookmark is how far a visitor is in the lesson of a game.
type Bookmark struct {
	Game     string
	Progress data.Progress
}

// Keep keeps how far the visitor is in a lesson, as long as the session lasts, and
// reports whether that is news.
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

// Taught is how far the visitor is in the lesson of a game, and how many scenes it has;
// 0 for a game without one.
func (s *Session) Taught(game string) (data.Progress, int) {
	g, _ := s.Game(game)
	return s.Settings.Lessons[game], len(g.Lesson.Scenes)
}

// shelf stores bookmarks, one after the other: of those that come while one is being
// stored only the newest is.
type shelf struct {
	session *Session
	busy    bool
	stale   bool // what is stored is not the newest
}

// shelved tells that a bookmark has been stored, or could not be.
type shelved struct{}

// store stores the newest bookmarks unless that is being done. That they cannot be
// stored is no reason to interrupt a lesson: the session has them.
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

// Shelve keeps how far the visitor is in a lesson and stores it for a player. It blocks;
// what cannot be stored lasts as long as the session.
func (s *Session) Shelve(ctx context.Context, b Bookmark) {
	if s.Keep(b) && !s.Player.ID.Guest() {
		_ = s.Services.Settings.Bookmark(ctx, s.Player.ID, s.Settings.Lessons)
	}
}
