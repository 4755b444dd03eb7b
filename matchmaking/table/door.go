package table

import (
	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// door owns whether a table allows spectators.
type door struct {
	house   Services
	match   *data.Match
	game    *game
	journal *journal
	notes   *notes
}

// allowSpectators opens the table to spectators or closes it, in the store and then for all viewers. changed is false
// if it was so before. ErrOver, data.ErrUnavailable.
func (d *door) allowSpectators(allow bool) (changed bool, err error) {
	switch {
	case d.game.end != nil:
		return false, matchmaking.ErrOver
	case d.match.NoSpectators == !allow:
		return false, nil
	}
	if err := d.journal.allowSpectators(allow); err != nil {
		d.house.Log.Error("a table was not opened to spectators, or not closed", "err", err)
		return false, data.Unavailable(err)
	}
	d.match.NoSpectators = !allow
	d.house.SpectatorsAllowed(d.match.ID, allow)
	code := "opened"
	if !allow {
		code = "closed"
	}
	d.notes.tell(matchmaking.Note{Code: code, Seat: engine.Spectator})
	return true, nil
}
