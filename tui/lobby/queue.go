package lobby

import (
	"bytes"
	"cmp"
	"errors"
	"math"
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/engine"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// queue is the screen of a waiting ticket: for strangers or at a private table. The ticket is the
// session's; the screen only shows it.
type queue struct {
	session *tui.Session
	ticket  matchmaking.Ticket
	info    engine.Info     // zero when a code was typed: the table may be of any game
	event   data.Tournament // of the ticket; zero for none
	menu    page.Menu
	hours   hours
	refusal string // why the search ended
	missed  bool   // it ended because the player did not answer the ready check
	covered bool
	beat    int // of the clock; ticks with an older number are ignored
}

// second is a tick of the queue's clock.
type second int

// Queue returns the screen on which a ticket waits, and queues the ticket unless it is the waiting
// one.
func Queue(s *tui.Session, t matchmaking.Ticket) tui.Screen {
	info, _ := s.Info(t.Game)
	q := &queue{session: s, ticket: t, info: info, event: eventOf(s, t)}
	q.menu.Entries = []page.Entry{
		{Label: s.Words("Play the house"), Hint: span(s, info), Choose: push(func() tui.Screen { return House(s, t.Game) })},
		{Label: s.Words("Watch"), Hint: s.Words("the others, at their tables"), Choose: push(func() tui.Screen { return s.Routes.Tables(s) })},
		{Label: s.Words("Rankings"), Hint: s.Words("who is who"), Choose: push(func() tui.Screen { return s.Routes.Rankings(s, t.Game) })},
		{Label: s.Words("How to play"), Hint: s.Words("the rules, in plain words"), Choose: push(func() tui.Screen { return s.Routes.Rules(s, t.Game) })},
		{Label: s.Words("Back home"), Hint: s.Words("your place is kept"), Choose: func() tea.Cmd { return tui.Ask(tui.Home{}) }},
	}
	if w := newWish(s, t.Game, true); !t.Private() && t.Tournament == 0 && w.open() {
		q.menu.Entries = slices.Insert(q.menu.Entries, 1, page.Entry{
			Label: s.Words("Another table"), Hint: s.Words("choose seats and rules"), Choose: push(func() tui.Screen { return Find(s, t.Game) }),
		})
	}
	if q.smaller() {
		q.menu.Entries = slices.Insert(q.menu.Entries, 0, page.Entry{
			Label: s.Words("Begin with %d", info.MinSeats), Hint: s.Words("as soon as %d want that", info.MinSeats), Verb: language.Mark("begin"), Choose: begin,
		})
	}
	if q.hosts() {
		q.menu.Entries = append(q.menu.Entries, page.Entry{Label: s.Words("Begin now"), Hint: q.short(), Verb: language.Mark("begin"), Choose: begin})
	}
	return q
}

// hosts reports whether the ticket is for the player's own private table that may begin before it
// is full.
func (q *queue) hosts() bool { return q.ticket.Host && roomy(q.info) }

// smaller reports whether the ticket waits for a table of any size, and may begin with the fewest.
func (q *queue) smaller() bool {
	return roomy(q.info) && cmp.Or(q.ticket.Seats, q.event.Seats) == 0 && !q.ticket.Private() && q.ticket.Pace != data.Day
}

// short says with whom a table that is not full begins.
func (q *queue) short() string {
	if q.ticket.Fill != "" {
		return q.session.Words("with the house: %s", page.Level(q.session.Language, q.ticket.Fill))
	}
	return q.session.Words("with those who are here")
}

func begin() tea.Cmd { return tui.Ask(tui.Begin{}) }

func (q *queue) Init() tea.Cmd {
	if s := q.session.Search; s != nil && same(s.Ticket, q.ticket) {
		return tea.Batch(tui.Ask(tui.Attend{}), q.tick(), lookBack(q.session))
	}
	return tea.Batch(tui.Ask(tui.Seek{Ticket: q.ticket}), q.tick(), lookBack(q.session))
}

// same reports whether two tickets want the same table. An event has its own terms.
func same(a, b matchmaking.Ticket) bool {
	if a.Tournament != 0 || b.Tournament != 0 {
		return a.Tournament == b.Tournament
	}
	return a.Game == b.Game && a.Rated == b.Rated && a.Pace == b.Pace && a.Seats == b.Seats &&
		bytes.Equal(a.Options, b.Options) && a.Host == b.Host && a.Fill == b.Fill && a.Join == b.Join &&
		a.To.ID == b.To.ID && a.Public == b.Public
}

func (q *queue) tick() tea.Cmd {
	q.beat++
	return tui.After(time.Second, second(q.beat))
}

func (q *queue) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tui.Sought:
		if msg.Err != nil {
			q.refusal, q.missed = q.session.Why(msg.Err), errors.Is(msg.Err, matchmaking.ErrNotReady) || errors.Is(msg.Err, matchmaking.ErrParted)
		}
		return q, q.done()
	case hours:
		q.hours = msg
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
		if q.refusal != "" {
			return q, q.pressRefused(msg)
		}
		switch {
		case key.Matches(msg, page.Keys.Back):
			return q, tea.Sequence(tui.Ask(tui.Withdraw{}), tui.Ask(tui.Pop{}))
		case key.Matches(msg, keys.house):
			return q, tui.Ask(tui.Push{Screen: House(q.session, q.ticket.Game)})
		case key.Matches(msg, keys.begin) && (q.hosts() || q.smaller()):
			return q, begin()
		}
	}
	return q, q.menu.Update(msg)
}

