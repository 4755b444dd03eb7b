package tui

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// Search is a ticket that waits, whatever the screen shows meanwhile. When a
// table is found for it, a card over the screen asks whether the player is there.
type Search struct {
	Ticket  matchmaking.Ticket
	Since   time.Time
	Waiting matchmaking.Waiting // of revision 0 until the broker has answered
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
	// seated brings the running game because of which a search was refused; empty
	// when it cannot be had.
	seated struct {
		*pursuit
		match data.MatchID
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
	r.forget()
	p := &pursuit{
		Search: Search{Ticket: t, Since: r.session.Now()},
		asker:  asker, told: asker, broker: r.session.Broker,
	}
	p.ctx, p.cancel = context.WithCancel(r.session.Context)
	r.pursuit, r.session.Search = p, &p.Search
	return func() tea.Msg {
		if before != nil {
			before.leave()
		}
		return p.open()
	}
}

// forget makes the session one without a search. The place is still held.
func (r *root) forget() {
	if r.pursuit != nil {
		r.lift(r.pursuit.card)
	}
	r.pursuit, r.session.Search, r.stale = nil, nil, true
}

// withdraw ends the search.
func (r *root) withdraw() tea.Cmd {
	p := r.pursuit
	if p == nil {
		return nil
	}
	r.forget()
	return tea.Batch(r.deliver(p.told, Sought{}), p.release)
}

// abandon ends the search as its owner wants, and says so.
func (r *root) abandon() tea.Cmd {
	switch {
	case r.pursuit == nil:
		return nil
	case r.pursuit.Ticket.Private():
		return tea.Batch(r.withdraw(), r.say(Toast{Text: r.session.Words("You have left the private table.")}))
	}
	return tea.Batch(r.withdraw(), r.say(Toast{Text: r.session.Words("You have left the queue.")}))
}

// host has the private table of the search begin with those who are there.
func (r *root) host() tea.Cmd {
	if r.pursuit == nil {
		return nil
	}
	return r.pursuit.begin(r.session.Language)
}

// enlist waits for the figures of a search that has been accepted.
func (r *root) enlist(o opened) tea.Cmd {
	o.pursuit.house = o.pursuit.house || o.house
	return o.next
}

// follow goes on with a search, whose figures have changed.
func (r *root) follow(m moved) tea.Cmd {
	switch {
	case m.waiting.Match != "":
		return r.arrive(m.pursuit, m.waiting.Match)
	case r.pursuit != m.pursuit:
		return nil
	case errors.Is(m.err, matchmaking.ErrSeated):
		return m.lookUp
	case m.err != nil:
		return r.giveUp(m.pursuit, m.err)
	}
	m.Waiting = m.waiting
	return tea.Batch(r.found(m.pursuit), r.deliver(m.told, Sought{}), m.next)
}

// found tells of a table that was found, once, and of one that has come to
// nothing. Whoever has just typed a code and sees nothing else is there.
func (r *root) found(p *pursuit) tea.Cmd {
	until := p.Waiting.Until // zero while there is no table
	if until.Equal(p.called) {
		return nil
	}
	failed := !p.called.IsZero()
	p.called = until
	if failed {
		r.lift(p.card)
	}
	switch {
	case p.Waiting.Found == 0:
		return r.say(Toast{Text: r.session.Words("Somebody did not come. You keep your place.")})
	case p.Ticket.Join != "" && r.top().number == p.asker && len(r.overlays) == 0:
		return p.answer
	}
	p.card = &card{session: r.session, pursuit: p}
	r.cover(p.card)
	if p.Waiting.Answered { // on another line, or by their wish to begin
		return p.card.tick()
	}
	return tea.Batch(r.call(r.session.Words("A table has been found: are you there?")), p.card.tick())
}

// giveUp ends a search that has failed. The screen that is told says so in its
// own place; when another one is on, a toast does.
func (r *root) giveUp(p *pursuit, err error) tea.Cmd {
	r.forget()
	told := tea.Batch(p.release, r.deliver(p.told, Sought{Err: err}))
	if r.top().number == p.told {
		return told
	}
	return tea.Batch(told, r.say(Toast{Text: r.session.Words("The search is over: %s.", r.session.Language.Explain(err)), Bell: true}))
}

// takeUp shows the running game in place of another search. Who sees something
// else meanwhile is only told.
func (r *root) takeUp(s seated) tea.Cmd {
	switch {
	case r.pursuit != s.pursuit:
		return nil
	case s.match == "" || r.top().number != s.asker:
		return r.giveUp(s.pursuit, matchmaking.ErrSeated)
	}
	r.forget()
	return tea.Batch(s.release, r.sit(s.match), r.say(Toast{Text: r.session.Words("You have a game running: here it is.")}))
}

// arrive sits down at the table to which a search has led.
func (r *root) arrive(p *pursuit, id data.MatchID) tea.Cmd {
	var other tea.Cmd
	if r.pursuit == p {
		r.forget()
	} else {
		other = r.withdraw()
	}
	return tea.Batch(other, r.sit(id), p.release)
}

// sit shows a table at which one has a seat, and nothing but home beneath it.
func (r *root) sit(id data.MatchID) tea.Cmd {
	r.overlays = nil
	r.drop(1)
	return r.push(r.session.Routes.Play(r.session, id))
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

// sitWithHouse shows the table to the screen's player, if they still wait for it.
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
