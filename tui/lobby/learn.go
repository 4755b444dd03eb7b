package lobby

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/engine"
	"noir/internal/language"
	"noir/tui"
	"noir/tui/page"
)

// learn is the screen for choosing how to learn a game.
type learn struct {
	session *tui.Session
	menu    page.Menu
}

// Learn returns the list of lessons and rules, or the rules of the first game if no game has a
// lesson.
func Learn(s *tui.Session) tui.Screen {
	if !slices.ContainsFunc(s.Games, tui.Game.Teaches) {
		return s.Routes.Rules(s, s.Games[0].Info().Name)
	}
	l := &learn{session: s}
	l.fill()
	return l
}

// fill makes the rows: the games with a lesson, and the rules of all.
func (l *learn) fill() {
	var rows []page.Entry
	for _, g := range l.session.Games {
		if g.Teaches() {
			rows = append(rows, l.lesson(g.Info()))
		}
	}
	rows = append(rows, page.Entry{
		Label: l.session.Words("The rules"), Hint: l.session.Words("in plain words"), Verb: language.Mark("read"),
		Choose: push(func() tui.Screen { return l.session.Routes.Rules(l.session, l.session.Games[0].Info().Name) }),
	})
	if l.session.Notice != "" {
		rows = append(rows, page.Entry{
			Label: l.session.Words("This house"), Hint: l.session.Words("who runs it, and how one behaves"), Verb: language.Mark("read"),
			Choose: push(func() tui.Screen { return &notice{session: l.session} }),
		})
	}
	l.menu.Set(rows)
}

func (l *learn) lesson(game engine.Info) page.Entry {
	e := page.Entry{
		Label: game.Title, Hint: l.session.Words("ten minutes at a table"), Verb: language.Mark("sit down"),
		Choose: push(func() tui.Screen { return l.session.Routes.Lesson(l.session, game.Name) }),
	}
	switch at, scenes := l.session.Taught(game.Name); {
	case at.Scene > 0:
		e.Live, e.Verb = l.session.Words("scene %d of %d", at.Scene+1, scenes), language.Mark("go on")
	case at.Done:
		e.Live = l.session.Words("finished")
	}
	return e
}

func (l *learn) Init() tea.Cmd { return nil }

func (l *learn) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	if press, ok := msg.(tea.KeyPressMsg); ok && key.Matches(press, page.Keys.Back) {
		return l, tui.Ask(tui.Pop{})
	}
	return l, l.menu.Update(msg)
}

func (l *learn) View(w, h int, th *tui.Theme) []string {
	l.fill()
	p := page.Page{Title: th.Upper(th.Words("how to play"))}
	a := p.Body(w, h)
	body := append([]string{""}, l.menu.Draw(th, page.Area{X: a.X, Y: a.Y + 1, W: a.W, H: a.H - 4})...)
	body = append(body, "")
	return p.Draw(th, w, h, append(body, page.Prose(th.Smoke, a.W,
		th.Words("A lesson has a table of its own, without a clock. You can leave it and go on later."))...))
}

func (l *learn) ShortHelp() []key.Binding { return l.menu.Keys("back") }

func (l *learn) FullHelp() [][]key.Binding {
	return [][]key.Binding{l.ShortHelp(), l.menu.List.Keys()[1:]}
}
