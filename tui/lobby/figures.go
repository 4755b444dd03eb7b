package lobby

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"noir/app/service"
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
	best       [2]float64       // the two highest ratings at the best of them; 0 for none
	event      event
}

// look returns a function that reads the figures. It lists the tables only after one has come or
// gone, and once more after that, as a list may be a moment old. It is for one goroutine at a time.
func look(s *tui.Session) func(context.Context) figures {
	broker, online, player, clock := s.Broker, s.Online, s.Player.ID, s.Now
	seen, again, public, best := -1, false, 0, [2]float64{}
	return func(ctx context.Context) figures {
		now := figures{counts: broker.Counts(), online: online()}
		now.mine, _ = broker.Mine(ctx, player)             // on an error it looks as if nothing ran
		now.challenges, _ = broker.Challenges(ctx, player) // the same
		if changed := now.counts.Changes != seen; changed || again {
			seen, again = now.counts.Changes, changed
			tables, _ := broker.Live(ctx, player) // the same
			public, best = len(tables), match(tables)
		}
		now.counts.Changes = 0 // nothing of it is shown
		now.public, now.best = public, best
		now.event = lookAtEvent(ctx, broker, player, clock())
		return now
	}
}

// match returns the two highest ratings at the first table; 0 for none.
func match(tables []matchmaking.Listing) [2]float64 {
	if len(tables) == 0 {
		return [2]float64{}
	}
	var ratings []float64
	for _, s := range tables[0].Seats {
		if s.Rating != nil {
			ratings = append(ratings, *s.Rating)
		}
	}
	slices.Sort(ratings)
	slices.Reverse(ratings)
	if len(ratings) < 2 {
		return [2]float64{}
	}
	return [2]float64(ratings)
}

// standing is what home says about the player and everybody else. It is read when home is shown.
type standing struct {
	service.Overview
	last   *data.Match // the player's latest game
	puzzle puzzle
}

// lookUp returns the Cmd that brings the standing, without what cannot be read.
func lookUp(s *tui.Session) tea.Cmd {
	ctx, services, player, today, month := s.Context, s.Services, s.Player, data.DateOf(s.Now()), data.MonthOf(s.Now())
	games := make([]string, len(s.Games))
	for i, g := range s.Games {
		games[i] = g.Info().Name
	}
	return func() tea.Msg {
		st := standing{Overview: services.Rankings.Overview(ctx, games, player, month)}
		st.puzzle.Puzzle, st.puzzle.fared = services.Puzzles.Glance(ctx, player.ID, today)
		if past, err := services.Matches.Past(ctx, player.ID, "", 1); err == nil && len(past) > 0 {
			st.last = &past[0]
		}
		return st
	}
}
