package table

// stall stops the time of a table whose store does not take a move: players who cannot
// move must not lose by the clock. The table asks the store every storeRetry, and
// its time goes on when the store is there again.
func (t *Table) stall() {
	if t.time.stands() || t.end != nil {
		return
	}
	t.time.stop()
	t.stalled = true
	t.alarms.in(retry, storeRetry)
	t.publish()
}

// goOn has the time go on after an outage of the store, if there was one.
func (t *Table) goOn() {
	if !t.stalled {
		return
	}
	t.stalled = false
	t.alarms.off(retry)
	t.time.start()
}

// askStore goes on if the store takes something again.
func (t *Table) askStore() {
	if err := t.journal.ready(); err != nil {
		t.alarms.in(retry, storeRetry)
		return
	}
	t.goOn()
	t.publish()
}
