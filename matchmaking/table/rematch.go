package table

import (
	"slices"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// rematch owns who wants another game after the end, and which match it has become.
type rematch struct {
	services   Services
	match      data.MatchID
	game       *game
	attendance *attendance
	notes      *notes
	wants      []bool    // by seat
	again      time.Time // before that none is opened, since one could not be
	next       data.MatchID
}

// rematchRetry is how long after one could not be opened another rematch may be asked for.
const rematchRetry = 5 * time.Second

// offer records that a seat wants another game, and opens it when all do. changed is false if
// the wish was known. ErrRunning, *BadTerms, or MayRematch's errors.
func (r *rematch) offer(s engine.Seat) (changed bool, err error) {
	switch {
	case r.game.end == nil:
		return false, matchmaking.ErrRunning
	case r.next != "" || r.wants[s]:
		return false, nil
	case time.Now().Before(r.again):
		return false, matchmaking.BadTermsf("another game could not be opened: try again in a few seconds")
	}
	if err := r.services.MayRematch(r.match); err != nil {
		return false, err
	}
	for i := range r.attendance.lines { // seats without a connection count as not wanting one
		if l := &r.attendance.lines[i]; !l.house && l.empty() {
			r.wants[i] = false
		}
	}
	r.wants[s] = true
	r.notes.tell(matchmaking.Note{Code: "rematch_offered", Seat: s})
	if !slices.Contains(r.wants, false) {
		r.begin()
	}
	return true, nil
}

// begin opens the next table.
func (r *rematch) begin() {
	next, err := r.services.Rematch(r.match)
	if err != nil {
		r.services.Log.Warn("no rematch", "err", err)
		r.again = time.Now().Add(rematchRetry)
		r.withdraw(engine.Spectator)
		return
	}
	r.next = next
}

// withdraw withdraws a seat's wish for another game, or all for Spectator. It reports false if
// there was no wish, or the game has begun.
func (r *rematch) withdraw(s engine.Seat) bool {
	open := r.next == "" && slices.Contains(r.wants, true)
	if open {
		r.notes.tell(matchmaking.Note{Code: "rematch_declined", Seat: s})
	}
	if s == engine.Spectator {
		clear(r.wants)
	} else {
		r.wants[s] = false
	}
	return open
}
