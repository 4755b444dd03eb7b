package lobby

import (
	"context"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/tui"
	"noir/tui/page"
)

// home is the main menu, with how busy the server is.
type home struct {
	session *tui.Session
	menu    page.Menu
	figures figures
	known   bool // the figures have come
	moved   bool // the visitor has moved the cursor
	fresh   bool // nothing has come or been pressed since home was shown
	standing
	hours   hours
	sky     skyline
	note    note
	lookout lookout
	look    func(context.Context) figures
	stop    context.CancelFunc // stops the polling; nil while covered
}

// Home returns the main menu, to which everything leads back.
func Home(s *tui.Session) tui.Screen { return &home{session: s} }

func (h *home) Init() tea.Cmd { return h.wake() }

// wake reads everything anew and starts polling the figures.
func (h *home) wake() tea.Cmd {
	h.Leave()
	ctx, stop := context.WithCancel(h.session.Context)
	h.stop, h.look = stop, look(h.session)
	h.fresh = true
	h.fill()
	return tea.Batch(page.Poll(ctx, nil, h.look), lookUp(h.session), lookBack(h.session), collect(h.session))
}

// Leave implements tui.Leaver.
func (h *home) Leave() {
	if h.stop != nil {
		h.stop()
		h.stop = nil
	}
}

func (h *home) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case tui.Shown:
		return h, h.wake()
	case tui.Hidden:
		h.Leave()
		h.sky = skyline{} // it is not needed while the visitor sits at a table
		h.menu.Rest()
		return h, nil
	case page.Polled[figures]:
		if msg.Context.Err() != nil {
			return h, nil
		}
		h.figures, h.known = msg.Value, true
		if h.fresh && len(h.figures.mine) > 0 {
			h.moved = false // a table waits: it comes first
		}
		h.fresh = false
		cmd = tea.Batch(page.Poll(msg.Context, &msg.Value, h.look), h.lookout.see(h.session, msg.Value.counts))
	case standing:
		h.standing = msg
	case hours:
		h.hours = msg
	case mail:
		h.note.letters = msg
	case tea.KeyPressMsg:
		h.moved, h.fresh = true, false
		if cmd := h.press(msg); cmd != nil {
			return h, cmd
		}
	}
	h.fill()
	return h, tea.Batch(cmd, h.menu.Update(msg))
}

// press handles home's own keys.
func (h *home) press(msg tea.KeyPressMsg) tea.Cmd {
	s := h.session
	switch {
	case key.Matches(msg, keys.quit):
		return tui.Ask(tui.Quit{})
	case key.Matches(msg, keys.settings):
		return tui.Ask(tui.Push{Screen: s.Routes.Settings(s)})
	case key.Matches(msg, keys.keyring):
		return tui.Ask(tui.Push{Screen: s.Routes.Keys(s)})
	}
	return h.note.press(s, msg)
}

// fill makes the rows anew. Once the visitor has moved the cursor it stays on its row; until then
// it is on the most urgent row, the first. When home is shown again and a table is running, the
// cursor goes back there.
func (h *home) fill() {
	if h.stop == nil {
		return // covered
	}
	h.menu.Set(h.entries())
	if !h.moved {
		h.menu.List.At = 0
	}
}

func (h *home) View(w, hgt int, th *tui.Theme) []string {
	h.fill()
	p := page.Page{Title: "noir", Fact: th.Words("Hoboken, New Jersey, 1954"), Foot: h.foot(th, w)}
	a := p.Body(w, hgt)
	body := h.note.draw(th, h.session, a.W)
	above := len(body)
	body = append(body, h.menu.Draw(th, page.Area{X: a.X, Y: a.Y + above, W: a.W, H: a.H - above})...)
	if sky := h.sky.draw(th, a.W, h.figures.online); a.H-len(body) > len(sky) {
		for len(body) < a.H-len(sky) {
			body = append(body, "")
		}
		body = append(body, sky...)
	}
	return p.Draw(th, w, hgt, body)
}

func (h *home) ShortHelp() []key.Binding {
	return []key.Binding{
		page.Keys.Choose, tui.Says(page.Keys.Enter, h.menu.Verb()), h.note.key(),
		keys.settings, keys.keyring, keys.quit,
	}
}

func (h *home) FullHelp() [][]key.Binding {
	return [][]key.Binding{h.ShortHelp(), h.menu.List.Keys()[1:]}
}
