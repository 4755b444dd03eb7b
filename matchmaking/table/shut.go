package table

import (
	"noir/engine"
	"noir/matchmaking"
)

// setShut closes a table to watchers or opens it: in the store, then for everybody.
func (t *Table) setShut(closed bool) error {
	switch {
	case t.end != nil:
		return matchmaking.ErrOver
	case t.match.Closed == closed:
		return nil
	}
	if err := t.journal.shut(closed); err != nil {
		t.log().Error("a table was not closed to watchers, or not opened", "err", err)
		return matchmaking.Unavailable(err)
	}
	t.match.Closed = closed
	t.house.Shut(t.match.ID, closed)
	code := "opened"
	if closed {
		code = "closed"
	}
	t.notes.tell(matchmaking.Note{Code: code, Seat: engine.Spectator})
	t.publish()
	return nil
}
