package table

import (
	"noir/engine"
	"noir/matchmaking"
)

// halt stops the table's time for good.
func (t *Table) halt() {
	t.time.stop()
	t.stalled = false
	t.alarms.off(resume) // nothing starts it again
}

func (t *Table) tellDraining() {
	if t.asleep {
		return
	}
	t.notes.tell(matchmaking.Note{Code: "draining", Seat: engine.Spectator})
	t.publish()
}

// HaltUnrun does to a table that does not run yet what Halt and TellDraining do to others.
func (t *Table) HaltUnrun() {
	t.halt()
	t.tellDraining()
}
