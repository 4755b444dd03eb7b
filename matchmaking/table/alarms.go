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
