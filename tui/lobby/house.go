package lobby

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// house is the screen for starting a game against the house.
type house struct {
	session *tui.Session
	wish    wish
	tempo   tempo
	menu    page.Menu
	refusal string
	dealing bool // a table has been requested
}

// House returns the screen for a game against the house, starting with the named game if there is
// one of that name.
func House(s *tui.Session, game string) tui.Screen {
	h := &house{session: s, wish: newWish(s, game, false), tempo: practice[0]}
	h.fill()
	return h
}

// fill makes the rows: the levels and the options.
func (h *house) fill() {
	var rows []page.Entry
	for _, o := range h.wish.info().House {
		who, _ := tui.Meet(o.Name + "/" + o.Level)
		rows = append(rows, page.Entry{
			Label: page.Level(h.session.Language, o.Level), Hint: h.session.Words(who.Trait), Live: kit.Join(" ", who.Name, who.Face),
			Verb: language.Mark("sit down"), Choose: func() tea.Cmd { return h.deal(o.Level) },
		})
	}
	rows = append(rows, h.wish.gameRow()...)
	rows = append(rows, page.Entry{
		Label: h.session.Words("Pace"), Live: h.tempo.words(h.session.Language), Turn: func(step int) { h.tempo = next(practice, h.tempo, step) },
	})
	h.menu.Set(append(rows, h.wish.rows()...))
}

// deal requests a table; Root shows it.
func (h *house) deal(level string) tea.Cmd {
	if h.dealing {
		return nil
	}
	h.dealing, h.refusal = true, ""
	t := matchmaking.Ticket{Player: h.session.Player, Terms: h.wish.terms(), Bot: level}
	t.Rated, t.Clock = false, h.tempo.clock
	return tui.Ask(tui.Seek{Ticket: t})
}

func (h *house) Init() tea.Cmd { return nil }

func (h *house) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tui.Sought:
		h.dealing = false
		if msg.Err != nil {
			h.refusal = h.session.Why(msg.Err)
		}
		return h, nil
	case tea.KeyPressMsg:
		switch {
		case key.Matches(msg, page.Keys.Back):
			return h, tui.Ask(tui.Pop{})
		case key.Matches(msg, page.Keys.OtherGame):
			h.wish.nextGame(1)
		}
	}
	cmd := h.menu.Update(msg)
	h.fill()
	return h, cmd
}

func (h *house) View(w, hgt int, th *tui.Theme) []string {
	p := page.Page{Title: th.Upper(th.Words("the house")), Fact: h.wish.info().Title + " " + th.Sign("·") + " " + th.Words("casual, a table at once")}
	a := p.Body(w, hgt)
	body := append([]string{""}, h.menu.Draw(th, page.Area{X: a.X, Y: a.Y + 1, W: a.W, H: a.H - 4})...)
	body = append(body, "")
	switch {
	case h.refusal != "":
		body = append(body, page.Prose(th.Danger, a.W, h.refusal)...)
	case h.dealing:
		body = append(body, page.Prose(th.Smoke, a.W, th.Words("The dealer shuffles."))...)
	case h.session.Search != nil:
		body = append(body, page.Prose(th.Smoke, a.W,
			th.Words("You stay in the queue. If a stranger is found, this practice game is dropped."))...)
	default:
		body = append(body, page.Prose(th.Smoke, a.W, th.Words("The house never sleeps and never gloats."))...)
	}
	return p.Draw(th, w, hgt, body)
}

func (h *house) ShortHelp() []key.Binding { return h.wish.keys(h.menu.Keys("back")) }

func (h *house) FullHelp() [][]key.Binding {
	return [][]key.Binding{h.ShortHelp(), h.menu.List.Keys()[1:]}
}
