package lobby

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/engine"
	"noir/tui"
	"noir/tui/page"
)

// glance is how many of the latest games home counts.
const glance = 10

// standing is what home says about the player and the server's other visitors. It is read when home
// is shown.
type standing struct {
	data.Overview      // with the latest games, at most glance
	known         bool // all of this has come
}

// lookUp returns the Cmd that brings the standing, nothing if it cannot be read.
func lookUp(s *tui.Session) tea.Cmd {
	ctx, services, player, now := s.Context, s.Services, s.Player, s.Now()
	games := make([]string, len(s.Games))
	for i, g := range s.Games {
		games[i] = g.Info().Name
	}
	return func() tea.Msg {
		o, err := services.Rankings.Overview(ctx, games, player, now, glance)
		return standing{Overview: o, known: err == nil}
	}
}

// rated lists the player's ratings, once they are known.
func (st standing) rated(th *tui.Theme, s *tui.Session) string {
	if ratings := ratingsOf(s, st.Ratings, th); ratings != "" || !st.known {
		return ratings
	}
	return th.Words("no rated game yet")
}

// ratingsOf lists a player's ratings; "" for none.
func ratingsOf(s *tui.Session, of map[string]data.Rating, th *tui.Theme) string {
	var ratings []string
	for _, g := range s.Games {
		if r, ok := of[g.Info().Name]; ok && r.Games > 0 {
			ratings = append(ratings, page.Rating(r)+" "+g.Info().Title)
		}
	}
	return strings.Join(ratings, " "+th.Sign("·")+" ")
}

// lastGame says how the player's latest game ended.
func (st standing) lastGame(th *tui.Theme, p data.PlayerID) string {
	if len(st.Past) == 0 {
		return ""
	}
	last := st.Past[0]
	own := last.SeatOf(p)
	if own < 0 {
		return ""
	}
	text := verdict(th, last, own)
	if change := page.Change(th, last.Seats[own]); change != "" {
		text += ", " + change
	}
	return text
}

// verdict says how the latest match ended for a seat: against whom if there was one opponent,
// otherwise among how many players.
func verdict(th *tui.Theme, m data.Match, own engine.Seat) string {
	if n := len(m.Seats); n > 2 {
		return th.Words("last: %s, a table of %d", page.Ended(th.Reader, m, own), n)
	}
	other := tui.Called(m.Seats[1-own].Name)
	switch m.Outcome(own) {
	case data.OutcomeWon:
		return th.Words("last: beat %s", other)
	case data.OutcomeShared:
		return th.Words("last: shared with %s", other)
	case data.OutcomeVoid:
		return th.Words("last: void with %s", other)
	}
	return th.Words("last: lost to %s", other)
}
