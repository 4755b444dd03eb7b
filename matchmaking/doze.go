package matchmaking

import (
	"slices"
	"time"

	"noir/data"
	"noir/engine"
)

// dozeAfter is how long nobody has been at the table of a day game before it dozes.
const dozeAfter = time.Minute

// tiring reports whether a table dozes some day if nobody comes.
func (t *table) tiring() bool {
	return !t.asleep && t.match.Pace == data.Day && t.end == nil && !t.occupied()
}

// mayDoze reports whether a table has nothing that the store has not, nobody to show it
// to and no house player who has to move. What the house has answered and is kept back
// it answers again.
func (t *table) mayDoze() bool {
	if !t.tiring() || t.unsure || t.stalled || len(t.reliefs) > 0 || t.houseAsked() {
		return false
	}
	for s := range t.window.kept {
		if !t.ofTheHouse(s) {
			return false
		}
	}
	return !slices.ContainsFunc(t.lapses.n, func(n int) bool { return n >= patience })
}

// houseAsked reports whether the table waits for a house player.
func (t *table) houseAsked() bool {
	return slices.ContainsFunc(t.state.Prompts(), func(p engine.Prompt) bool { return t.ofTheHouse(p.Seat) })
}

// occupied reports whether any connection is at the table.
func (t *table) occupied() bool {
	for i := range t.presence.seats {
		if t.presence.seats[i].Load() > 0 {
			return true
		}
	}
	return t.presence.watchers.Load() > 0
}

// doze lets go of what can be read from the store again, if it may: day games wait long,
// and there may be thousands. Clocks go on, and the house's players go home.
func (t *table) doze() {
	if !t.mayDoze() {
		t.yawn()
		return
	}
	t.sendHome()
	clear(t.window.kept)
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
	t.yawn()
	t.publish()
	t.enlist()
	return nil
}

// yawn notes when to look whether the table may doze.
func (t *table) yawn() {
	if t.dozeAt = (time.Time{}); t.tiring() {
		t.dozeAt = time.Now().Add(dozeAfter)
	}
}
