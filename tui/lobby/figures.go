package lobby

import (
	"context"

	"noir/data"
	"noir/matchmaking"
	"noir/tui"
)

// figures are how busy the server is and the player's running games. They come from memory and are
// read often.
type figures struct {
	counts     matchmaking.Counts
	online     int
	mine       []matchmaking.Listing
	challenges []data.Challenge // those open to the visitor, and their own
	public     int              // number of tables that may be watched
	event      event
	friends    []string // those who are here
}

// look returns a function that reads the figures. It lists the tables only after one has come or
// gone, and once more after that, since a list may be a moment old. It is for one goroutine at a
// time.
func look(s *tui.Session) func(context.Context) figures {
	broker, online, player, clock := s.Broker, s.Online, s.Player.ID, s.Now
	circle, here := s.Services.Circle, s.Here
	var friends []data.Tied
	asked := player.Guest()
	seen, again, public := -1, false, 0
	return func(ctx context.Context) figures {
		now := figures{counts: broker.Counts(), online: online()}
		now.mine, _ = broker.Mine(ctx, player)             // an error shows no running game
		now.challenges, _ = broker.Challenges(ctx, player) // the same
		if changed := now.counts.Changes != seen; changed || again {
			seen, again = now.counts.Changes, changed
			tables, _ := broker.Live(ctx, player) // the same
			public = len(tables)
		}
		now.counts.Changes = 0 // it is not shown
		now.public = public
		now.event = lookAtEvent(ctx, broker, player, clock())
		if !asked {
			friends, _ = circle.Among(ctx, player, data.Friend) // an error shows none
			asked = true
		}
		for _, f := range friends {
			if here(f.Player.ID) {
				now.friends = append(now.friends, f.Player.Name)
			}
		}
		return now
	}
}
