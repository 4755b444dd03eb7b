package table

import (
	"slices"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

const (
	// patience is how many lapses in a row a seat may have before the house plays for it.
	patience = 2

	// reliefLasts is how long the house plays for the only person at a table who is away. Then
	// the table is aborted.
	reliefLasts = 30 * time.Minute
)

// lapses counts how often in a row the clock has moved for a seat whose person has not moved
// since. All moves by the clock for one question are one lapse. In a window a lapse counts only
// if the seat could have played something: a player with nothing to answer is not away.
type lapses struct {
	n        int
	question int // the newest question that counted
}

// count counts an entry of the seat, and reports whether it is a new lapse.
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

// couldPlay reports whether a seat that is asked has a choice other than its clock's. Its own turn
// always counts as one.
func couldPlay(st engine.State, p engine.Prompt) bool {
	return p.Minimum == 0 || len(st.Legal(p.Seat)) > len(st.Expire(p.Seat))
}

// relief owns how often the clock has moved for each seat, and the substitutes who then play.
type relief struct {
	game    *game
	helpers *helpers
	notes   *notes
	time    *schedule
	lapses  []lapses  // by seat, since its person has moved or come back
	players []*helper // by seat: nil for a seat without a substitute
}

// newRelief returns the relief of a table whose log was read, with nobody there.
func newRelief(g *game, h *helpers, n *notes, time *schedule) *relief {
	r := &relief{game: g, helpers: h, notes: n, time: time, lapses: make([]lapses, len(g.seats)), players: make([]*helper, len(g.seats))}
	for i := range r.lapses {
		r.lapses[i] = g.deeds[i].lapses
	}
	return r
}

// count counts the lapses among entries that follow from the position, and returns the seats that
// get a substitute after one more lapse.
func (r *relief) count(entries []data.Entry) (warned []engine.Seat) {
	for _, e := range entries {
		if e.Seat != engine.Spectator && r.lapses[e.Seat].count(r.game.window.shown, e) && r.warned(e.Seat) {
			warned = append(warned, e.Seat)
		}
	}
	return warned
}

// warned reports whether a seat gets a substitute after one more lapse.
func (r *relief) warned(s engine.Seat) bool {
	return !r.game.out[s] && !r.game.seats[s].house && r.lapses[s].n == patience-1
}

// warn tells only the seats themselves that the house is about to play for them: whether a
// lapse counts depends on their hands.
func (r *relief) warn(seats []engine.Seat) {
	for _, s := range seats {
		if r.game.end == nil && !r.game.out[s] && r.game.window.shown.Plays(s) {
			r.notes.whisper(matchmaking.Note{Code: "lapsed", Seat: s})
		}
	}
}

// update seats a substitute wherever a player has let their time run out too often, and takes
// it away where the player is back. It seats none while the time stands, since players who
// are waited for may come.
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

// substitute seats a house player for a person. It sees what the seat sees; its moves are by
// engine.ByBot.
func (r *relief) substitute(s engine.Seat) {
	h := r.helpers.engage(s, r.game.seats[s].peer(r.game.rules.Info().House), true)
	if h == nil {
		return
	}
	r.players[s] = h
	r.time.set(giveUp, h.since.Add(reliefLasts))
	r.notes.tell(matchmaking.Note{Code: "substituted", Seat: s})
}

// standDown stops the substitute of a seat whose player has just moved, and reports whether
// there was one. After a kept answer the others are told only once the position has changed for
// them: the return would reveal the answer.
func (r *relief) standDown(s engine.Seat) bool {
	if !r.active(s) {
		return false
	}
	r.players[s].over = true
	r.players[s].dismiss()
	return true
}

// active reports whether a substitute plays for a seat, and goes on doing so.
func (r *relief) active(s engine.Seat) bool { return r.players[s] != nil && !r.players[s].over }

// giveBack returns a seat from its substitute to its person. changed is false if there is no
// substitute. ErrOver.
func (r *relief) giveBack(s engine.Seat) (changed bool, err error) {
	switch {
	case r.game.end != nil:
		return false, matchmaking.ErrOver
	case r.players[s] == nil:
		return false, nil
	}
	r.lapses[s].n = 0
	r.update()
	return true, nil
}

// welcome forgets the lapses of a player who is back.
func (r *relief) welcome(s engine.Seat) {
	if r.lapses[s].n >= patience {
		r.lapses[s].n = 0
	}
}

// plays reports whether a substitute's chair is still that of its seat.
func (r *relief) plays(c *chair) bool { return r.active(c.seat) && r.players[c.seat].chair == c }

// idle reports whether no seat has a substitute, or is about to get one.
func (r *relief) idle() bool {
	return !slices.ContainsFunc(r.players, func(h *helper) bool { return h != nil }) &&
		!slices.ContainsFunc(r.lapses, func(l lapses) bool { return l.n >= patience })
}
