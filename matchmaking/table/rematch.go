package table

import (
	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// offer notes that a seat wants another game and begins it when everybody does.
func (t *Table) offer(s engine.Seat) error {
	switch {
	case t.end == nil:
		return matchmaking.ErrRunning
	case t.next != "" || t.seats[s].wants:
		return nil
	}
	if err := t.house.MayRematch(t.match.ID); err != nil {
		return err
	}
	for i, seat := range t.match.Seats { // those whose line is lost are not waited for
		if seat.Kind != data.Bot && t.seats[i].line.empty() {
			t.seats[i].wants = false
		}
	}
	t.seats[s].wants = true
	t.notes.tell(matchmaking.Note{Code: "rematch_offered", Seat: s})
	if t.seats.wanted() == len(t.seats) {
		t.rematch()
	}
	t.publish()
	return nil
}

// rematch opens the next table.
func (t *Table) rematch() {
	next, err := t.house.Rematch(t.match.ID)
	if err != nil {
		t.log().Warn("no rematch", "err", err)
		t.notes.tell(matchmaking.Note{Code: "rematch_declined", Seat: engine.Spectator})
		t.seats.dropWishes()
		return
	}
	t.next = next
}
