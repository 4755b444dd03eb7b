package table

import (
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// dozeAfter is how long nobody has been at the table of a day game before it dozes.
const dozeAfter = time.Minute

// tiring reports whether a table dozes some day if nobody comes.
func (t *Table) tiring() bool {
	return !t.asleep && t.match.Pace == data.Day && t.end == nil && !t.presence.occupied(t.seats)
}

// mayDoze reports whether a table has nothing that the store has not, nobody to show it
// to and no house player who has to move. What the house has answered and is kept back
// it answers again.
func (t *Table) mayDoze() bool {
	if !t.tiring() || t.unsure || t.stalled || t.seats.houseAsked(t.window.state.Prompts()) {
		return false
	}
	for i := range t.seats {
		s := t.seats[i]
		if s.relief != nil || s.lapses.n >= patience || t.window.kept(engine.Seat(i)) && !s.house {
			return false
		}
	}
	return true
}

// Doze lets go of what can be read from the store again, if it may: day games wait long,
// and there may be thousands. Clocks go on, and the house's players go home.
func (t *Table) Doze() {
	if !t.mayDoze() {
		t.yawn()
		return
	}
	t.seats.sendHome()
	t.asleep, t.dozedAt = true, t.played.ply()
	t.window.forget()
	t.played = played{}
	t.publish()
}

// awake has the table as it was before it dozed. data.ErrUnavailable; it dozes on
// then.
func (t *Table) awake() error {
	if !t.asleep {
		return nil
	}
	stored, err := t.journal.read()
	if err == nil {
		err = t.rewind(stored.Moves)
	}
	if err != nil {
		t.log().Error("the log cannot be read", "err", err)
		return matchmaking.Unavailable(err)
	}
	t.asleep = false
	t.yawn()
	t.publish()
	t.enlist()
	return nil
}

// yawn notes when to look whether the table may doze.
func (t *Table) yawn() {
	if t.alarms.off(slumber); t.tiring() {
		t.alarms.in(slumber, dozeAfter)
	}
}
