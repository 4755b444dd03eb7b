package lobby

import (
	"fmt"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/engine"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// queue is the screen of a ticket that waits: for strangers or at a private
// table. The ticket itself is the session's; this only shows it.
type queue struct {
	session *tui.Session
	ticket  matchmaking.Ticket
	info    engine.Info
	menu    menu
	refusal string // why there is no search
	covered bool
	beat    int // of the clock; older ticks are of a time before it was covered
}

// second is a tick of the queue's clock.
type second int

// Queue returns the screen on which a ticket waits, and hands the ticket in
// unless it is the one that waits already.
func Queue(s *tui.Session, t matchmaking.Ticket) tui.Screen {
	info, _ := s.Info(t.Game)
	q := &queue{session: s, ticket: t, info: info}
	q.menu.entries = []entry{
		{label: "Play the house", hint: strings.Join(info.Levels, " · "), choose: push(func() tui.Screen { return House(s) })},
		{label: "Watch", hint: "the others, at their tables", choose: push(func() tui.Screen { return s.Routes.Tables(s) })},
		{label: "Rankings", hint: "who is who", choose: push(func() tui.Screen { return s.Routes.Rankings(s, t.Game) })},
		{label: "How to play", hint: "ten minutes, at the table", choose: push(func() tui.Screen { return s.Routes.Rules(s, t.Game) })},
		{label: "Back home", hint: "your place is kept", choose: func() tea.Cmd { return tui.Ask(tui.Pop{}) }},
	}
	return q
}

func (q *queue) Init() tea.Cmd {
	if s := q.session.Search; s != nil && same(s.Ticket, q.ticket) {
		return q.tick()
	}
	return tea.Batch(tui.Ask(tui.Seek{Ticket: q.ticket}), q.tick())
}

// same reports whether two tickets want the same table.
func same(a, b matchmaking.Ticket) bool {
	return a.Game == b.Game && a.Rated == b.Rated && a.Pace == b.Pace && a.Seats == b.Seats && a.Host == b.Host && a.Join == b.Join
}

func (q *queue) tick() tea.Cmd {
	q.beat++
	return q.session.After(time.Second, second(q.beat))
}

func (q *queue) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tui.Sought:
		if msg.Err != nil {
			q.refusal = tui.Sentence(msg.Err.Error())
		}
		return q, q.done()
	case tui.Hidden:
		q.covered = true
	case tui.Shown:
		q.covered = false
		return q, tea.Batch(q.done(), q.tick())
	case second:
		if q.covered || int(msg) != q.beat {
			return q, nil
		}
		return q, tea.Batch(q.done(), q.tick())
	case tea.KeyPressMsg:
		switch {
		case back(msg):
			return q, q.leave()
		case msg.String() == "b" && q.refusal == "":
			return q, tui.Ask(tui.Push{Screen: House(q.session)})
		}
	}
	return q, q.menu.update(msg)
}

// done leads away from a search that is over and that has nothing to say.
func (q *queue) done() tea.Cmd {
	if q.session.Search == nil && q.refusal == "" && !q.covered {
		return tui.Ask(tui.Pop{})
	}
	return nil
}

// leave gives the place up, and says so.
func (q *queue) leave() tea.Cmd {
	if q.refusal != "" {
		return tui.Ask(tui.Pop{})
	}
	word := "You have left the queue."
	if private(q.ticket) {
		word = "You have left the private table."
	}
	return tea.Sequence(tui.Ask(tui.Withdraw{}), tui.Ask(tui.Pop{}), tui.Ask(tui.Toast{Text: word}))
}

func (q *queue) View(w, h int, th *tui.Theme) string {
	p := page.Page{Title: q.info.Title, Fact: q.fact(th)}
	a := p.Body(w, h)
	body := []string{""}
	switch {
	case q.refusal != "":
		return p.Draw(th, w, h, append(body, page.Prose(th.Danger, a.W, q.refusal)...))
	case q.session.Search == nil:
		return p.Draw(th, w, h, append(body, page.Prose(th.Smoke, a.W, "Asking at the door.")...))
	case private(q.ticket):
		body = append(body, q.table(th, a.W)...)
	default:
		body = append(body, q.line(th, a.W)...)
	}
	body = append(body, "")
	a.Y, a.H = a.Y+len(body), a.H-len(body)
	return p.Draw(th, w, h, append(body, q.menu.draw(th, a)...))
}

// fact says what is waited for.
func (q *queue) fact(th *tui.Theme) string {
	clock := ""
	if c := q.info.Clock; c.Move > 0 {
		clock = fmt.Sprintf(" %s %.0f s a move, %.0f s in the bank", th.Glyphs.Dot, c.Move.Seconds(), c.Bank.Seconds())
	}
	return stake(q.ticket.Rated) + clock
}

// line tells how things stand in the queue.
func (q *queue) line(th *tui.Theme, w int) []string {
	search := q.session.Search
	waiting := "You are the only one so far."
	if n := search.Waiting.Waiting; n > 1 {
		waiting = fmt.Sprintf("%d are waiting, you among them.", n)
	}
	guess := "Nobody knows how long it takes tonight."
	if e := search.Waiting.Estimate; e > 0 {
		guess = fmt.Sprintf("Lately it took about %d s.", int(e.Round(time.Second).Seconds()))
	}
	elapsed := th.Lamp.Render(kit.Duration(q.session.Now().Sub(search.Since)))
	lines := []string{page.Gutter + elapsed + "  " + th.Bright.Render(waiting)}
	lines = append(lines, page.Prose(th.Text, w, guess)...)
	return append(append(lines, ""), page.Prose(th.Smoke, w,
		"When somebody comes, a bell rings and a card slides over whatever you are doing. Your place is kept meanwhile:")...)
}

// table shows the code of a private table and who is there.
func (q *queue) table(th *tui.Theme, w int) []string {
	waiting := q.session.Search.Waiting
	code := strings.ToUpper(waiting.Code)
	if code == "" {
		return page.Prose(th.Smoke, w, "Clearing a table.")
	}
	g := &th.Glyphs
	big := "   " + strings.Join(strings.Split(code, ""), "  ") + "   "
	edge := strings.Repeat(g.Double.Horizontal, kit.Width(big))
	lines := []string{
		page.Gutter + th.Lamp.Render(g.Double.TopLeft+edge+g.Double.TopRight),
		page.Gutter + th.Lamp.Render(g.Double.Vertical+big+g.Double.Vertical),
		page.Gutter + th.Lamp.Render(g.Double.BottomLeft+edge+g.Double.BottomRight),
	}
	seats := fmt.Sprintf("%d of %d seated", waiting.Seated, waiting.Seats)
	lines = append(lines, page.Gutter+th.Bright.Render(seats)+"  "+
		th.Smoke.Render(kit.Duration(q.session.Now().Sub(q.session.Search.Since))))
	return append(lines, page.Prose(th.Smoke, w, "Whoever types this code at a private table sits down with you.")...)
}

// Title implements tui.Titled.
func (q *queue) Title() string { return "noir: waiting" }

func (q *queue) ShortHelp() []key.Binding {
	if q.refusal != "" {
		return []key.Binding{tui.Bind("esc", "back", "esc")}
	}
	keys := q.menu.keys("leave")
	return append(keys[:2:2], tui.Bind("b", "play the house", "b"), keys[2])
}

func (q *queue) FullHelp() [][]key.Binding {
	return [][]key.Binding{q.ShortHelp(), q.menu.list.Keys()[1:]}
}
