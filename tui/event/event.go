// Package event is the screen of events, whose players play game after game, and of their
// standings.
package event

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// screen shows one event at a time, and its standings as they change.
type screen struct {
	page.Polling
	session *tui.Session
	id      int64 // which event; 0: the foremost
	known   reading
	loaded  bool
	list    page.List
}

// reading is the state of the events at a moment.
type reading struct {
	all    []data.Tournament
	event  data.Tournament // the shown one; zero when there is none
	stage  data.Stage      // of that event
	rows   []data.Score
	failed bool
}

// Screen returns the screen of the events, which shows the foremost first.
func Screen(s *tui.Session) tui.Screen { return &screen{session: s} }

func (e *screen) Init() tea.Cmd {
	return page.Poll(e.Anew(e.session.Context), nil, e.look())
}

// look returns a function that reads the shown event.
func (e *screen) look() func(context.Context) reading {
	broker, now, id := e.session.Broker, e.session.Now, e.id
	return func(ctx context.Context) reading {
		r := reading{all: broker.Tournaments()}
		var listed bool
		if r.event, listed = data.TournamentByID(r.all, id); !listed {
			r.event, _ = data.Foremost(r.all, now())
		}
		if r.event.ID != 0 {
			r.stage = r.event.Stage(now())
			rows, err := broker.Standings(ctx, r.event.ID)
			r.rows, r.failed = rows, err != nil
		}
		return r
	}
}

func (e *screen) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case page.Polled[reading]:
		return e, msg.Take(func(r reading) func(context.Context) reading {
			e.known, e.loaded = r, true
			e.list.Len = len(r.rows)
			return e.look()
		})
	case tui.Shown:
		return e, e.Init()
	case tui.Hidden:
		e.Leave()
		return e, nil
	case tea.KeyPressMsg:
		switch {
		case key.Matches(msg, page.Keys.Back):
			return e, tui.Ask(tui.Pop{})
		case key.Matches(msg, page.Keys.Enter):
			return e, e.join()
		case key.Matches(msg, page.Keys.Left):
			return e, e.turn(-1)
		case key.Matches(msg, page.Keys.Right):
			return e, e.turn(1)
		}
	}
	e.list.Update(msg)
	return e, nil
}

// turn shows another event.
func (e *screen) turn(by int) tea.Cmd {
	now := cmp.Or(e.id, e.known.event.ID)
	at := slices.IndexFunc(e.known.all, func(c data.Tournament) bool { return c.ID == now }) + by
	if at < 0 || at >= len(e.known.all) {
		return nil
	}
	e.id, e.list = e.known.all[at].ID, page.List{}
	return e.Init()
}

// open reports whether the event can be joined.
func (e *screen) open() bool {
	return e.known.event.ID != 0 && e.session.Now().Before(e.known.event.Ends)
}

// join waits for a game of the event.
func (e *screen) join() tea.Cmd {
	s := e.session
	switch {
	case !e.open():
		return nil
	case s.Player.ID.Guest():
		return tui.Ask(tui.Toast{Text: tui.Say("Events are rated: come with a key.")})
	}
	return tui.Ask(tui.Push{Screen: s.Routes.Queue(s, matchmaking.Ticket{
		Player: s.Player, Terms: matchmaking.TermsOf(e.known.event),
	})})
}

func (e *screen) ShortHelp() []key.Binding {
	return []key.Binding{
		tui.When(e.open(), tui.Says(page.Keys.Enter, "join")), tui.Says(page.Keys.Choose, "scroll"),
		tui.When(len(e.known.all) > 1, tui.Says(page.Keys.Turn, "other events")), page.Keys.Back,
	}
}

func (e *screen) FullHelp() [][]key.Binding {
	return [][]key.Binding{e.ShortHelp(), e.list.Keys()[1:]}
}

