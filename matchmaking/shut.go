package matchmaking

import "noir/engine"

// setShut closes a table to watchers or opens it: in the store, then for everybody.
func (t *table) setShut(closed bool) error {
	switch {
	case t.end != nil:
		return ErrOver
	case t.match.Closed == closed:
		return nil
	}
	goOn := t.time.stop()
	err := t.local.store.Shut(t.local.ctx, t.match.ID, closed)
	goOn()
	if err != nil {
		t.log().Error("a table was not closed to watchers, or not opened", "err", err)
		return unavailable(err)
	}
	t.local.shut(t, closed)
	code := "opened"
	if closed {
		code = "closed"
	}
	t.note(Note{Code: code, Seat: engine.Spectator})
	t.publish()
	return nil
}

// shut takes a table off the list of those that may be watched, or puts it there.
func (l *Local) shut(t *table, closed bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t.match.Closed = closed
	listed, running := l.running[t]
	if !running || listed == t.public() {
		return
	}
	l.changes++
	if l.running[t] = t.public(); t.public() {
		l.public++
	} else {
		l.public--
	}
}

// public reports whether anybody may look on.
func (t *table) public() bool { return !t.match.Private && !t.match.Closed }
