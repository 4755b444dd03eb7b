package matchmaking

import (
	"slices"
	"time"

	"noir/data"
)

// dozeAfter is how long nobody has been at the table of a day game before it dozes.
const dozeAfter = time.Minute

// mayDoze reports whether a table has nothing that the store has not, and nobody to
// show it to. House players look on all the time.
func (t *table) mayDoze() bool {
	switch {
	case t.asleep, t.match.Pace != data.Day, t.end != nil, t.unsure, t.stalled, t.occupied():
		return false
	case len(t.window.kept) > 0, len(t.reliefs) > 0:
		return false
	}
	return !slices.ContainsFunc(t.lapses, func(n int) bool { return n >= patience })
}

// occupied reports whether any connection or house player is at the table.
func (t *table) occupied() bool {
	for i := range t.presence.seats {
		if t.presence.seats[i].Load() > 0 {
			return true
		}
	}
	return t.presence.watchers.Load() > 0
}

// doze lets go of what can be read from the store again: day games wait long, and
// there may be thousands. Clocks go on.
func (t *table) doze() {
	t.asleep, t.dozedAt = true, len(t.plies)
	t.position, t.plies, t.at, t.lines = position{}, nil, nil, nil
	t.publish()
}

// awake has the table as it was before it dozed. data.ErrUnavailable; it dozes on
// then.
func (t *table) awake() error {
	if !t.asleep {
		return nil
	}
	goOn := t.time.stop()
	stored, err := t.local.store.Match(t.local.ctx, t.match.ID)
	goOn()
	if err == nil {
		err = t.rewind(stored.Moves)
	}
	if err != nil {
		t.log().Error("the log cannot be read", "err", err)
		return unavailable(err)
	}
	t.asleep = false
	t.dozeAt = time.Now().Add(dozeAfter)
	t.publish()
	return nil
}
