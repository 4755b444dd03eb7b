package matchmaking

import "time"

// stall stops the time of a table whose store does not take a move: who cannot
// move must not lose by the clock. The table asks the store every storeRetry, and
// its time goes on when the store is there again.
func (t *table) stall() {
	if t.time.stands() || t.end != nil {
		return
	}
	t.time.stop()
	t.stalled, t.retryAt = true, time.Now().Add(storeRetry)
	t.publish()
}

// goOn has the time go on after an outage of the store, if there was one.
func (t *table) goOn() {
	if !t.stalled {
		return
	}
	t.stalled, t.retryAt = false, time.Time{}
	t.time.start()
}

// askStore goes on if the store takes something again.
func (t *table) askStore() {
	if err := t.local.store.Ready(t.local.ctx); err != nil {
		t.retryAt = time.Now().Add(storeRetry)
		return
	}
	t.goOn()
	t.publish()
}
