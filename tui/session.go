package tui

import (
	"fmt"

	"noir/data"
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

// Standing says in a word what stands behind a name at a table: the rating, or
// why there is none.
func Standing(s matchmaking.Seated) string {
	switch {
	case s.Kind == data.Bot:
		return "the house, " + s.Level
	case s.Rating != nil:
		return fmt.Sprintf("%.0f", *s.Rating)
	case s.Kind == data.Guest:
		return "guest"
	}
	return ""
}
