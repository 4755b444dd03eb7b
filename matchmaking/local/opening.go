package local

import (
	"context"
	crand "crypto/rand"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"noir/data"
	"noir/engine"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/seating"
)

// open deals a new game and returns when its match is stored and the challenges that it
// comes of are withdrawn: both or neither. ErrNoChallenge when one of them is no
// more; *fault. It blocks on the store.
func (l *Broker) open(ctx context.Context, terms matchmaking.Terms, private bool, seats []seating.Occupant, challenges ...string) (data.MatchID, error) {
	g := l.games[terms.Game]
	full, err := seating.Options(g, len(seats), terms.Options)
	if err != nil {
		return "", err
	}
	m := data.Match{
		ID: data.MatchID(seating.RandomWord(12)), Game: terms.Game, Rated: terms.Rated, Pace: terms.Pace, Private: private, Tournament: terms.Tournament,
		Clock: clockOf(terms, seating.Practice(seating.PlayersAt(seats))), OneAddress: terms.OneAddress,
		Options: json.RawMessage(full), Started: time.Now().UTC(), Seats: make([]data.Seat, len(seats)),
	}
	if m.Tournament != 0 {
		m.Turns = g.Info().Turns
	}
	_, _ = crand.Read(m.Seed[:]) // never fails
	players := seating.PlayersAt(seats)
	for i, o := range seats {
		m.Seats[i] = data.Seat{Player: max(0, o.Player.ID), Name: o.Player.Name, Kind: o.Kind, Level: o.Level}
	}
	if err := l.keepApart(ctx, seating.Persons(players)); err != nil {
		return "", err
	}
	if m.Closed, err = l.shuts(ctx, players); err != nil {
		return "", err
	}
	newcomers, err := l.newcomers(ctx, terms, seating.Persons(players))
	if err != nil {
		return "", err
	}
	release, err := l.reserve(m, players, newcomers, payersAt(seats))
	if err != nil {
		return "", err
	}
	stored, err := l.record(ctx, m, challenges)
	if err != nil {
		release()
		return "", l.refusal(ctx, players, err)
	}
	t, err := l.newEntry(ctx, g, stored, players, payersAt(seats), time.Time{})
	if err == nil {
		t.pays = release
		t.Proclaim()
		err = l.seat(t)
	}
	if err != nil {
		release()
		return "", err
	}
	return m.ID, nil
}

// clockOf is the clock of a table: none where one person plays the house alone, unless
// another one is asked for.
func clockOf(t matchmaking.Terms, practice bool) data.Clock {
	switch {
	case t.Clock != "":
		return t.Clock
	case practice && t.Pace != data.Day:
		return data.NoClock
	}
	return data.Usual
}

// keepApart refuses a table at which somebody has blocked another one. It is a *fault of
// those alone: the others at the table have nothing to do with it.
func (l *Broker) keepApart(ctx context.Context, people []data.PlayerID) error {
	if len(people) < 2 {
		return nil
	}
	if err := l.blocks.Read(ctx); err != nil {
		return err
	}
	parted := slices.DeleteFunc(slices.Clone(people), func(p data.PlayerID) bool { return !l.blocks.among(p, people) })
	if len(parted) > 0 {
		return seating.Blame(matchmaking.ErrParted, parted...)
	}
	return nil
}

// shuts reports whether one of the players wants no watchers.
func (l *Broker) shuts(ctx context.Context, players []data.PlayerID) (bool, error) {
	for _, p := range players {
		if p <= 0 {
			continue
		}
		set, err := l.store.Settings(ctx, p)
		if err != nil {
			return false, matchmaking.Unavailable(err)
		}
		if set.Closed {
			return true, nil
		}
	}
	return false, nil
}

