package table

import (
	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// offerSlow notes that a seat wants to go on at pace day, and does so once everybody
// wants it who plays and is no house player.
func (t *Table) offerSlow(s engine.Seat) error {
	switch {
	case t.end != nil:
		return matchmaking.ErrOver
	case t.match.Pace == data.Day:
		return matchmaking.BadTermsf("this is a day game already")
	case t.match.Tournament != 0:
		return matchmaking.BadTermsf("a game of an event stays live")
	case t.seats[s].out:
		return matchmaking.BadTermsf("you are out of this game: it goes on for the others")
	case t.seats.hasGuest():
		return matchmaking.ErrNoDay
	case t.seats[s].slow:
		return nil
	}
	if err := t.house.MaySlow(t.match.ID, t.seats.playing(), t.seats.novices()); err != nil {
		return err
	}
	t.seats[s].slow = true
	agreed := t.seats.allSlow()
	if agreed {
		if err := t.house.Slow(t.match.ID, t.seats.paying(), t.journal.slow); err != nil {
			t.seats[s].slow = false
			return err
		}
	}
	t.notes.tell(matchmaking.Note{Code: "slow_offered", Seat: s})
	if agreed {
		t.slowDown()
	}
	t.publish()
	return nil
}

// slowDown makes the game, which is stored as a day game, one for everybody.
func (t *Table) slowDown() {
	t.match.Pace = data.Day
	t.clocks.slow()
	t.seats.newlyAsked(t.window.shown.Prompts())
	for i := range t.seats {
		t.seats[i].slow = false
	}
	t.notes.tell(matchmaking.Note{Code: "slowed", Seat: engine.Spectator})
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
