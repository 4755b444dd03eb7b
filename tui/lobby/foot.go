package lobby

import (
	"slices"
	"strings"

	"noir/data"
	"noir/engine"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// footLines is how many lines foot has.
const footLines = 2

// foot says in two lines of w cells who the visitor is, and what the street shows.
func (h *home) foot(th *tui.Theme, w int) []string {
	w = page.Page{}.Body(w, 0).W - 2
	if h.session.Player.ID.Guest() {
		return h.guest(th, w)
	}
	who := th.Bright.Render(h.session.Player.Name) + "  " + th.Text.Render(h.rated(th))
	if last := h.lastGame(th); kit.Width(who)+kit.Width(last)+2 <= w {
		who = kit.Spread(w, who, th.Smoke.Render(last))
	}
	return []string{who, h.street.caption(th, w)}
}

// guest tells a guest how to keep a name.
func (h *home) guest(th *tui.Theme, w int) []string {
	who := th.Bright.Render(h.session.Player.Name) + "  " + th.Text.Render(th.Words("a guest")) + th.Smoke.Render(" "+th.Sign("·")+" "+th.Words("casual games"))
	if h.street.walked {
		return []string{who, h.street.caption(th, w)}
	}
	keep := th.Smoke.Render(th.Words("keep a name:")+" ") + th.Text.Render("ssh-keygen -t ed25519")
	if then := th.Smoke.Render(", " + th.Words("then come back with the key")); kit.Width(keep)+kit.Width(then) <= w {
		keep += then
	}
	return []string{who, keep}
}

// rated lists the player's ratings, once they are known.
func (h *facts) rated(th *tui.Theme) string {
	if ratings := ratingsOf(h.session, h.Ratings, th); ratings != "" || !h.read {
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
func (h *facts) lastGame(th *tui.Theme) string {
	if len(h.Past) == 0 {
		return ""
	}
	last := h.Past[0]
	own := slices.IndexFunc(last.Seats, func(s data.Seat) bool { return s.Player == h.session.Player.ID })
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
func verdict(th *tui.Theme, m data.Match, own int) string {
	if n := len(m.Seats); n > 2 {
		return th.Words("last: %s, a table of %d", page.Ended(th.Reader, m, engine.Seat(own)), n)
	}
	other := tui.Called(m.Seats[1-own].Name)
	switch page.OutcomeOf(m, engine.Seat(own)) {
	case page.Won:
		return th.Words("last: beat %s", other)
	case page.Shared:
		return th.Words("last: shared with %s", other)
	case page.Void:
		return th.Words("last: void with %s", other)
	}
	return th.Words("last: lost to %s", other)
}