// pressRefused handles keys after a search has ended: enter searches again if that may help.
func (q *queue) pressRefused(press tea.KeyPressMsg) tea.Cmd {
	switch {
	case q.again() && key.Matches(press, page.Keys.Enter):
		q.refusal, q.missed = "", false
		return tui.Ask(tui.Seek{Ticket: q.ticket})
	case key.Matches(press, keys.dismiss):
		return tui.Ask(tui.Pop{})
	}
	return nil
}

// again reports whether the same ticket may be queued once more, since the player only missed the
// ready check.
func (q *queue) again() bool { return q.missed && !q.ticket.Private() }

// done leaves after a search that ended with nothing to say.
func (q *queue) done() tea.Cmd {
	if q.session.Search == nil && q.refusal == "" && !q.covered {
		return tui.Ask(tui.Pop{})
	}
	return nil
}

func (q *queue) View(w, h int, th *tui.Theme) []string {
	p := page.Page{Title: q.info.Title, Fact: q.fact(th)}
	if q.info.Title == "" {
		p.Title = th.Upper(th.Words("private table"))
	}
	a := p.Body(w, h)
	body := []string{""}
	switch {
	case q.refusal != "":
		return p.Draw(th, w, h, append(body, page.Prose(th.Danger, a.W, q.refusal)...))
	case q.session.Search == nil:
		return p.Draw(th, w, h, append(body, page.Prose(th.Smoke, a.W, th.Words("Asking at the door."))...))
	case q.ticket.Private():
		body = append(body, q.table(th, a.W)...)
	default:
		body = append(body, q.line(th, a.W)...)
	}
	body = append(body, "")
	a.Y, a.H = a.Y+len(body), a.H-len(body)
	return p.Draw(th, w, h, append(body, q.menu.Draw(th, a)...))
}

// fact says what is waited for.
func (q *queue) fact(th *tui.Theme) string {
	dot := " " + th.Sign("·") + " "
	rated := q.ticket.Rated
	if q.session.Search != nil && q.session.Search.Waiting.Code != "" {
		rated = q.session.Search.Waiting.Rated
	}
	fact := page.Stake(th.Reader, rated)
	t := tempo{q.ticket.Pace, q.ticket.Clock}
	if times := float64(cmp.Or(t.clock, data.Usual).Times()); t.pace == data.Day || times == 0 {
		fact += dot + t.words(th.Reader)
	} else if c := q.info.Clock; c.Move > 0 {
		fact += dot + th.Words("%.0f s a move, %.0f s in the bank", times*c.Move.Seconds(), times*c.Bank.Seconds())
	}
	if roomy(q.info) && !q.ticket.Private() {
		fact += dot + th.Words("seats: %s", sizeInWords(q.session, q.info, q.ticket.Seats))
	}
	return fact
}

// line shows the state of the queue.
func (q *queue) line(th *tui.Theme, w int) []string {
	search := q.session.Search
	waiting := th.Words("You are the only one so far.")
	if n := search.Waiting.Waiting; n > 1 {
		waiting = th.Words("%d are waiting, you among them.", n)
	}
	more := matchmaking.LateAfter - q.session.Now().Sub(search.Since)
	now := &search.Waiting
	if q.smaller() && now.Waiting >= q.info.MinSeats && more > 0 {
		waiting = th.Words("Enough for a table of %d. Waiting up to %.0f s more for a bigger one.", now.Waiting, math.Ceil(more.Seconds()))
	}
	switch few := q.info.MinSeats; {
	case !q.smaller() || now.Eager == 0:
	case now.Begun:
		waiting += " " + th.Words("Would begin with %d: %d, you among them.", few, now.Eager)
	default:
		waiting += " " + th.Words("Would begin with %d: %d.", few, now.Eager)
	}
	guess := th.Words("No match yet tonight, so no estimate.")
	if e := search.Waiting.Estimate; e > 0 {
		guess = th.Words("Recently it took about %d s.", int(e.Round(time.Second).Seconds()))
	}
	if rush := q.hours.rush(th); rush != "" {
		guess += " " + th.Words("Most people are here at %s, your time.", rush)
	}
	if held := search.Waiting.Held.Sub(q.session.Now()); held > 0 {
		guess = th.Words("Others have recently waited for you in vain. Your search starts in %s.", kit.Duration(held))
	}
	since := kit.Duration(q.session.Now().Sub(search.Since))
	elapsed, lines := page.Gutter+th.Lamp.Render(since), q.occasion(th)
	if kit.Width(page.Gutter+since+"  "+waiting) <= w {
		lines = append(lines, elapsed+"  "+th.Bright.Render(waiting))
	} else {
		lines = append(append(lines, elapsed), page.Prose(th.Bright, w, waiting)...)
	}
	lines = append(lines, page.Prose(th.Text, w, guess)...)
	return append(append(lines, ""), page.Prose(th.Smoke, w,
		th.Words("When a table is found, a bell rings and you are asked whether you are there, whatever you are doing. Meanwhile your place is kept:"))...)
}

