package local

import "noir/data"

// Depart says that a guest's connection has ended: nobody comes back to their seats. It
// does not block.
func (l *Broker) Depart(guest data.PlayerID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.guests, guest)
	if l.draining { // what is left is broken off at the next start
		return
	}
	for _, t := range l.mine[guest] {
		l.work.Go(func() {
			t.Vacate(l.ctx)
		})
	}
}

// arrive notes a guest, who is there until Depart.
func (l *Broker) arrive(guest data.PlayerID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.guests[guest] = true
}
