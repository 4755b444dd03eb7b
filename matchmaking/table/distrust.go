package table

import (
	"errors"

	"noir/data"
	"noir/matchmaking"
)

// ensure reads the log again if it may hold more than is shown. ErrStale when it
// does; data.ErrUnavailable when it cannot be read.
func (t *Table) ensure() error {
	if !t.unsure {
		return nil
	}
	ply := t.played.ply()
	if err := t.reread(); err != nil {
		return matchmaking.Unavailable(err)
	}
	if t.played.ply() != ply {
		return matchmaking.ErrStale
	}
	return nil
}

// distrust handles an answer of the store that leaves open what it holds: the
// log decides, and the table goes back to it. It returns nil if the log has the
// entries after all, else what the mover is told.
func (t *Table) distrust(entries []data.Entry, cause error) error {
	t.log().Error("a move was not stored", "err", cause)
	t.unsure = true
	if err := t.reread(); err != nil {
		t.log().Error("the log cannot be read", "err", err)
	} else if t.played.holds(entries) {
		return nil
	}
	t.stall()
	return matchmaking.Unavailable(cause)
}

// reread goes to where the log is.
func (t *Table) reread() error {
	stored, err := t.journal.read()
	switch {
	case errors.Is(err, data.ErrNotFound): // it was discarded, though that was not acknowledged
		t.unsure = false
		return nil
	case err != nil:
		return err
	}
	grown := len(stored.Moves) > t.played.ply()
	if grown {
		if err := t.rewind(stored.Moves); err != nil {
			return err
		}
	}
	if t.unsure = false; !grown {
		return nil
	}
	if result, over := t.window.state.Result(); over {
		t.finish(&matchmaking.End{Result: result, Seed: t.match.Seed, Changes: matchmaking.ChangesOf(stored)})
	}
	t.settle()
	t.publish()
	t.proclaim()
	return nil
}
