package lobby

import (
	"context"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/tui"
)

// figures are how busy the house is and what one player has running there. They
// come from memory and are looked at often.
type figures struct {
	counts matchmaking.Counts
	online int
	mine   []matchmaking.Listing
	public int    // tables that may be watched
	best   string // who plays at the best of them
}

// look returns what takes the figures. It lists the tables only when their
// number has changed; one goroutine at a time uses it.
func look(s *tui.Session) func(context.Context) figures {
	broker, online, player := s.Broker, s.Online, s.Player.ID
	seen, best := -1, ""
	return func(ctx context.Context) figures {
		now := figures{counts: broker.Counts(), online: online()}
		now.mine, _ = broker.Mine(ctx, player) // without them it looks as if nothing ran
		if now.counts.Public != seen {
			seen = now.counts.Public
			tables, _ := broker.Live(ctx) // the same
			best = match(tables)
		}
		now.public, now.best = seen, best
		return now
	}
}

// match writes the ratings of the two best at the first of the tables.
func match(tables []matchmaking.Listing) string {
	if len(tables) == 0 {
		return ""
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
		return ""
	}
	return fmt.Sprintf("best: %.0f v %.0f", ratings[0], ratings[1])
}

// standing is what the store tells of a player and the house.
// It is looked up when home is shown.
type standing struct {
	ratings map[string]data.Rating // by game
	ranks   map[string]int
	totals  map[string]int // players in the rankings
	last    *data.Match    // the player's latest game
}

// lookUp returns the Cmd that brings the standing. What cannot be had is left out.
func lookUp(s *tui.Session) tea.Cmd {
	ctx, store, player := s.Context, s.Store, s.Player
	games := make([]string, len(s.Games))
	for i, g := range s.Games {
		games[i] = g.Info().Name
	}
	return func() tea.Msg {
		st := standing{ranks: map[string]int{}, totals: map[string]int{}}
		for _, game := range games {
			_, st.totals[game], _ = store.Rankings(ctx, game, 1, 0)
		}
		if player.ID.Guest() {
			return st
		}
		st.ratings, _ = store.Ratings(ctx, player.ID)
		for game := range st.ratings {
			if row, err := store.Rank(ctx, game, player.ID); err == nil {
				st.ranks[game] = row.Rank
			}
		}
		if past, err := store.Games(ctx, player.ID, 1); err == nil && len(past) > 0 {
			st.last = &past[0]
		}
		return st
	}
}

// asked reports whether a table waits for the seat of whoever listed it.
func asked(t matchmaking.Listing) bool {
	for _, seat := range t.Asked {
		if seat == t.Seat && seat != engine.Spectator {
			return true
		}
	}
	return false
}
