// Package event is the screen of events, whose players play game after game, and of their
// standings.
package event

import (
	"cmp"
	"context"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/matchmaking"
	"noir/tui"
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
