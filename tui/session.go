package tui

import (
	"fmt"

	"noir/engine"
	"noir/matchmaking"
)

// Info returns what is known of a game of the session, by its name.
func (s *Session) Info(game string) (engine.Info, bool) {
	for _, g := range s.Games {
		if info := g.Info(); info.Name == game {
			return info, true
		}
	}
	return engine.Info{}, false
}

// Title returns a game's name as people read it.
func (s *Session) Title(game string) string {
	if info, ok := s.Info(game); ok {
		return info.Title
	}
	return game
}

// Standing is the rating behind a name at a table; "" for whoever has none. The
// names of guests and of the house say themselves whose they are.
func Standing(s matchmaking.Seated) string {
	if s.Rating == nil {
		return ""
	}
	return fmt.Sprintf("%.0f", *s.Rating)
}
