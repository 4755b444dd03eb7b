package matchmaking

import (
	"math"
	"slices"

	"noir/data"
	"noir/engine"
)

// patience is how often in a row a seat's clock may move for it before the house
// does.
const patience = 2

// lapses are how often in a row the clock has moved for the seats, whoever has moved
// for them since. What it does for one question is one lapse. In a window it counts
// only where the seat could have played something: nobody is away who had nothing to
// answer with.
type lapses struct {
	n        []int // by seat
	question []int // by seat: that of the newest
}

func newLapses(seats int) lapses { return lapses{make([]int, seats), make([]int, seats)} }

func (l lapses) clone() lapses { return lapses{slices.Clone(l.n), slices.Clone(l.question)} }

// count takes down an entry that follows from a position, and reports whether it is a
// lapse that has not been counted.
func (l lapses) count(from engine.State, e data.Entry) bool {
	if e.By != engine.ByClock || e.Seat == engine.Spectator {
		return false
	}
	prompts := from.Prompts()
	i := slices.IndexFunc(prompts, func(p engine.Prompt) bool { return p.Seat == e.Seat })
	if i < 0 || l.n[e.Seat] > 0 && prompts[i].Question == l.question[e.Seat] || !couldPlay(from, prompts[i]) {
		return false
	}
	l.n[e.Seat]++
	l.question[e.Seat] = prompts[i].Question
	return true
}

// couldPlay reports whether a seat that is asked has anything to do but what its clock
// would. A turn of its own always counts as that.
func couldPlay(st engine.State, p engine.Prompt) bool {
	return p.Minimum == 0 || len(st.Legal(p.Seat)) > len(st.Expire(p.Seat))
}

// lapse counts the lapses among new entries, and returns the seats that the house will
// play for after the next.
func (t *table) lapse(entries []data.Entry) (warned []engine.Seat) {
	for _, e := range entries {
		if t.lapses.count(t.shown, e) && t.lapses.n[e.Seat] == patience-1 && t.match.Seats[e.Seat].Kind != data.Bot {
			warned = append(warned, e.Seat)
		}
	}
	return warned
}

// warn tells seats, and nobody else, that the house is about to play for them. Whether
// a lapse counts follows from their hands.
func (t *table) warn(seats []engine.Seat) {
	for _, s := range seats {
		if t.end == nil && !t.out[s] && t.shown.Plays(s) {
			t.note(Note{Code: "lapsed", Seat: s, own: true})
		}
	}
}

// warned reports whether the house plays for a seat after one more lapse.
func (t *table) warned(s engine.Seat) bool {
	return t.end == nil && !t.out[s] && t.match.Seats[s].Kind != data.Bot && t.lapses.n[s] == patience-1
}

// relieve puts a house player into every seat whose player has let his time run
// out too often, and takes it away where he is back. Nobody is relieved while the
// time stands: who is waited for may come.
func (t *table) relieve() {
	for i, s := range t.match.Seats {
		seat := engine.Seat(i)
		if _, kept := t.window.kept[seat]; kept && t.reliefs[seat] != nil && t.reliefs[seat].over {
			continue
		}
		r, plays := t.reliefs[seat], t.end == nil && !t.out[i]
		due := plays && s.Kind != data.Bot && t.lapses.n[i] >= patience
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

// standDown has the house play no more for a seat whose player has just moved. Where
// that was an answer that is kept back the others are told only once the position has
// changed for them: that they are back would tell that they have answered.
func (t *table) standDown(s engine.Seat) {
	if r := t.reliefs[s]; r != nil && !r.over {
		r.over = true
		r.dismiss()
		t.show(t.column(s))
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
	t.lapses.n[s] = 0
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
	return r != nil && !r.over && r.chair == c
}

// retire lets those go who are out of a game that goes on for the others: they
// look on, and may play elsewhere.
func (t *table) retire() {
	for _, s := range t.findOut() {
		t.local.dismiss(t.match.ID, t.players[s:s+1])
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
