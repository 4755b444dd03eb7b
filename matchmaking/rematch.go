package matchmaking

import (
	"noir/data"
	"noir/engine"
)

// offer notes that a seat wants another game and begins it when everybody does.
func (t *table) offer(s engine.Seat) error {
	switch {
	case t.end == nil:
		return ErrRunning
	case t.next != "" || t.wants[s]:
		return nil
	}
	if t.match.Rated && t.local.meet(t.match.Game, t.players...) {
		return errMeeting
	}
	for i, seat := range t.match.Seats { // whose line is lost is not waited for
		if seat.Kind != data.Bot && t.presence.empty(engine.Seat(i)) {
			delete(t.wants, engine.Seat(i))
		}
	}
	t.wants[s] = true
	t.note(Note{Code: "rematch_offered", Seat: s})
	if len(t.wants) == len(t.match.Seats) {
		t.rematch()
	}
	t.publish()
	return nil
}

// rematch opens the next table: the same terms, the seats moved on by one.
func (t *table) rematch() {
	seats := make([]occupant, len(t.match.Seats))
	for i, s := range t.match.Seats {
		to := (i + 1) % len(seats)
		seats[to] = occupant{
			player: data.Player{ID: t.players[i], Name: s.Name},
			payer:  t.payers[i], kind: s.Kind, level: s.Level,
		}
	}
	terms := Terms{
		Game: t.match.Game, Rated: t.match.Rated, OneAddress: t.match.OneAddress, Pace: t.match.Pace, Clock: t.match.Clock,
		Seats: len(seats), Options: t.match.Options,
	}
	next, err := t.local.open(t.local.ctx, terms, t.match.Private, seats)
	if err != nil {
		t.log().Warn("no rematch", "err", err)
		t.note(Note{Code: "rematch_declined", Seat: engine.Spectator})
		clear(t.wants)
		return
	}
	t.next = next
	if !practice(playersAt(seats)) && t.match.Pace != data.Day {
		l, games := t.local, t.local.practising(seats)
		l.work.Go(func() { l.gather(next, seats, games) })
	}
}
