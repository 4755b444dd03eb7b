package matchmaking

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"noir/data"
	"noir/engine"
)

// record stores the entries, and the end if the game is over. The time that it
// takes is nobody's.
func (t *table) record(next engine.State, entries []data.Entry) (end *End, err error) {
	result, over := next.Result()
	if !over && len(entries) == 0 {
		return nil, nil
	}
	defer t.time.stop()()
	defer t.local.tally.writing(time.Now(), &err)
	ctx, store := t.local.ctx, t.local.store
	switch {
	case !over:
		return nil, store.Append(ctx, t.match.ID, entries...)
	case !t.keeps(entries):
		return &End{Result: result, Seed: t.match.Seed}, t.discard()
	}
	changes, err := store.Finish(ctx, t.match.ID, time.Now(), result, entries...)
	if err != nil {
		return nil, err
	}
	return &End{Result: result, Changes: changes, Seed: t.match.Seed}, nil
}

// ensure reads the log again if it may hold more than is shown. ErrStale when it
// does; data.ErrUnavailable when it cannot be read.
func (t *table) ensure() error {
	if !t.unsure {
		return nil
	}
	ply := len(t.plies)
	if err := t.reread(); err != nil {
		return unavailable(err)
	}
	if len(t.plies) != ply {
		return ErrStale
	}
	return nil
}

// distrust handles an answer of the store that leaves open what it holds: the
// log decides, and the table goes back to it. It returns nil if the log has the
// entries after all, else what the mover is told.
func (t *table) distrust(entries []data.Entry, cause error) error {
	t.log().Error("a move was not stored", "err", cause)
	t.unsure = true
	if err := t.reread(); err != nil {
		t.log().Error("the log cannot be read", "err", err)
	} else if t.holds(entries) {
		return nil
	}
	t.stall()
	return unavailable(cause)
}

// reread goes to where the log is.
func (t *table) reread() error {
	goOn := t.time.stop()
	stored, err := t.local.store.Match(t.local.ctx, t.match.ID)
	goOn()
	switch {
	case errors.Is(err, data.ErrNotFound): // it was discarded, though that was not acknowledged
		t.unsure = false
		return nil
	case err != nil:
		return err
	}
	grown := len(stored.Moves) > len(t.plies)
	if grown {
		if err := t.rewind(stored.Moves); err != nil {
			return err
		}
	}
	if t.unsure = false; !grown {
		return nil
	}
	if result, over := t.state.Result(); over {
		t.finish(&End{Result: result, Seed: t.match.Seed, Changes: changesOf(stored)})
	}
	t.settle()
	t.publish()
	t.proclaim()
	return nil
}

// holds reports whether entries are in the log.
func (t *table) holds(entries []data.Entry) bool {
	for _, e := range entries {
		if e.Ply > len(t.plies) {
			return false
		}
		made := t.plies[e.Ply-1].Move
		if made.Seat != e.Seat || made.By != e.By || !bytes.Equal(made.Body, e.Move) || t.at[e.Ply-1] != e.AtMS {
			return false
		}
	}
	return true
}

// unavailable is what is told of a store that fails.
func unavailable(cause error) error {
	if errors.Is(cause, data.ErrUnavailable) {
		return cause
	}
	return fmt.Errorf("%w: %w", data.ErrUnavailable, cause)
}

// changesOf reads the rating changes back from a stored match.
func changesOf(m data.Match) []data.Change {
	var changes []data.Change
	for i, s := range m.Seats {
		if s.Before != nil && s.After != nil {
			changes = append(changes, data.Change{Seat: engine.Seat(i), Player: s.Player, Before: *s.Before, After: *s.After})
		}
	}
	return changes
}
