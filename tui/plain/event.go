package plain

import (
	"noir/data"
	"noir/matchmaking"
)

// compete plays in an event, game after game, until it is over or the visitor stops waiting.
func (c *conversation) compete(tournament data.Tournament) error {
	for {
		seated, err := c.seek(matchmaking.Ticket{Player: c.session.Player, Terms: matchmaking.TermsOf(tournament)})
		if err != nil || !seated {
			return err
		}
		c.say("On to the next game of the event.")
	}
}
