package local

import (
	"context"
	"slices"
	"time"

	"noir/data"
	"noir/engine"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/known"
	"noir/matchmaking/seating"
	"noir/matchmaking/table"
)

// entry is a table as the broker keeps it.
type entry struct {
	*table.Table
	match   data.Match // without moves; Broker.mu guards its pace and whether it is closed, which change
	players []data.PlayerID
	payers  []quota.Payer
	pays    func() // gives back what its people hold of the ledger
}

// public reports whether anybody may look on.
func (e *entry) public() bool { return !e.match.Private && !e.match.Closed }

// newEntry makes the table of a match that begins or is taken up.
func (l *Broker) newEntry(ctx context.Context, g engine.Game, m data.Match, players []data.PlayerID, payers []quota.Payer, heldUntil time.Time) (*entry, error) {
	t, err := table.New(l.services(), table.Opening{
		Game: g, Match: m, Players: players, Payers: payers, Reputes: l.reputes(ctx, m, players), HeldUntil: heldUntil,
	})
	if err != nil {
		return nil, err
	}
	m.Moves = nil // the table has them
	return &entry{Table: t, match: m, players: players, payers: payers, pays: func() {}}, nil
}

// services are what tables share.
func (l *Broker) services() table.Services {
	return table.Services{
		House: (*desk)(l), Store: l.store, Log: l.log, Tally: l.tally, Thinking: l.thinking,
		Workers: l.workers, Context: l.ctx, Go: l.work.Go,
	}
}

// reader is what reads values of the store in the background.
func (l *Broker) reader() known.Reader {
	return known.Reader{Context: l.ctx, Go: l.work.Go, Log: l.log}
}

// desk is the broker as its tables know it.
type desk Broker

var _ table.House = (*desk)(nil)

// of returns the entry of a table that asks; nil for one that never ran.
func (d *desk) of(id data.MatchID) *entry {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.tables[id]
}

// Here implements House.
func (d *desk) Here(guest data.PlayerID) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.guests[guest]
}

// Free implements House.
func (d *desk) Free(id data.MatchID, people ...data.PlayerID) { (*Broker)(d).dismiss(id, people) }

// Ended implements House: the table can still be sat at.
func (d *desk) Ended(id data.MatchID, r engine.Result, late engine.Seat) {
	e := d.of(id)
	if e == nil {
		return
	}
	now, void := time.Now(), r.Reason == engine.Aborted
	for i, p := range e.players {
		switch {
		case p == 0 || seating.Practice(e.players) || r.Reason == "":
		case void && engine.Seat(i) == late:
			d.absences.Lapsed(p, now)
		case !void && !e.match.Private:
			d.absences.Finished(p, now)
		}
	}
	(*Broker)(d).ended(e)
}

// Closed implements House.
func (d *desk) Closed(id data.MatchID) {
	if e := d.of(id); e != nil {
		(*Broker)(d).forget(e)
	}
}

// MaySlow implements House. It refuses what would let rated games of the same two, or many
// of a newcomer, run side by side: each would move ratings as if there were no other.
func (d *desk) MaySlow(id data.MatchID, players, newcomers []data.PlayerID) error {
	l, e := (*Broker)(d), d.of(id)
	if slices.ContainsFunc(players, l.ledger.laden) {
		return errLaden
	}
	if !e.match.Rated {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, p := range e.players {
		for _, other := range e.players[:i] {
			if l.meetings(e.match.Game, p, other) > 1 {
				return seating.ErrMeeting
			}
		}
		if slices.Contains(newcomers, p) && l.ratedDayGames(e.match.Game, p) >= newcomerGames {
			return matchmaking.BadTermsf("somebody here has fewer than ten rated games, and three rated day games already")
		}
	}
	return nil
}

var errLaden = matchmaking.BadTermsf("somebody here has as many day games as one may")

// Slow implements House. The players are free for another live game then.
func (d *desk) Slow(id data.MatchID, payers []quota.Payer, store func() error) error {
	l, e := (*Broker)(d), d.of(id)
	held, _, err := l.ledger.hold(payers, data.Day, false)
	if err != nil {
		return errLaden
	}
	if err := store(); err != nil {
		all(held)()
		return matchmaking.Unavailable(err)
	}
	e.pays()
	e.pays = all(held)
	l.mu.Lock()
	defer l.mu.Unlock()
	e.match.Pace = data.Day
	for _, p := range e.players {
		if l.live[p] == id {
			delete(l.live, p)
		}
	}
	return nil
}

// Shut implements House: it takes the table off the list of those that may be watched, or
// puts it there.
func (d *desk) Shut(id data.MatchID, closed bool) {
	e := d.of(id)
	d.mu.Lock()
	defer d.mu.Unlock()
	e.match.Closed = closed
	listed, running := d.running[e]
	if !running || listed == e.public() {
		return
	}
	d.changes++
	if d.running[e] = e.public(); e.public() {
		d.public++
	} else {
		d.public--
	}
}

// MayRematch implements House.
func (d *desk) MayRematch(id data.MatchID) error {
	if e := d.of(id); e.match.Rated && (*Broker)(d).meet(e.match.Game, e.players...) {
		return seating.ErrMeeting
	}
	return nil
}

// Rematch implements House.
func (d *desk) Rematch(id data.MatchID) (data.MatchID, error) {
	l, e := (*Broker)(d), d.of(id)
	m := e.match
	seats := make([]seating.Occupant, len(m.Seats))
	for i, s := range m.Seats {
		seats[(i+1)%len(seats)] = seating.Occupant{
			Player: data.Player{ID: e.players[i], Name: s.Name},
			Payer:  e.payers[i], Kind: s.Kind, Level: s.Level,
		}
	}
	terms := matchmaking.Terms{
		Game: m.Game, Rated: m.Rated, OneAddress: m.OneAddress, Pace: m.Pace, Clock: m.Clock,
		Seats: len(seats), Options: m.Options,
	}
	next, err := l.open(l.ctx, terms, m.Private, seats)
	if err != nil {
		return "", err
	}
	if !seating.Practice(e.players) && m.Pace != data.Day {
		games := l.practising(seats)
		l.work.Go(func() { l.gather(next, seats, games) })
	}
	return next, nil
}

// Said implements House.
func (d *desk) Said(id data.MatchID, n matchmaking.Note) {
	e := d.of(id)
	d.transcripts.add(e.match, e.players, n)
}

// Tell implements House. Players who are not there learn by a letter too that a game is
// over.
func (d *desk) Tell(player data.PlayerID, e matchmaking.Event) {
	d.crier.tell(player, e)
	if e.News == matchmaking.Over && !e.Here {
		detail := map[string]string{"match": string(e.Match), "game": e.Game}
		d.work.Go(func() { d.letters.write(player, 0, data.GameOver, detail) })
	}
}