func (e *screen) View(w, h int, th *tui.Theme) []string {
	c := e.known.event
	p := page.Page{Title: th.Words("event")}
	if c.ID == 0 || e.known.failed {
		return p.Draw(th, w, h, e.nothing(th, p.Body(w, h).W))
	}
	p.Fact = th.Several(len(e.known.rows), "%d player", "%d players")
	p.Foot = []string{th.Smoke.Render(kit.FirstFit(p.Body(w, h).W-2,
		th.Words("Win 2, draw 1. From your third straight win: double."), th.Words("A win 2, a draw 1, a streak twice that."))),
		th.Smoke.Render(kit.FirstFit(p.Body(w, h).W-2,
			th.Words("Two games with the same player score, if all have had three turns."), th.Words("Two games with the same player score.")))}
	a := p.Body(w, h)
	dot := " " + th.Sign("·") + " "
	body := []string{
		"  " + th.Bright.Render(c.Title) + th.Smoke.Render(dot+e.session.Title(c.Game)),
		"  " + th.Lamp.Render(e.when(th)),
		"",
	}
	if len(e.known.rows) == 0 {
		return p.Draw(th, w, h, append(body, page.Note(th.Text, a.W, th.Words("No games finished yet."))...))
	}
	from, to := e.list.Window(a.Y+len(body)+1, a.H-len(body)-1)
	if own := e.own(); own >= 0 && (own < from || own >= to) {
		p.Foot[1] = th.Lamp.Render(kit.Spread(a.W-2, line(th, e.known.rows[own], a.W-2), th.Words("you")))
	}
	body = append(body, "  "+th.Smoke.Render(heading(th, a.W-2)))
	for i := from; i < to; i++ {
		body = append(body, e.row(th, i, a.W-2))
	}
	return p.Draw(th, w, h, body)
}

// nothing says why no event is shown.
func (e *screen) nothing(th *tui.Theme, w int) []string {
	switch {
	case !e.loaded:
		return nil
	case e.known.failed:
		return page.Note(th.Danger, w, th.Words("The table cannot be read at the moment. Try again in a minute."))
	}
	return page.Note(th.Text, w, th.Words("There is no event at the moment."))
}

// when says when the event is, or was.
func (e *screen) when(th *tui.Theme) string {
	c := e.known.event
	switch e.known.stage {
	case data.Coming:
		return th.Words("starts %s", page.Moment(e.session, c.Starts))
	case data.Running:
		return th.Words("runs until %s", page.Moment(e.session, c.Ends))
	case data.Closing:
		return th.Words("the last games are being played")
	}
	return th.Words("ended %s", page.Moment(e.session, c.Closed))
}

// own is the visitor's row; -1 if there is none.
func (e *screen) own() int {
	return slices.IndexFunc(e.known.rows, func(row data.Score) bool {
		return row.Player.ID != 0 && row.Player.ID == e.session.Player.ID
	})
}

func (e *screen) row(th *tui.Theme, i, w int) string {
	style, cursor := th.Text, "  "
	if i == e.list.At {
		style, cursor = th.Bright, th.Lamp.Render(th.Glyphs.Cursor)+" "
	}
	if i == e.own() {
		style = th.Lamp
	}
	return cursor + style.Render(line(th, e.known.rows[i], w))
}

func heading(th *tui.Theme, w int) string {
	return set(w, "", th.Words("name"), th.Words("points"), th.Words("games"), "")
}

// line formats a row in columns. It marks a player whose next win counts double.
func line(th *tui.Theme, row data.Score, w int) string {
	mark := ""
	if row.Streak >= data.HotStreak {
		mark = th.Sign("×2")
	}
	return set(w, fmt.Sprintf("%d.", row.Rank), row.Player.Name, fmt.Sprint(row.Points), fmt.Sprint(row.Games), mark)
}

// set formats a row in columns. A narrow one leaves out the games.
func set(w int, rank, name, points, games, mark string) string {
	if w < 50 {
		return fmt.Sprintf("%4s %s%9s %s", rank, kit.Pad(name, 16), points, mark)
	}
	return fmt.Sprintf("%4s %s%9s%9s %s", rank, kit.Pad(name, 16), points, games, mark)
}
