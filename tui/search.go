package tui

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

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
	// seated brings the running game that prevented a search; empty if it cannot be read.
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

// seeker owns the session's search. It calls the player when a table is found, and leads to it.
type seeker struct {
	session *Session
	pursuit *pursuit // nil unless a ticket waits
	stack   *stack
	cover   *cover
	toast   *toast
	focus   *focus
}

// seek queues a ticket for a screen.
func (k *seeker) seek(asker int, t matchmaking.Ticket) tea.Cmd {
	if t.Bot != "" {
		return k.deal(asker, t)
	}
	before := k.pursuit
	k.forget()
	p := &pursuit{
		Search: Search{Ticket: t, Since: k.session.Now()},
		asker:  asker, told: asker, broker: k.session.Broker,
	}
	p.ctx, p.cancel = context.WithCancel(k.session.Context)
	k.pursuit, k.session.Search = p, &p.Search
	return func() tea.Msg {
		if before != nil {
			before.leave()
		}
		return p.open()
	}
}

// attend has a screen told about the search.
func (k *seeker) attend(layer int) {
	if k.pursuit != nil {
		k.pursuit.told = layer
	}
}

// leave gives up the place.
func (k *seeker) leave() {
	if k.pursuit != nil {
		k.pursuit.leave()
		k.pursuit, k.session.Search = nil, nil
	}
}

// forget leaves the session without a search. The place is still held.
func (k *seeker) forget() {
	if k.pursuit != nil {
		k.cover.lift(k.pursuit.card)
	}
	k.pursuit, k.session.Search, k.stack.stale = nil, nil, true
}

// withdraw ends the search.
func (k *seeker) withdraw() tea.Cmd {
	p := k.pursuit
	if p == nil {
		return nil
	}
	k.forget()
	return tea.Batch(k.stack.deliver(p.told, Sought{}), p.release)
}

// abandon ends the search at the player's wish, and says so.
func (k *seeker) abandon() tea.Cmd {
	switch {
	case k.pursuit == nil:
		return nil
	case k.pursuit.Ticket.Private():
		return tea.Batch(k.withdraw(), k.toast.say(Toast{Text: Say("You have left the private table.")}))
	}
	return tea.Batch(k.withdraw(), k.toast.say(Toast{Text: Say("You have left the queue.")}))
}

// host starts the private table of the search with those who are there.
func (k *seeker) host() tea.Cmd {
	if k.pursuit == nil {
		return nil
	}
	return k.pursuit.begin
}

// enlist waits for the figures of an accepted search.
func (k *seeker) enlist(o opened) tea.Cmd {
	o.pursuit.house = o.pursuit.house || o.house
	return o.next
}

// follow continues a search whose figures have changed.
func (k *seeker) follow(m moved) tea.Cmd {
	switch {
	case m.waiting.Match != "":
		return k.arrive(m.pursuit, m.waiting.Match)
	case k.pursuit != m.pursuit:
		return nil
	case errors.Is(m.err, matchmaking.ErrSeated):
		return m.lookUp
	case m.err != nil:
		return k.giveUp(m.pursuit, m.err)
	}
	m.Waiting = m.waiting
	return tea.Batch(k.found(m.pursuit), k.stack.deliver(m.told, Sought{}), m.next)
}

// found announces a table that was found, once, and its failure. A player who sits at their private
// table is there.
func (k *seeker) found(p *pursuit) tea.Cmd {
	until := p.Waiting.Until // zero while there is no table
	if until.Equal(p.called) {
		return nil
	}
	failed := !p.called.IsZero()
	p.called = until
	if failed {
		k.cover.lift(p.card)
	}
	switch {
	case p.Waiting.Found == 0:
		return k.toast.say(Toast{Text: Say("Somebody did not show up. You keep your place.")})
	case k.sitsThere(p):
		return tea.Batch(k.focus.alert(Sentence(k.session.Language, k.session.Words("the table is set"))), p.answer)
	}
	p.card = &card{session: k.session, pursuit: p, abandon: k.abandon}
	k.cover.lay(p.card)
	if p.Waiting.Answered { // on another line, or by their wish to begin
		return p.card.tick()
	}
	return tea.Batch(k.focus.call(k.session.Words("A table has been found: are you there?")), p.card.tick())
}

// sitsThere reports whether the visitor looks at the screen of a private table, with nothing on top. Those who join a
// table that anybody may watch are asked nevertheless, since its host has decided that, not they.
func (k *seeker) sitsThere(p *pursuit) bool {
	agreed := p.Ticket.Host || p.Ticket.Join != "" && !p.Waiting.Public
	return agreed && k.stack.top().number == p.told && k.cover.top() == nil && k.focus.waits()
}

// giveUp ends a search that has failed. The screen that is told says so itself; if another one is
// shown, a toast does.
func (k *seeker) giveUp(p *pursuit, err error) tea.Cmd {
	k.forget()
	told := tea.Batch(p.release, k.stack.deliver(p.told, Sought{Err: err}))
	if k.stack.top().number == p.told {
		return told
	}
	return tea.Batch(told, k.toast.say(Toast{Text: Say("The search is over: %s.", err), Bell: true}))
}

// takeUp shows the running game in place of another search. A visitor on another screen is only
// told.
func (k *seeker) takeUp(s seated) tea.Cmd {
	switch {
	case k.pursuit != s.pursuit:
		return nil
	case s.match == "" || k.stack.top().number != s.asker:
		return k.giveUp(s.pursuit, matchmaking.ErrSeated)
	}
	k.forget()
	return tea.Batch(s.release, k.sit(s.match), k.toast.say(Toast{Text: Say("You have a game running: here it is.")}))
}

// arrive sits down at the table that a search has led to.
func (k *seeker) arrive(p *pursuit, id data.MatchID) tea.Cmd {
	var other tea.Cmd
	if k.pursuit == p {
		k.forget()
	} else {
		other = k.withdraw()
	}
	return tea.Batch(other, k.sit(id), p.release)
}

// sit shows a table where the player has a seat, with only home below it.
func (k *seeker) sit(id data.MatchID) tea.Cmd {
	k.cover.overlays = nil
	k.stack.drop(1)
	return k.stack.push(k.session.Routes.Play(k.session, id))
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
func (k *seeker) deal(asker int, t matchmaking.Ticket) tea.Cmd {
	ctx, broker := k.session.Context, k.session.Broker
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

// sitWithHouse shows the table to the screen's player, if they are still waiting for it.
func (k *seeker) sitWithHouse(d dealt) tea.Cmd {
	if k.pursuit != nil && d.err == nil {
		k.pursuit.house = true
	}
	told := k.stack.deliver(d.asker, Sought{Err: d.err})
	if d.err != nil || k.stack.top().number != d.asker {
		return told
	}
	return tea.Batch(told, k.stack.push(k.session.Routes.Play(k.session, d.match)))
}
