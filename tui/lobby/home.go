package lobby

import (
	"context"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// home is the main menu, with how busy the server is and, below it, the street.
type home struct {
	page.Polling
	session  *tui.Session
	facts    facts
	doors    doors
	street   street
	moved    bool // the visitor has moved the cursor
	fresh    bool // nothing has come or been pressed since home was shown
	hours    hours
	note     note
	lookout  lookout
	arrivals arrivals
	look     func(context.Context) figures
}

// Home returns the main menu, to which everything leads back.
func Home(s *tui.Session) tui.Screen {
	return &home{session: s, facts: facts{session: s}, street: street{session: s}}
}

// Init also leads on to the table whose link has brought the visitor here.
func (h *home) Init() tea.Cmd {
	s := h.session
	if s.Code == "" {
		return h.wake()
	}
	ticket := joining(s, s.Code)
	s.Code = ""
	return tea.Sequence(h.wake(), tui.Ask(tui.Push{Screen: s.Routes.Queue(s, ticket)}))
}

// wake reads everything again and starts polling the figures.
func (h *home) wake() tea.Cmd {
	ctx := h.Anew(h.session.Context)
	h.look, h.fresh = look(h.session), true
	h.fill()
	return tea.Batch(page.Poll(ctx, nil, h.look), h.read())
}

// news is what home reads once when it is shown: a standing, hours and mail.
type news []tea.Msg

// read returns the Cmd that brings the news, in one message, since home is drawn again for each
// message.
func (h *home) read() tea.Cmd {
	cmds := []tea.Cmd{lookUp(h.session), lookBack(h.session), collect(h.session)}
	return func() tea.Msg {
		var all news
		for _, cmd := range cmds {
			if cmd != nil {
				all = append(all, cmd())
			}
		}
		return all
	}
}

// take adopts a piece of the news.
func (h *home) take(piece tea.Msg) {
	switch piece := piece.(type) {
	case standing:
		h.facts.standing = piece
	case hours:
		h.hours = piece
	case mail:
		h.note.letters = piece
	}
}

// Update leaves it to View to make the rows again, except where it acts on a row.
func (h *home) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tui.Shown:
		return h, h.wake()
	case tui.Hidden:
		h.Leave()
		h.street = street{session: h.session} // it is not needed while the visitor sits at a table
		h.doors.hide()
		return h, nil
	case page.Polled[figures]:
		var calls tea.Cmd
		next := msg.Take(func(now figures) func(context.Context) figures {
			h.facts.figures, h.facts.known = now, true
			if h.fresh && len(now.mine) > 0 {
				h.moved = false // a table waits: it comes first
			}
			h.fresh = false
			calls = tea.Batch(h.lookout.see(h.session, now.counts), h.arrivals.see(h.session, now.friends))
			return h.look
		})
		return h, tea.Batch(next, calls)
	case news:
		for _, piece := range msg {
			h.take(piece)
		}
		return h, nil
	case neighbour:
		h.street.meet(msg)
		return h, nil
	case tea.MouseClickMsg:
		h.moved, h.fresh = true, false
	case tea.KeyPressMsg:
		h.moved, h.fresh = true, false
		if cmd := h.press(msg); cmd != nil {
			return h, cmd
		}
	}
	h.fill()
	return h, h.walk(msg)
}

// press handles home's own keys.
func (h *home) press(msg tea.KeyPressMsg) tea.Cmd {
	s := h.session
	switch {
	case key.Matches(msg, keys.quit):
		return tui.Ask(tui.Quit{})
	case key.Matches(msg, keys.stranger):
		return h.facts.strangers(0, s.Games[0].Info()).Choose()
	case key.Matches(msg, keys.settings):
		return tui.Ask(tui.Push{Screen: s.Routes.Settings(s)})
	case key.Matches(msg, keys.keyring):
		return tui.Ask(tui.Push{Screen: s.Routes.Keys(s)})
	}
	return h.note.press(s, msg)
}