// table shows the code of a private table and who is there.
func (q *queue) table(th *tui.Theme, w int) []string {
	waiting := q.session.Search.Waiting
	code := strings.ToUpper(waiting.Code)
	if code == "" {
		return page.Prose(th.Smoke, w, th.Words("Clearing a table."))
	}
	g := &th.Glyphs
	big := "   " + strings.Join(strings.Split(code, ""), "  ") + "   "
	edge := strings.Repeat(g.Double.Horizontal, kit.Width(big))
	lines := []string{
		page.Gutter + th.Lamp.Render(g.Double.TopLeft+edge+g.Double.TopRight),
		page.Gutter + th.Lamp.Render(g.Double.Vertical+big+g.Double.Vertical),
		page.Gutter + th.Lamp.Render(g.Double.BottomLeft+edge+g.Double.BottomRight),
	}
	seats := th.Words("%d of %d seated", waiting.Seated, waiting.Seats)
	if waiting.Found > 0 {
		seats = th.Several(waiting.Ready, "%d of %d is there", "%d of %d are there", waiting.Found)
	}
	lines = append(lines, page.Gutter+th.Bright.Render(seats)+"  "+
		th.Smoke.Render(kit.Duration(q.session.Now().Sub(q.session.Search.Since))))
	if waiting.Seated > 1 {
		lines = append(lines, page.Prose(th.Text, w, strings.Join(waiting.Guests[:waiting.Seated], ", "))...)
	}
	if to := q.session.Search.Ticket.To; to.ID != 0 && waiting.Seated < 2 {
		lines = append(lines, page.Prose(th.Text, w, th.Words("You are waiting for %s; the challenge has been delivered.", tui.Called(to.Name)))...)
	}
	if waiting.OneAddress {
		lines = append(lines, page.Prose(th.Text, w, th.Words(matchmaking.OneAddress))...)
	}
	lines = append(lines, page.Prose(th.Smoke, w, th.Words("Anybody who types this code under With a friend sits down with you."))...)
	if waiting.Public {
		lines = append(lines, page.Prose(th.Smoke, w, th.Words("Anybody may watch the game, and it has a page afterwards."))...)
	}
	if join := page.Gutter + q.session.Address + " join " + code; kit.Width(join) < w {
		lines = append(lines, th.Text.Render(join))
	}
	if q.session.Door != "" {
		lines = append(lines, page.Prose(th.Smoke, w, th.Words("In a browser this link leads here:"))...)
		for _, line := range page.Link(q.session.Door+"#join="+code, w-len(page.Gutter)) {
			lines = append(lines, page.Gutter+th.Text.Render(line))
		}
	}
	return lines
}

// Title implements tui.Titled.
func (q *queue) Title() string { return q.session.Words("noir: waiting") }

func (q *queue) ShortHelp() []key.Binding {
	switch {
	case q.again():
		return []key.Binding{tui.Says(page.Keys.Enter, "look again"), page.Keys.Back}
	case q.refusal != "":
		return []key.Binding{keys.dismiss}
	}
	menu := q.menu.Keys(language.Mark("stop looking"))
	return append(menu[:2:2], tui.When(q.hosts() || q.smaller(), keys.begin), keys.house, menu[2])
}

func (q *queue) FullHelp() [][]key.Binding {
	return [][]key.Binding{q.ShortHelp(), q.menu.List.Keys()[1:]}
}

// occasion is a line about the event, if the ticket is for one.
func (q *queue) occasion(th *tui.Theme) []string {
	if q.event.ID == 0 {
		return nil
	}
	when := th.Words("until %s", page.Moment(q.session, q.event.Ends))
	if q.event.Stage(q.session.Now()) == data.Coming {
		when = th.Words("starts %s", page.Moment(q.session, q.event.Starts))
	}
	return []string{page.Gutter + th.Bright.Render(q.event.Title) + "  " + th.Smoke.Render(when), ""}
}