// record stores a match that begins. When the store's answer is lost, what it
// holds decides: a game that it has would be taken up some day without its players.
func (l *Broker) record(ctx context.Context, m data.Match, challenges []string) (stored data.Match, err error) {
	defer l.tally.Writing(time.Now(), &err)
	stored, err = l.store.Open(ctx, m, challenges...)
	if err == nil || errors.Is(err, data.ErrTaken) {
		return stored, err
	}
	l.log.Error("a match was not stored", "match", m.ID, "err", err)
	if found, missing := l.store.Match(l.ctx, m.ID); missing == nil {
		return found, nil
	}
	return stored, err
}

// refusal is why a match was not stored: ErrNoChallenge, *fault when somebody who
// was to sit down was deleted, else data.ErrUnavailable.
func (l *Broker) refusal(ctx context.Context, players []data.PlayerID, cause error) error {
	switch {
	case errors.Is(cause, data.ErrTaken):
		return matchmaking.ErrNoChallenge
	case !errors.Is(cause, data.ErrNotFound):
		return matchmaking.Unavailable(cause)
	}
	stored := slices.DeleteFunc(seating.Persons(players), data.PlayerID.Guest)
	gone, err := l.store.Gone(ctx, stored)
	if err != nil || len(gone) == 0 {
		return matchmaking.Unavailable(errors.Join(cause, err))
	}
	return seating.Blame(seating.ErrGone, gone...)
}

// reserve has the people of a table pay for it and notes the one live game of each;
// those with the house and day games do not count. release takes both back, and may be
// called again. ErrDraining; *fault with ErrSeated, or with *BadTerms for who has as
// many tables as one may, opens them too fast, or may not have a rated game now. The
// newcomers are those whose rating is provisional.
func (l *Broker) reserve(m data.Match, players, newcomers []data.PlayerID, payers []quota.Payer) (release func(), err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.draining {
		return nil, matchmaking.ErrDraining
	}
	people, practice := seating.Persons(players), seating.Practice(players)
	live := !practice && m.Pace != data.Day
	if live {
		if taken := slices.DeleteFunc(slices.Clone(people), l.free); len(taken) > 0 {
			return nil, seating.Blame(matchmaking.ErrSeated, taken...)
		}
	}
	if err := l.fair(m, people, newcomers); err != nil {
		return nil, err
	}
	payers = slices.DeleteFunc(slices.Clone(payers), func(by quota.Payer) bool { return by == (quota.Payer{}) })
	paid, err := l.ledger.charge(people, payers, m.Pace, practice)
	if err != nil {
		return nil, err
	}
	l.opening[m.ID] = reservation{people, m.Pace, m.Game, m.Rated}
	if live {
		for _, p := range people {
			l.live[p] = m.ID
		}
	}
	return func() {
		l.dismiss(m.ID, players)
		paid()
	}, nil
}

// free reports whether a player is in no live game against people. The mutex is held.
func (l *Broker) free(p data.PlayerID) bool {
	_, taken := l.live[p]
	return !taken
}

// dismiss frees the persons of a game that is over or was never begun for another one.
func (l *Broker) dismiss(id data.MatchID, players []data.PlayerID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.opening, id)
	for _, p := range players {
		if l.live[p] == id {
			delete(l.live, p)
		}
	}
}

// seat starts a table's goroutine and puts it on the lists. ErrDraining when
// the house has closed: the match is stored and will be taken up.
func (l *Broker) seat(t *entry) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return matchmaking.ErrDraining
	}
	if l.draining { // since it was reserved
		t.HaltUnrun()
	}
	delete(l.opening, t.match.ID)
	l.tables[t.match.ID] = t
	l.running[t] = t.public()
	if t.public() {
		l.public++
		l.changes++
	}
	for i, p := range t.players {
		if p == 0 {
			continue
		}
		l.mine[p] = append(l.mine[p], t)
		if !seating.Practice(t.players) && t.match.Pace != data.Day && !t.Out(engine.Seat(i)) {
			l.live[p] = t.match.ID
		}
	}
	l.work.Go(t.Run)
	return nil
}
