package table

import (
	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// door owns whether a table is closed to watchers.
type door struct {
	house   Services
	match   *data.Match
	game    *game
	journal *journal
	notes   *notes
}

// shut closes the table to watchers or opens it, in the store and then for all viewers. changed is false if it was so
// before. ErrOver, data.ErrUnavailable.
func (d *door) shut(closed bool) (changed bool, err error) {
	switch {
	case d.game.end != nil:
		return false, matchmaking.ErrOver
	case d.match.Closed == closed:
		return false, nil
	}
	if err := d.journal.shut(closed); err != nil {
		d.house.Log.Error("a table was not closed to watchers, or not opened", "err", err)
		return false, data.Unavailable(err)
	}
	d.match.Closed = closed
	d.house.Shut(d.match.ID, closed)
	code := "opened"
	if closed {
		code = "closed"
	}
	d.notes.tell(matchmaking.Note{Code: code, Seat: engine.Spectator})
	return true, nil
}