// walk moves the cursor over the doors and, below them, along the street.
func (h *home) walk(msg tea.Msg) tea.Cmd {
	if click, ok := msg.(tea.MouseClickMsg); ok {
		if look, ok := h.street.click(click.Mouse()); ok {
			return look
		}
		h.street.leave()
	}
	if h.street.walked {
		return h.street.Update(msg)
	}
	open, below := h.doors.Update(msg)
	if below {
		return h.street.enter()
	}
	return open
}

// fill makes the rows again. Once the visitor has moved the cursor it stays on its row; until then
// it is on the most urgent row, the first. When home is shown again and a table is running, the
// cursor goes back there.
func (h *home) fill() {
	if !h.Polls() {
		return // covered
	}
	h.doors.set(h.facts.verbs(), h.facts.shelf())
	if h.moved {
		return
	}
	h.doors.at = 0
	taught, scenes := h.session.Taught(h.session.Games[0].Info().Name)
	if h.facts.newcomer() && scenes > 0 && taught.Done && len(h.facts.figures.mine) == 0 {
		h.doors.goTo(h.session.Words("Practice")) // after the lesson
	}
}

func (h *home) View(w, hgt int, th *tui.Theme) []string {
	h.fill()
	a := page.Page{}.Body(w, hgt)
	a.Y, a.H = 0, hgt-footLines
	lines := append(make([]string, max(0, hgt-tallHome)/4, hgt+1), h.head(th, a)...)
	lines = append(lines, h.note.draw(th, h.session, a.W)...)
	a.Y, a.H = len(lines), a.H-len(lines)
	lines = append(lines, h.doors.draw(th, a, !h.street.walked)...)
	indented := func(line string) string { return page.Indented(th, a.X, line) }
	for i, line := range lines {
		lines[i] = indented(line)
	}
	room := hgt - footLines - len(lines) - 1 - kit.SkylineHeight
	if room < 0 {
		h.street.hide()
	} else {
		sky := h.street.draw(th, w, min(room/2, hgt/4), h.facts.figures.online)
		for len(lines) < hgt-footLines-len(sky) {
			lines = append(lines, "")
		}
		h.street.y = len(lines)
		lines = append(lines, sky...)
	}
	for len(lines) < hgt-footLines {
		lines = append(lines, "")
	}
	for _, line := range h.foot(th, w) { // after the street, which it explains
		lines = append(lines, indented(" "+kit.Cut(line, a.W-1)))
	}
	return lines
}

// head names the place and how busy it is and, where there is room, the weather.
func (h *home) head(th *tui.Theme, a page.Area) []string {
	title := " " + th.Bright.Render("N  O  I  R")
	dot := " " + th.Sign("·") + " "
	var facts []string
	if now := h.facts.figures; h.facts.known {
		here := th.Words("%d here", now.online)
		busy := here + dot + th.Words("%d playing", min(now.counts.Playing, now.online)) // some have left their table for a while
		if rush := h.hours.rush(th); rush != "" {
			facts = append(facts, busy+dot+th.Words("busiest %s your time", rush))
		}
		facts = append(facts, busy, here)
	}
	busy := kit.FirstFit(a.W-kit.Width(title)-2, append(facts, "")...)
	lines := []string{kit.Spread(a.W, title, th.Smoke.Render(busy)+" "), ""}
	if a.H >= airyHome {
		lines = append([]string{kit.Spread(a.W, "", th.Smoke.Render(th.Words(weather(h.session.LocalTime())))+" ")}, lines...)
	}
	return lines
}

// tallHome is the height from which home begins below the upper edge.
const tallHome = 40

// airyHome is the height from which home has the weather.
const airyHome = 18

func (h *home) ShortHelp() []key.Binding {
	if h.street.walked {
		return h.street.keys()
	}
	return []key.Binding{
		page.Keys.Choose, tui.Says(page.Keys.Enter, h.doors.verbOf()), h.note.key(),
		keys.settings, keys.keyring, keys.quit,
	}
}

func (h *home) FullHelp() [][]key.Binding {
	return [][]key.Binding{h.ShortHelp(), {keys.stranger, page.Keys.Ends}}
}

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
