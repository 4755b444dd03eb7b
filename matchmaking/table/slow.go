package table

import (
	"noir/data"
	"noir/engine"
	"noir/internal/quota"
	"noir/matchmaking"
)

// slow owns the wishes to go on at pace day.
type slow struct {
	broker  Broker
	match   *data.Match
	game    *game
	journal *journal
	notes   *notes
	news    *news
	wants   []bool // by seat
}

// offer records that a seat wants to go on at pace day, and does it once all people in the game
// want it. changed is false if the wish was known. ErrOver, *BadTerms, ErrNoDay, data.ErrUnavailable.
func (o *slow) offer(s engine.Seat) (changed bool, err error) {
	people := o.people()
	switch {
	case o.game.end != nil:
		return false, matchmaking.ErrOver
	case o.match.Pace == data.Day:
		return false, matchmaking.BadTermsf("this is a day game already: you have 24 hours a move")
	case o.game.seats.alone(s) && o.game.clocks.none():
		return false, matchmaking.BadTermsf("this game waits for you as it is: it has no clock")
	case o.match.Tournament != 0:
		return false, matchmaking.BadTermsf("a game of an event stays live: play it to its end")
	case o.game.out[s]:
		return false, matchmaking.BadTermsf("you are out of this game: it goes on for the others")
	case people.guest:
		return false, matchmaking.ErrNoDay
	case o.wants[s] && !o.agreed(): // a player who did not may be out by now
		return false, nil
	}
	if err := o.broker.MaySlow(o.match.ID, people.players, people.novices); err != nil {
		return false, err
	}
	o.wants[s] = true
	agreed := o.agreed()
	if agreed {
		if err := o.broker.Slow(o.match.ID, people.payers, o.journal.slow); err != nil {
			o.wants[s] = false
			return false, err
		}
	}
	o.notes.tell(matchmaking.Note{Code: "slow_offered", Seat: s})
	if agreed {
		o.begin()
	}
	return true, nil
}

// playing are the people of a game who must agree.
type playing struct {
	players []data.PlayerID // without those who are out: they need not agree
	payers  []quota.Payer
	novices []data.PlayerID
	guest   bool // one of the players is
}

// people returns the people still in the running game.
func (o *slow) people() (p playing) {
	for i, s := range o.game.seats {
		if s.novice {
			p.novices = append(p.novices, s.player)
		}
		if s.person() && !o.game.out[i] {
			p.players, p.payers = append(p.players, s.player), append(p.payers, s.payer)
			p.guest = p.guest || s.player.Guest()
		}
	}
	return p
}

// agreed reports whether all people in the game want to go on at pace day.
func (o *slow) agreed() bool {
	for i, s := range o.game.seats {
		if !s.house && !o.game.out[i] && !o.wants[i] {
			return false
		}
	}
	return true
}

// begin adopts pace day, which is stored already.
func (o *slow) begin() {
	o.match.Pace = data.Day
	o.game.clocks.slow()
	o.news.asked()
	clear(o.wants)
	o.notes.tell(matchmaking.Note{Code: "slowed", Seat: engine.Spectator})
}
