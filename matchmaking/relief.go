package matchmaking

import (
	"math"

	"noir/data"
	"noir/engine"
)

// patience is how often in a row a seat's clock may move for it before the house
// does.
const patience = 2

// lapses counts, by seat, how often in a row the clock has moved at the end of a
// log, whoever has moved for the seat since. The moves of one time are one lapse.
func lapses(log []data.Entry, seats int) []int {
	n, last := make([]int, seats), make([]int64, seats)
	for _, e := range log {
		switch {
		case e.Seat == engine.Spectator || e.By == engine.ByBot:
		case e.By != engine.ByClock:
			n[e.Seat] = 0
		case n[e.Seat] == 0 || e.AtMS != last[e.Seat]:
			n[e.Seat]++
			last[e.Seat] = e.AtMS
		}
	}
	return n
}

// relieve puts a house player into every seat whose player has let his time run
// out too often, and takes it away where he is back. Nobody is relieved while the
// time stands: who is waited for may come.
func (t *table) relieve() {
	for i, s := range t.match.Seats {
		seat := engine.Seat(i)
		r, plays := t.reliefs[seat], t.end == nil && !t.out[i]
		due := plays && s.Kind != data.Bot && t.lapses[i] >= patience
		switch {
		case r == nil && due && !t.time.stands():
			t.substitute(seat)
		case r != nil && !due:
			delete(t.reliefs, seat)
			r.dismiss()
			if plays {
				t.note(Note{Code: "back", Seat: seat})
			}
		}
	}
}

// substitute puts a house player into a person's seat. It sees what the seat sees; its
// moves are by engine.ByBot.
func (t *table) substitute(s engine.Seat) {
	r := t.engage(s, t.peer(s), true)
	if r == nil {
		return
	}
	t.reliefs[s] = r
	t.lostAt = r.since.Add(reliefLasts)
	t.note(Note{Code: "substituted", Seat: s})
}

// giveBack lets a person whom the house plays for play again.
func (t *table) giveBack(s engine.Seat) error {
	switch {
	case t.end != nil:
		return ErrOver
	case t.reliefs[s] == nil:
		return nil
	}
	t.lapses[s] = 0
	t.relieve()
	t.publish()
	return nil
}

// peer returns the level of the house player who is nearest in rating to that of a
// seat: the others go on with a game like theirs. Of several it is the best.
func (t *table) peer(s engine.Seat) (level string) {
	rating, nearest := data.StartRating, math.Inf(1)
	if known := t.reputes[s].rating; known != nil {
		rating = *known
	}
	for _, o := range t.game.Info().House {
		if gap := math.Abs(o.Rating - rating); gap <= nearest {
			level, nearest = o.Level, gap
		}
	}
	return level
}

// relieved reports whether a house player's chair is still that of its seat.
func (t *table) relieved(c *chair) bool {
	r := t.reliefs[c.seat]
	return r != nil && r.chair == c
}

// retire lets those go who are out of a game that goes on for the others: they
// look on, and may play elsewhere.
func (t *table) retire() {
	for _, s := range t.findOut() {
		t.local.release(t.match.ID, t.players[s:s+1])
	}
}

// findOut notes who is out of a running game, and returns those who were in it
// until now.
func (t *table) findOut() (found []engine.Seat) {
	for i := range t.out {
		if s := engine.Seat(i); t.end == nil && !t.out[i] && !t.shown.Plays(s) {
			t.out[i] = true
			found = append(found, s)
		}
	}
	return found
}
