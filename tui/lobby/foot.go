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

// foot shows in two lines of w cells who the visitor is and how busy the server is.
func (h *home) foot(th *tui.Theme, w int) []string {
	dot := " " + th.Glyphs.Dot + " "
	busy, rush := "", h.hours.rush(h.session, th)
	if h.known {
		busy = th.Words("%d here tonight", h.figures.online) + dot + th.Words("%d playing", h.figures.counts.Playing)
	}
	who := th.Bright.Render(h.session.Player.Name) + "  "
	lines := []string{who + th.Text.Render(h.rated(th, w)), th.Smoke.Render(busy)}
	if rush != "" && w >= 70 {
		lines[1] += th.Smoke.Render(dot + th.Words("busiest %s your time", rush))
	}
	aside := h.lastGame(th)
	if h.session.Player.ID.Guest() {
		lines[0] = who + th.Text.Render(th.Words("a guest")) + th.Smoke.Render(dot+th.Words("casual games"))
		lines[1] = th.Smoke.Render(th.Words("keep a name:")+" ") + th.Text.Render("ssh-keygen -t ed25519")
		aside = busy
	}
	if w >= 70 && h.session.Player.ID.Guest() {
		lines[1] += th.Smoke.Render(", " + th.Words("then come back with the key"))
	}
	if w >= 70 {
		lines[0] = kit.Spread(page.Page{}.Body(w, 0).W-2, lines[0], th.Smoke.Render(aside))
	}
	return lines
}

// rated lists the player's ratings, or tells a newcomer where to begin.
func (h *home) rated(th *tui.Theme, w int) string {
	var ratings []string
	for _, g := range h.session.Games {
		if r, ok := h.Ratings[g.Info().Name]; ok && r.Games > 0 {
			ratings = append(ratings, page.Rating(r)+" "+g.Info().Title)
		}
	}
	switch {
	case len(ratings) > 0:
		return strings.Join(ratings, " "+th.Glyphs.Dot+" ")
	case w < 60 || h.last != nil:
		return th.Words("no rated game yet")
	}
	return th.Words("new here? How to play, then the house")
}

// lastGame says how the player's latest game ended.
func (h *home) lastGame(th *tui.Theme) string {
	if h.last == nil {
		return ""
	}
	own := slices.IndexFunc(h.last.Seats, func(s data.Seat) bool { return s.Player == h.session.Player.ID })
	if own < 0 {
		return ""
	}
	text := verdict(th, *h.last, own)
	if change := page.Change(th, h.last.Seats[own]); change != "" {
		text += ", " + change
	}
	return text
}

// verdict says how the latest match ended for a seat: against whom if there was one opponent, else
// among how many.
func verdict(th *tui.Theme, m data.Match, own int) string {
	if n := len(m.Seats); n > 2 {
		return th.Words("last: %s, a table of %d", page.Ended(th.Reader, m, engine.Seat(own)), n)
	}
	other := m.Seats[1-own].Name
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
