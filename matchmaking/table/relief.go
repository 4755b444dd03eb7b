package table

import (
	"math"
	"slices"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// patience is how often in a row a seat's clock may move for it before the house
// does.
const patience = 2

// lapses are how often in a row the clock has moved for a seat that nobody has moved for
// since. What it does for one question is one lapse. In a window it counts only where the
// seat could have played something: a player with nothing to answer is not away.
type lapses struct {
	n        int
	question int // that of the newest
}

// count takes down an entry of the seat's that follows from a position, and reports
// whether it is a lapse that has not been counted.
func (l *lapses) count(from engine.State, e data.Entry) bool {
	if e.By != engine.ByClock {
		return false
	}
	prompts := from.Prompts()
	i := slices.IndexFunc(prompts, func(p engine.Prompt) bool { return p.Seat == e.Seat })
	if i < 0 || l.n > 0 && prompts[i].Question == l.question || !couldPlay(from, prompts[i]) {
		return false
	}
	l.n++
	l.question = prompts[i].Question
	return true
}

// couldPlay reports whether a seat that is asked has anything to do but what its clock
// would. A turn of its own always counts as that.
func couldPlay(st engine.State, p engine.Prompt) bool {
	return p.Minimum == 0 || len(st.Legal(p.Seat)) > len(st.Expire(p.Seat))
}

// warn tells seats, and nobody else, that the house is about to play for them. Whether
// a lapse counts follows from their hands.
func (t *Table) warn(seats []engine.Seat) {
	for _, s := range seats {
		if t.end == nil && !t.seats[s].out && t.window.shown.Plays(s) {
			t.notes.whisper(matchmaking.Note{Code: "lapsed", Seat: s})
		}
	}
}

// relieve puts a house player into every seat whose player has let their time run
// out too often, and takes it away where they are back. Nobody is relieved while
// the time stands: those who are waited for may come.
func (t *Table) relieve() {
	for i := range t.seats {
		seat, s := engine.Seat(i), t.seats[i]
		r, plays := s.relief, t.end == nil && !s.out
		if t.window.kept(seat) && r != nil && r.over {
			continue
		}
		due := plays && !t.seats[seat].house && s.lapses.n >= patience
		switch {
		case r == nil && due && !t.time.stands():
			t.substitute(seat)
		case r != nil && !due:
			s.relief = nil
			r.dismiss()
			if plays {
				t.notes.tell(matchmaking.Note{Code: "back", Seat: seat})
			}
		}
	}
}

// standDown has the house stop playing for a seat whose player has just moved. Where
// that was an answer that is kept back the others are told only once the position has
// changed for them: that they are back would tell that they have answered.
func (t *Table) standDown(s engine.Seat) {
	if r := t.seats[s].relief; r != nil && !r.over {
		r.over = true
		r.dismiss()
		t.show(t.column(s))
	}
}

// substitute puts a house player into a person's seat. It sees what the seat sees; its
// moves are by engine.ByBot.
func (t *Table) substitute(s engine.Seat) {
	r := t.engage(s, t.seats[s].peer(t.game.Info().House), true)
	if r == nil {
		return
	}
	t.seats[s].relief = r
	t.alarms.set(giveUp, r.since.Add(reliefLasts))
	t.notes.tell(matchmaking.Note{Code: "substituted", Seat: s})
}

// giveBack lets a person whom the house plays for play again.
func (t *Table) giveBack(s engine.Seat) error {
	switch {
	case t.end != nil:
		return matchmaking.ErrOver
	case t.seats[s].relief == nil:
		return nil
	}
	t.seats[s].lapses.n = 0
	t.relieve()
	t.publish()
	return nil
}

// retire lets those go who are out of a game that goes on for the others: they
// look on, and may play elsewhere.
func (t *Table) retire() {
	for _, s := range t.findOut() {
		t.house.Free(t.match.ID, t.seats[s].player)
	}
}

// findOut notes who is out of a running game, and returns those who were in it
// until now.
func (t *Table) findOut() (found []engine.Seat) {
	if t.end != nil {
		return nil
	}
	return t.seats.findOut(t.window.shown)
}

// lapse counts the lapses among entries that follow from a position, and returns the seats
// that the house will play for after the next.
func (all seats) lapse(from engine.State, entries []data.Entry) (warned []engine.Seat) {
	for _, e := range entries {
		if e.Seat == engine.Spectator {
			continue
		}
		if s := all[e.Seat]; s.lapses.count(from, e) && s.lapses.n == patience-1 && !s.house {
			warned = append(warned, e.Seat)
		}
	}
	return warned
}

// findOut notes who plays no more in a position, and returns those who did until now.
func (all seats) findOut(st engine.State) (found []engine.Seat) {
	for i, s := range all {
		if seat := engine.Seat(i); !s.out && !st.Plays(seat) {
			s.out = true
			found = append(found, seat)
		}
	}
	return found
}

// warned reports whether the house plays for a seat after one more lapse.
func (s *seat) warned() bool { return !s.out && !s.house && s.lapses.n == patience-1 }

// peer returns the level of the house player who is nearest in rating to a seat's: the
// others go on with a game like theirs. Of several it is the best.
func (s *seat) peer(house []engine.Opponent) (level string) {
	rating, nearest := data.StartRating, math.Inf(1)
	if known := s.repute.Rating; known != nil {
		rating = *known
	}
	for _, o := range house {
		if gap := math.Abs(o.Rating - rating); gap <= nearest {
			level, nearest = o.Level, gap
		}
	}
	return level
}

// relieved reports whether a house player's chair is still that of the seat.
func (s *seat) relieved(c *chair) bool {
	return s.relief != nil && !s.relief.over && s.relief.chair == c
}
