package lobby

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/matchmaking"
	"noir/tui"
	"noir/tui/page"
)

// house is the screen where one chooses a game against the house.
type house struct {
	session *tui.Session
	menu    menu
	refusal string
	dealing bool // the house has been asked for a table
}

// House returns the choice of tables against the house.
func House(s *tui.Session) tui.Screen {
	h := &house{session: s}
	for _, g := range s.Games {
		info := g.Info()
		for _, level := range info.Levels {
			h.menu.entries = append(h.menu.entries, entry{
				label: info.Title, hint: level, verb: "sit down",
				choose: func() tea.Cmd { return h.deal(info.Name, level) },
			})
		}
	}
	return h
}

// deal asks for a table; Root shows it.
func (h *house) deal(game, level string) tea.Cmd {
	if h.dealing {
		return nil
	}
	h.dealing, h.refusal = true, ""
	t := matchmaking.Ticket{Player: h.session.Player, Terms: terms(h.session, game), Bot: level}
	t.Rated = false
	return tui.Ask(tui.Seek{Ticket: t})
}

func (h *house) Init() tea.Cmd { return nil }

func (h *house) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tui.Sought:
		h.dealing = false
		if msg.Err != nil {
			h.refusal = tui.Sentence(msg.Err.Error())
		}
		return h, nil
	case tea.KeyPressMsg:
		if back(msg) {
			return h, tui.Ask(tui.Pop{})
		}
	}
	return h, h.menu.update(msg)
}

func (h *house) View(w, hgt int, th *tui.Theme) string {
	p := page.Page{Title: "the house", Fact: "casual, a table at once"}
	a := p.Body(w, hgt)
	body := append([]string{""}, h.menu.draw(th, page.Area{X: a.X, Y: a.Y + 1, W: a.W, H: a.H - 4})...)
	body = append(body, "")
	switch {
	case h.refusal != "":
		body = append(body, page.Prose(th.Danger, a.W, h.refusal)...)
	case h.dealing:
		body = append(body, page.Prose(th.Smoke, a.W, "The dealer shuffles.")...)
	case h.session.Search != nil:
		body = append(body, page.Prose(th.Smoke, a.W,
			"You keep your place in the queue. When somebody comes, this game is put away.")...)
	default:
		body = append(body, page.Prose(th.Smoke, a.W, "The house never sleeps and never gloats.")...)
	}
	return p.Draw(th, w, hgt, body)
}

func (h *house) ShortHelp() []key.Binding { return h.menu.keys("back") }

func (h *house) FullHelp() [][]key.Binding {
	return [][]key.Binding{h.menu.keys("back"), h.menu.list.Keys()}
}
