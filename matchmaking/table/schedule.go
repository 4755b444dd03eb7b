package table

import "time"

// alarm names something that a table does by itself at a certain time.
type alarm int

const (
	resume   alarm = iota // the stopped clocks start again
	retry                 // retries the store, or the clock's move that was refused
	recount               // tells the new number of watchers
	look                  // looks again at a seat that came and went too fast
	leave                 // closes the table after the end
	dozeOff               // nobody has been there for a while: the table may doze
	giveUp                // the only person may have been away for too long
	alarmsOf              // how many alarms there are
)

// alarms are the times at which a table does something by itself, zero for never.
type alarms [alarmsOf]time.Time

func (a *alarms) set(which alarm, at time.Time)       { a[which] = at }
func (a *alarms) in(which alarm, after time.Duration) { a[which] = time.Now().Add(after) }
func (a *alarms) off(which alarm)                     { a[which] = time.Time{} }
func (a *alarms) on(which alarm) bool                 { return !a[which].IsZero() }

// due reports whether an alarm is due, and turns it off if so.
func (a *alarms) due(which alarm, now time.Time) bool {
	if !a.on(which) || now.Before(a[which]) {
		return false
	}
	a.off(which)
	return true
}

// rest returns the time until the next alarm, an hour at most.
func (a *alarms) rest() time.Duration {
	rest := time.Hour
	for _, at := range a {
		if !at.IsZero() {
			rest = min(rest, time.Until(at))
		}
	}
	return rest
}

// gameTime is a table's own time: what has passed since its start, without the time in which
// the server was down, the table held or the store busy.
type gameTime struct {
	base   time.Duration // elapsed up to origin, or for good while it stands
	origin time.Time     // zero while it stands
}

func (g *gameTime) now() time.Duration {
	if g.stands() {
		return g.base
	}
	return g.base + time.Since(g.origin)
}

// stamp returns the time of a move, in the log's units.
func (g *gameTime) stamp() time.Duration { return g.now().Truncate(time.Millisecond) }

func (g *gameTime) stands() bool { return g.origin.IsZero() }

// stop stops the time and returns a function that restarts it if it ran.
func (g *gameTime) stop() (goOn func()) {
	if g.stands() {
		return func() {}
	}
	g.base, g.origin = g.now(), time.Time{}
	return g.start
}

// reach makes the time at least at.
func (g *gameTime) reach(at time.Duration) { g.base += max(0, at-g.now()) }

func (g *gameTime) start() {
	if g.stands() {
		g.origin = time.Now()
	}
}

// moment converts the log's milliseconds to game time.
func moment(atMS int64) time.Duration { return time.Duration(atMS) * time.Millisecond }

// schedule owns a table's time: the game time, why it stands, and the alarms.
type schedule struct {
	gameTime
	alarms
	stalled bool // the time stands because the store fails
}

// stall stops the time of a table whose store does not accept a move: players who cannot move
// must not lose by the clock. It retries every storeRetry. stall is false when the time stands
// anyway.
func (s *schedule) stall() bool {
	if s.stands() {
		return false
	}
	s.stop()
	s.stalled = true
	s.in(retry, storeRetry)
	return true
}

// goOn restarts the time after an outage of the store, if there was one.
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
	s.off(resume) // nothing restarts it
}
