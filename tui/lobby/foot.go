package lobby

import (
	"fmt"
	"strings"

	"noir/engine"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// foot tells who the visitor is and how busy the house is, in two lines of w cells.
func (h *home) foot(th *tui.Theme, w int) []string {
	dot := " " + th.Glyphs.Dot + " "
	busy := ""
	if h.known {
		busy = fmt.Sprintf("tonight %d here%s%d playing", h.figures.online, dot, h.figures.counts.Playing)
	}
	who := th.Bright.Render(h.session.Player.Name) + "  "
	lines := []string{who + th.Text.Render(h.rated(dot, w)), th.Smoke.Render(busy)}
	aside := h.lastGame(th)
	if h.session.Player.ID.Guest() {
		lines[0] = who + th.Text.Render("a guest") + th.Smoke.Render(dot+"casual games")
		lines[1] = th.Smoke.Render("keep a name: ") + th.Text.Render("ssh-keygen -t ed25519")
		aside = busy
	}
	if w >= 70 && h.session.Player.ID.Guest() {
		lines[1] += th.Smoke.Render(", then come back with the key")
	}
	if w >= 70 {
		lines[0] = kit.Spread(page.Page{}.Body(w, 0).W-2, lines[0], th.Smoke.Render(aside))
	}
	return lines
}

// rated lists the player's ratings, or tells a newcomer where to begin.
func (h *home) rated(dot string, w int) string {
	var ratings []string
	for _, g := range h.session.Games {
		if r, ok := h.ratings[g.Info().Name]; ok && r.Games > 0 {
			ratings = append(ratings, page.Rating(r)+" "+g.Info().Title)
		}
	}
	switch {
	case len(ratings) > 0:
		return strings.Join(ratings, dot)
	case w < 60:
		return "no rated game yet"
	}
	return "new here? How to play, then the house"
}

// lastGame says how the player's latest game ended.
func (h *home) lastGame(th *tui.Theme) string {
	if h.last == nil {
		return ""
	}
	var others []string
	own := engine.Spectator
	for i, s := range h.last.Seats {
		if s.Player == h.session.Player.ID {
			own = engine.Seat(i)
		} else {
			others = append(others, s.Name)
		}
	}
	if own == engine.Spectator {
		return ""
	}
	how := map[string]string{"won": "beat", "lost": "lost to", "shared": "shared with", "void": "void with"}
	text := "last: " + how[page.Outcome(*h.last, own)] + " " + strings.Join(others, ", ")
	if change := page.Change(th, h.last.Seats[own]); change != "" {
		text += ", " + change
	}
	return text
}
