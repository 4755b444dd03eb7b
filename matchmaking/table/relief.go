package table

import (
	"slices"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

const (
	// patience is how often in a row a seat's clock may move for it before the house does.
	patience = 2

	// reliefLasts is how long the house plays for the only person at a table who is away.
	// Then the table is broken off.
	reliefLasts = 30 * time.Minute
)

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

// relief owns how often the clock has moved for each seat, and the house players who then
// play for its person.
type relief struct {
	game    *game
	helpers *helpers
	notes   *notes
	time    *schedule
	lapses  []lapses  // by seat, since its person has moved or come back
	players []*helper // by seat: nil for one that nobody plays for
}

// newRelief is that of a table whose log was read, with nobody there.
func newRelief(g *game, h *helpers, n *notes, time *schedule) *relief {
	r := &relief{game: g, helpers: h, notes: n, time: time, lapses: make([]lapses, len(g.seats)), players: make([]*helper, len(g.seats))}
	for i := range r.lapses {
		r.lapses[i] = g.deeds[i].lapses
	}
	return r
}

// count counts the lapses among entries that follow from the position, and returns the
// seats that the house will play for after the next.
func (r *relief) count(entries []data.Entry) (warned []engine.Seat) {
	for _, e := range entries {
		if e.Seat != engine.Spectator && r.lapses[e.Seat].count(r.game.window.shown, e) && r.warned(e.Seat) {
			warned = append(warned, e.Seat)
		}
	}
	return warned
}

// warned reports whether the house plays for a seat after one more lapse.
func (r *relief) warned(s engine.Seat) bool {
	return !r.game.out[s] && !r.game.seats[s].house && r.lapses[s].n == patience-1
}

// warn tells seats, and nobody else, that the house is about to play for them. Whether
// a lapse counts follows from their hands.
func (r *relief) warn(seats []engine.Seat) {
	for _, s := range seats {
		if r.game.end == nil && !r.game.out[s] && r.game.window.shown.Plays(s) {
			r.notes.whisper(matchmaking.Note{Code: "lapsed", Seat: s})
		}
	}
}

// update puts a house player into every seat whose player has let their time run
// out too often, and takes it away where they are back. Nobody is relieved while
// the time stands: those who are waited for may come.
func (r *relief) update() {
	for i, h := range r.players {
		s := engine.Seat(i)
		if h != nil && h.over && r.game.window.kept(s) {
			continue
		}
		plays := r.game.end == nil && !r.game.out[s]
		due := plays && !r.game.seats[s].house && r.lapses[s].n >= patience
		switch {
		case h == nil && due && !r.time.stands():
			r.substitute(s)
		case h != nil && !due:
			r.players[s] = nil
			h.dismiss()
			if plays {
				r.notes.tell(matchmaking.Note{Code: "back", Seat: s})
			}
		}
	}
}

// substitute puts a house player into a person's seat. It sees what the seat sees; its
// moves are by engine.ByBot.
func (r *relief) substitute(s engine.Seat) {
	h := r.helpers.engage(s, r.game.seats[s].peer(r.game.rules.Info().House), true)
	if h == nil {
		return
	}
	r.players[s] = h
	r.time.set(giveUp, h.since.Add(reliefLasts))
	r.notes.tell(matchmaking.Note{Code: "substituted", Seat: s})
}

// standDown has the house stop playing for a seat whose player has just moved, and reports
// whether it did. Where that was an answer that is kept back the others are told only once
// the position has changed for them: that they are back would tell that they have answered.
func (r *relief) standDown(s engine.Seat) bool {
	if !r.active(s) {
		return false
	}
	r.players[s].over = true
	r.players[s].dismiss()
	return true
}

// active reports whether a house player plays for a seat, and goes on doing so.
func (r *relief) active(s engine.Seat) bool { return r.players[s] != nil && !r.players[s].over }

// giveBack lets a person whom the house plays for play again; false if it does not.
func (r *relief) giveBack(s engine.Seat) bool {
	if r.players[s] == nil {
		return false
	}
	r.lapses[s].n = 0
	r.update()
	return true
}

// welcome forgets the lapses of a player who was relieved and is back.
func (r *relief) welcome(s engine.Seat) {
	if r.lapses[s].n >= patience {
		r.lapses[s].n = 0
	}
}

// plays reports whether a house player's chair is still that of its seat.
func (r *relief) plays(c *chair) bool { return r.active(c.seat) && r.players[c.seat].chair == c }

// idle reports whether nobody is relieved, or is about to be.
func (r *relief) idle() bool {
	return !slices.ContainsFunc(r.players, func(h *helper) bool { return h != nil }) &&
		!slices.ContainsFunc(r.lapses, func(l lapses) bool { return l.n >= patience })
}
