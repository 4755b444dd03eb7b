package lobby

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// privately is the screen where one opens a private table or joins one.
type privately struct {
	session *tui.Session
	menu    menu
	rated   bool   // what a table that is opened is played for
	joining string // the game whose code is being typed; "" while choosing
	code    field
	asking  bool
	refusal string
}

// codeLimit is as long as a code may be, with room for a slip.
const codeLimit = 12

// Private returns the choice between opening a private table and joining one.
func Private(s *tui.Session) tui.Screen {
	p := &privately{session: s, code: field{limit: codeLimit}}
	p.fill()
	return p
}

func (p *privately) Init() tea.Cmd { return nil }

// fill makes the rows.
func (p *privately) fill() {
	p.menu.entries = nil
	for _, g := range p.session.Games {
		info := g.Info()
		p.menu.entries = append(p.menu.entries,
			entry{label: "Open a table", hint: info.Title, live: stake(p.rated), verb: "open it",
				choose: push(func() tui.Screen { return p.session.Routes.Queue(p.session, p.host(info.Name)) })},
			entry{label: "Join by code", hint: info.Title, verb: "type the code",
				choose: func() tea.Cmd { p.joining, p.code.text, p.refusal = info.Name, "", ""; return nil }})
	}
}

func (p *privately) host(game string) matchmaking.Ticket {
	t := matchmaking.Ticket{Player: p.session.Player, Terms: terms(p.session, game), Host: true}
	t.Rated = p.rated
	return t
}

func (p *privately) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	if sought, ok := msg.(tui.Sought); ok {
		return p, p.answered(sought.Err)
	}
	if p.joining != "" {
		return p, p.write(msg)
	}
	if press, ok := msg.(tea.KeyPressMsg); ok {
		switch {
		case back(press):
			return p, tui.Ask(tui.Pop{})
		case press.String() == "r" && !p.session.Player.ID.Guest():
			p.rated = !p.rated
			p.fill()
		}
	}
	return p, p.menu.update(msg)
}

// write types the code.
func (p *privately) write(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		switch press.String() {
		case "esc":
			p.joining = ""
			return nil
		case "enter":
			return p.join()
		}
	}
	if !p.asking && p.code.update(msg) {
		p.refusal = ""
	}
	return nil
}

// join asks for a seat at the table with the code.
func (p *privately) join() tea.Cmd {
	code := strings.ToLower(strings.TrimSpace(p.code.text))
	if p.asking || code == "" {
		return nil
	}
	p.asking = true
	t := matchmaking.Ticket{Player: p.session.Player, Terms: terms(p.session, p.joining), Join: code}
	return tui.Ask(tui.Seek{Ticket: t})
}

// answered shows why there is no such table, or the table while it fills up.
func (p *privately) answered(err error) tea.Cmd {
	search := p.session.Search
	if err == nil && search != nil && search.Waiting.Match == "" {
		return tui.Ask(tui.Replace{Screen: Queue(p.session, search.Ticket)})
	}
	p.asking = false
	if err != nil {
		p.refusal = tui.Sentence(err.Error())
	}
	return nil
}

func (p *privately) View(w, h int, th *tui.Theme) string {
	pg := page.Page{Title: "private table", Fact: "among friends"}
	a := pg.Body(w, h)
	body := []string{""}
	if p.joining != "" {
		body = append(body, page.Prose(th.Text, a.W, "The code, as your friend reads it out:")...)
		body = append(body, "", page.Gutter+th.Lamp.Render(th.Glyphs.Cursor)+" "+p.code.draw(th), "")
		body = append(body, page.Prose(th.Danger, a.W, p.refusal)...)
		return pg.Draw(th, w, h, body)
	}
	body = append(body, p.menu.draw(th, page.Area{X: a.X, Y: a.Y + 1, W: a.W, H: a.H - 6})...)
	body = append(body, "")
	body = append(body, page.Prose(th.Smoke, a.W, "Open a table and read its code to a friend. He joins by it, after")...)
	body = append(body, "", page.Gutter+th.Text.Render(kit.Cut(p.session.Address, a.W-len(page.Gutter))))
	return pg.Draw(th, w, h, body)
}

// Typing implements tui.Typist.
func (p *privately) Typing() bool { return p.joining != "" }

func (p *privately) ShortHelp() []key.Binding {
	if p.joining != "" {
		return []key.Binding{tui.Bind("enter", "join", "enter"), tui.Bind("esc", "back", "esc")}
	}
	keys := p.menu.keys("back")
	if p.session.Player.ID.Guest() {
		return keys
	}
	other := tui.Bind("r", "make it "+stake(!p.rated), "r")
	return append(keys[:2:2], other, keys[2])
}

func (p *privately) FullHelp() [][]key.Binding {
	return [][]key.Binding{p.ShortHelp(), p.menu.list.Keys()[1:]}
}
