// Package lobby holds the screens between the street and a table: choosing a
// name, home, the queue, tables against the house and private ones, the rules.
package lobby

import (
	"noir/data"
	"noir/matchmaking"
	"noir/tui"
)

// terms are what a live game is played under here: for a rating, if the player
// has a name to be rated by.
func terms(s *tui.Session, game string) matchmaking.Terms {
	return matchmaking.Terms{Game: game, Rated: !s.Player.ID.Guest(), Pace: data.Live}
}

// stake says what a game is played for.
func stake(rated bool) string {
	if rated {
		return "rated"
	}
	return "casual"
}
