package table

import "time"

// alarm names something that a table does by itself at some moment.
type alarm int

const (
	resume   alarm = iota // the clocks, which stand, go on
	retry                 // what the store has not taken, or the clock's move that was refused
	recount               // the number of watchers has changed
	look                  // at a seat that comes and goes too fast to be told
	leave                 // the game is over: the table closes
	slumber               // nobody has been there for a while: the table may doze
	giveUp                // the only person may have been away for too long
	alarmsOf              // how many there are
)

// alarms are the moments at which a table does something by itself, the zero time for
// never.
type alarms [alarmsOf]time.Time

func (a *alarms) set(which alarm, at time.Time)       { a[which] = at }
func (a *alarms) in(which alarm, after time.Duration) { a[which] = time.Now().Add(after) }
func (a *alarms) off(which alarm)                     { a[which] = time.Time{} }
func (a *alarms) on(which alarm) bool                 { return !a[which].IsZero() }

// due reports whether an alarm rings, which turns it off.
func (a *alarms) due(which alarm, now time.Time) bool {
	if !a.on(which) || now.Before(a[which]) {
		return false
	}
	a.off(which)
	return true
}

// rest returns how long none rings, an hour at most.
func (a *alarms) rest() time.Duration {
	rest := time.Hour
	for _, at := range a {
		if !at.IsZero() {
			rest = min(rest, time.Until(at))
		}
	}
	return rest
}

// gameTime is a table's own time: what has passed since its start, without the
// time the server was down, the table was held or the store took.
type gameTime struct {
	base   time.Duration // up to origin, or for good while it stands still
	origin time.Time     // zero while it stands still
}

func (g *gameTime) now() time.Duration {
	if g.stands() {
		return g.base
	}
	return g.base + time.Since(g.origin)
}

// stamp returns the time at which a move is made, as the log has it.
func (g *gameTime) stamp() time.Duration { return g.now().Truncate(time.Millisecond) }

func (g *gameTime) stands() bool { return g.origin.IsZero() }

// stop returns what has the time go on if it was going.
func (g *gameTime) stop() (goOn func()) {
	if g.stands() {
		return func() {}
	}
	g.base, g.origin = g.now(), time.Time{}
	return g.start
}

// reach makes sure that the time is not before at.
func (g *gameTime) reach(at time.Duration) { g.base += max(0, at-g.now()) }

func (g *gameTime) start() {
	if g.stands() {
		g.origin = time.Now()
	}
}

// moment returns the game time that the log writes in milliseconds.
func moment(atMS int64) time.Duration { return time.Duration(atMS) * time.Millisecond }

// schedule owns a table's time: the game time, why it stands, and the alarms.
type schedule struct {
	gameTime
	alarms
	stalled bool // the game time stands because the store fails
}

// stall stops the time of a table whose store does not take a move: players who cannot
// move must not lose by the clock. The store is asked again every storeRetry. stall is
// false when the time stands anyway.
func (s *schedule) stall() bool {
	if s.stands() {
		return false
	}
	s.stop()
	s.stalled = true
	s.in(retry, storeRetry)
	return true
}

// goOn has the time go on after an outage of the store, if there was one.
func (s *schedule) goOn() {
	if !s.stalled {
		return
	}
	s.stalled = false
	s.off(retry)
	s.start()
}

// hold stops the time until a moment.
func (s *schedule) hold(until time.Time) {
	s.stop()
	s.set(resume, until)
}

// halt stops the time for good.
func (s *schedule) halt() {
	s.stop()
	s.stalled = false
	s.off(resume) // nothing starts it again
}
