package history

import (
	"context"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/engine"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// tables lists the running tables that anybody may watch, highest rated first.
type tables struct {
	page.Polling
	session *tui.Session
	list    page.List
	rows    []matchmaking.Listing
	loaded  bool
}

// Tables returns the list of running tables.
func Tables(s *tui.Session) tui.Screen { return &tables{session: s} }

func (t *tables) Init() tea.Cmd {
	return page.Poll(t.Anew(t.session.Context), nil, t.look())
}

// look returns a function that lists the tables; none on an error.
func (t *tables) look() func(context.Context) []matchmaking.Listing {
	broker, viewer := t.session.Broker, t.session.Player.ID
	return func(ctx context.Context) []matchmaking.Listing {
		rows, _ := broker.Live(ctx, viewer)
		return rows
	}
}

func (t *tables) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case page.Polled[[]matchmaking.Listing]:
		return t, msg.Take(func(rows []matchmaking.Listing) func(context.Context) []matchmaking.Listing {
			t.adopt(rows)
			return t.look()
		})
	case tui.Shown:
		return t, t.Init()
	case tui.Hidden:
		t.Leave()
		return t, nil
	}
	switch {
	case back(msg):
		return t, tui.Ask(tui.Pop{})
	case t.list.Update(msg):
		watch := t.session.Routes.Watch(t.session, t.rows[t.list.At].ID)
		return t, tui.Ask(tui.Push{Screen: watch})
	}
	return t, nil
}

// adopt shows new rows. The cursor stays on its table.
func (t *tables) adopt(rows []matchmaking.Listing) {
	if t.list.At < len(t.rows) {
		for i, row := range rows {
			if row.ID == t.rows[t.list.At].ID {
				t.list.At = i
			}
		}
	}
	t.rows, t.loaded = rows, true
	t.list.Len = len(rows)
	t.list.At = max(0, min(t.list.At, len(rows)-1))
}

func (t *tables) View(w, h int, th *tui.Theme) []string {
	p := page.Page{Title: th.Upper(th.Words("watch"))}
	if t.loaded {
		p.Fact = page.Tables(th.Reader, len(t.rows))
	}
	a := p.Body(w, h)
	switch {
	case !t.loaded:
		return p.Draw(th, w, h, nil)
	case len(t.rows) == 0:
		return p.Draw(th, w, h, page.Note(th.Text, a.W, th.Words("Empty tables, full ashtrays. Nothing to watch right now.")))
	}
	var body []string
	from, to := t.list.Window(a.Y, a.H)
	for i := from; i < to; i++ {
		body = append(body, t.row(th, t.rows[i], i == t.list.At, a.W))
	}
	return p.Draw(th, w, h, body)
}

func (t *tables) row(th *tui.Theme, l matchmaking.Listing, on bool, w int) string {
	name := th.Text
	if on {
		name = th.Bright
	}
	facts := th.Words("move %d", l.Ply)
	if w >= roomy {
		dot := " " + th.Sign("·") + " "
		facts = t.session.Title(l.Game) + dot + page.Stake(th.Reader, l.Rated) + dot + facts + dot + th.Several(l.Watchers, "%d watching", "%d watching")
	}
	who := facing(th, l, engine.Spectator, w-3-kit.Width(facts))
	return cursor(th, on) + kit.Spread(w-2, name.Render(who), th.Smoke.Render(facts))
}

func (t *tables) ShortHelp() []key.Binding {
	return []key.Binding{page.Keys.Choose, tui.When(len(t.rows) > 0, tui.Says(page.Keys.Enter, "watch")), page.Keys.Back}
}

func (t *tables) FullHelp() [][]key.Binding {
	return [][]key.Binding{t.ShortHelp(), t.list.Keys()[1:]}
}
