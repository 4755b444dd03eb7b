package matchmaking

import (
	"time"

	"noir/data"
	"noir/engine"
	"noir/internal/quota"
)

// offerSlow notes that a seat wants to go on at pace day, and does so once everybody
// wants it who plays and is no house player.
func (t *table) offerSlow(s engine.Seat) error {
	switch {
	case t.end != nil:
		return ErrOver
	case t.match.Pace == data.Day:
		return badTerms("this is a day game already")
	case t.match.Contest != 0:
		return badTerms("a game of an event stays live")
	case t.out[s]:
		return badTerms("you are out of this game: it goes on for the others")
	case t.hasGuest():
		return errNoDay
	case t.slow[s]:
		return nil
	}
	for i, p := range t.players {
		if p != 0 && !t.out[i] && t.local.laden(p) {
			return errLaden
		}
	}
	if err := t.mayBeSlow(); err != nil {
		return err
	}
	t.slow[s] = true
	agreed := t.allSlow()
	if agreed {
		if err := t.agreeSlow(); err != nil {
			delete(t.slow, s)
			return err
		}
	}
	t.note(Note{Code: "slow_offered", Seat: s})
	if agreed {
		t.slowDown()
	}
	t.publish()
	return nil
}

// mayBeSlow refuses what would let rated games of the same two, or many of a newcomer,
// run side by side: each would move ratings as if there were no other.
func (t *table) mayBeSlow() error {
	if !t.match.Rated {
		return nil
	}
	l := t.local
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, p := range t.players {
		for _, other := range t.players[:i] {
			if l.meetings(t.match.Game, p, other) > 1 {
				return errMeeting
			}
		}
		if data.Provisional(t.match.Seats[i].Games) && l.ratedDayGames(t.match.Game, p) >= newcomerGames {
			return badTerms("somebody here has fewer than ten rated games, and three rated day games already")
		}
	}
	return nil
}

var errLaden = badTerms("somebody here has as many day games as one may")

// agreeSlow has the store take it down once everybody there holds a day game more.
func (t *table) agreeSlow() error {
	var payers []quota.Payer
	for i, by := range t.payers {
		if t.players[i] != 0 && !t.out[i] {
			payers = append(payers, by)
		}
	}
	held, _, err := t.local.hold(payers, data.Day, false)
	if err != nil {
		return errLaden
	}
	if err := t.storeSlow(); err != nil {
		all(held)()
		return unavailable(err)
	}
	t.pays()
	t.pays = all(held)
	return nil
}

func (t *table) hasGuest() bool {
	for i, p := range t.players {
		if p.Guest() && !t.out[i] {
			return true
		}
	}
	return false
}

func (t *table) allSlow() bool {
	for i, s := range t.match.Seats {
		if s.Kind != data.Bot && !t.out[i] && !t.slow[engine.Seat(i)] {
			return false
		}
	}
	return true
}

// slowDown makes the game, which is stored as a day game, one for everybody.
func (t *table) slowDown() {
	t.local.slowed(t)
	t.clocks.slow()
	t.newlyAsked()
	clear(t.slow)
	t.note(Note{Code: "slowed", Seat: engine.Spectator})
}

// storeSlow has the store take it down. When its answer is lost, what it holds
// decides. The time that it takes is nobody's.
func (t *table) storeSlow() (err error) {
	defer t.time.stop()()
	defer t.local.tally.writing(time.Now(), &err)
	ctx, store := t.local.ctx, t.local.store
	if err = store.Slow(ctx, t.match.ID); err == nil {
		return nil
	}
	t.log().Error("a game was not made a day game", "err", err)
	if m, unread := store.Match(ctx, t.match.ID); unread == nil && m.Pace == data.Day {
		return nil
	}
	return err
}

// slowed frees the players of a game that is a day game from now on for another
// one.
func (l *Local) slowed(t *table) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t.match.Pace = data.Day
	for _, p := range t.players {
		if l.live[p] == t.match.ID {
			delete(l.live, p)
		}
	}
}

// slow makes the clocks those of a day game, as they are too when the table is
// taken up again: a question keeps the time at which it was asked.
func (c *clocks) slow() {
	c.pace = data.Day
	for i := range c.seats {
		q := &c.seats[i]
		q.bank, q.turn.bank = 0, 0
		q.prompt = c.paced(q.prompt)
	}
}
