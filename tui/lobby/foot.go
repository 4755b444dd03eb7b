package lobby

import (
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
	who := th.Bright.Render(h.session.Player.Name) + "  " + th.Text.Render(h.facts.standing.rated(th, h.session))
	if last := h.facts.standing.lastGame(th, h.session.Player.ID); kit.Width(who)+kit.Width(last)+2 <= w {
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
