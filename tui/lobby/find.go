package lobby

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/page"
)

// find is the screen on which the player chooses the table to look for, for a game with a choice.
type find struct {
	session *tui.Session
	wish    wish
	menu    page.Menu
}

// Find returns the screen for a game.
func Find(s *tui.Session, game string) tui.Screen {
	f := &find{session: s, wish: newWish(s, game, true)}
	f.fill()
	return f
}

// fill makes the rows.
func (f *find) fill() {
	look := page.Entry{Label: f.session.Words("Find a table"), Hint: page.Stake(f.session.Language, f.wish.terms().Rated), Verb: language.Mark("look for it"), Choose: push(func() tui.Screen {
		return f.session.Routes.Queue(f.session, matchmaking.Ticket{Player: f.session.Player, Terms: f.wish.terms()})
	})}
	f.menu.Set(append([]page.Entry{look}, f.wish.rows()...))
}

func (f *find) Init() tea.Cmd { return nil }

func (f *find) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	if press, ok := msg.(tea.KeyPressMsg); ok && key.Matches(press, page.Keys.Back) {
		return f, tui.Ask(tui.Pop{})
	}
	cmd := f.menu.Update(msg)
	f.fill()
	return f, cmd
}

func (f *find) View(w, h int, th *tui.Theme) []string {
	p := page.Page{Title: f.wish.info().Title, Fact: th.Words("among strangers")}
	a := p.Body(w, h)
	body := append([]string{""}, f.menu.Draw(th, page.Area{X: a.X, Y: a.Y + 1, W: a.W, H: a.H - 4})...)
	body = append(body, "")
	return p.Draw(th, w, h, append(body, page.Prose(th.Smoke, a.W, th.Words("The fewer conditions, the shorter the wait."))...))
}

func (f *find) ShortHelp() []key.Binding { return f.menu.Keys("back") }

func (f *find) FullHelp() [][]key.Binding {
	return [][]key.Binding{f.menu.Keys("back"), f.menu.List.Keys()[1:]}
}
