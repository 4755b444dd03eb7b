package plain

import "time"

// lowTime is when the viewer is told that their time is running out.
const lowTime = 10 * time.Second

// alarm goes off when the viewer's time runs low.
type alarm struct {
	*sight
	timer *time.Timer
	rings <-chan time.Time // of the timer; nil when it is off
}

// set sets the alarm for when the viewer's time runs low.
func (a *alarm) set() {
	a.still()
	if !a.running() || a.frame.End != nil {
		return
	}
	if wait := a.left() - lowTime; wait > 0 {
		a.timer = time.NewTimer(wait)
		a.rings = a.timer.C
	}
}

// still switches the alarm off.
func (a *alarm) still() {
	if a.timer != nil {
		a.timer.Stop()
	}
	a.timer, a.rings = nil, nil
}
