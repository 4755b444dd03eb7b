package tui

import (
	"context"
	"slices"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// Search is a ticket that waits, whatever the screen shows meanwhile. When it
// has led to a table, a card over the screen says so.
type Search struct {
	Ticket  matchmaking.Ticket
	Since   time.Time
	Waiting matchmaking.Waiting // of revision 0 until the broker has answered
}

// pursuit is a Search and the place in the queue behind it. Its Cmds use the
// place one at a time.
type pursuit struct {
	Search
	asker  int  // the layer that sent the Seek
	house  bool // a game against the house goes on beside it
	broker matchmaking.Broker
	ctx    context.Context
	cancel context.CancelFunc

	mu    sync.Mutex // held while the place is used
	place matchmaking.Place
}

// The messages of a search.
type (
	// moved brings new figures of a pursuit, or its end.
	moved struct {
		*pursuit
		waiting matchmaking.Waiting
		err     error
	}
	// opened tells, before the first figures, whether a house game is going on.
	opened struct {
		*pursuit
		house bool
	}
	// found brings the table to which a pursuit has led.
	found struct {
		*pursuit
		table matchmaking.Listing
	}
	// dealt brings a table against the house.
	dealt struct {
		asker int
		match data.MatchID
		err   error
	}
)

// seek hands in a ticket for a screen.
func (r *root) seek(asker int, t matchmaking.Ticket) tea.Cmd {
	if t.Bot != "" {
		return r.deal(asker, t)
	}
	before := r.pursuit
	p := &pursuit{
		Search: Search{Ticket: t, Since: r.session.Now()},
		asker:  asker, broker: r.session.Broker,
	}
	p.ctx, p.cancel = context.WithCancel(r.session.Context)
	r.pursuit, r.session.Search, r.stale = p, &p.Search, true
	return func() tea.Msg {
		if before != nil {
			before.leave()
		}
		return p.open()
	}
}

// withdraw ends the search. One that has led to a table stays: its card comes.
func (r *root) withdraw() tea.Cmd {
	p := r.pursuit
	if p == nil || p.Waiting.Match != "" {
		return nil
	}
	r.pursuit, r.session.Search, r.stale = nil, nil, true
	return func() tea.Msg { p.leave(); return nil }
}

// begin waits for the figures of a search that has been accepted.
func (r *root) begin(o opened) tea.Cmd {
	o.pursuit.house = o.pursuit.house || o.house
	return o.next
}

// follow goes on with a search, whose figures have changed.
func (r *root) follow(m moved) tea.Cmd {
	switch {
	case m.waiting.Match != "":
		m.Waiting = m.waiting
		return m.meet
	case r.pursuit != m.pursuit:
		return nil
	case m.err != nil:
		return r.giveUp(m)
	}
	m.Waiting = m.waiting
	return tea.Batch(r.deliver(m.asker, Sought{}), m.next)
}

// giveUp ends a search that has failed. The screen that asked says so in its
// own place; when another one is on, a toast does.
func (r *root) giveUp(m moved) tea.Cmd {
	r.pursuit, r.session.Search, r.stale = nil, nil, true
	told := r.deliver(m.asker, Sought{Err: m.err})
	if r.top().number == m.asker {
		return told
	}
	return tea.Batch(told, r.say(Toast{Text: "The search is over: " + m.err.Error() + ".", Bell: true}))
}

// announce rings and shows the card of a table that was found. Whoever has just
// typed a code and sees nothing else is seated at once.
func (r *root) announce(f found) tea.Cmd {
	watching := r.top().number == f.asker
	var other tea.Cmd
	if r.pursuit == f.pursuit {
		r.pursuit, r.session.Search = nil, nil
	} else {
		other = r.withdraw()
	}
	told := tea.Batch(other, r.deliver(f.asker, Sought{}))
	if f.Ticket.Join != "" && watching && len(r.overlays) == 0 {
		return tea.Batch(told, r.sit(f.table.ID))
	}
	c := &card{session: r.session, table: f.table, private: f.Ticket.Host || f.Ticket.Join != "", house: f.house}
	r.cover(c)
	return tea.Batch(told, ring, c.tick())
}

// sit shows a table at which one has a seat, and nothing but home beneath it.
func (r *root) sit(id data.MatchID) tea.Cmd {
	r.overlays = nil
	r.drop(1)
	return r.push(r.session.Routes.Play(r.session, id))
}

// open hands the ticket in and waits for the first figures.
func (p *pursuit) open() tea.Msg {
	if err := p.enter(); err != nil {
		return moved{pursuit: p, err: err}
	}
	house := false
	if rows, err := p.broker.Mine(p.ctx, p.Ticket.Player.ID); err == nil {
		house = slices.ContainsFunc(rows, againstHouse)
	}
	return opened{p, house}
}

func (p *pursuit) enter() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.ctx.Err(); err != nil {
		return err
	}
	place, err := p.broker.Queue(p.ctx, p.Ticket)
	if err != nil {
		return err
	}
	p.place = place
	return nil
}

// next waits for figures past the ones at hand.
func (p *pursuit) next() tea.Msg {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.place == nil {
		return nil
	}
	w, err := p.place.Next(p.ctx, p.Waiting.Revision)
	return moved{p, w, err}
}

// meet looks up who sits at the table that was found. Not to know is no reason
// not to be told of it.
func (p *pursuit) meet() tea.Msg {
	p.leave()
	table := matchmaking.Listing{ID: p.Waiting.Match, Game: p.Ticket.Game}
	rows, _ := p.broker.Mine(context.WithoutCancel(p.ctx), p.Ticket.Player.ID)
	for _, row := range rows {
		if row.ID == table.ID {
			table = row
		}
	}
	return found{p, table}
}

// leave gives the place up, once nobody uses it.
func (p *pursuit) leave() {
	p.cancel()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.place != nil {
		p.place.Leave()
		p.place = nil
	}
}

// againstHouse reports whether a running table has no other person at it.
func againstHouse(table matchmaking.Listing) bool {
	for i, s := range table.Seats {
		if engine.Seat(i) != table.Seat && s.Kind != data.Bot {
			return false
		}
	}
	return true
}

// deal opens a table against the house.
func (r *root) deal(asker int, t matchmaking.Ticket) tea.Cmd {
	ctx, broker := r.session.Context, r.session.Broker
	return func() tea.Msg {
		place, err := broker.Queue(ctx, t)
		if err != nil {
			return dealt{asker: asker, err: err}
		}
		defer place.Leave()
		var w matchmaking.Waiting
		for err == nil && w.Match == "" {
			w, err = place.Next(ctx, w.Revision)
		}
		return dealt{asker, w.Match, err}
	}
}

// sitWithHouse shows the table to the screen's player, if he still waits for it.
func (r *root) sitWithHouse(d dealt) tea.Cmd {
	if r.pursuit != nil && d.err == nil {
		r.pursuit.house = true
	}
	told := r.deliver(d.asker, Sought{Err: d.err})
	if d.err != nil || r.top().number != d.asker {
		return told
	}
	return tea.Batch(told, r.push(r.session.Routes.Play(r.session, d.match)))
}
