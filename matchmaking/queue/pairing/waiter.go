package pairing

import "math"

// waiter is a ticket as one tick sees it.
type waiter struct {
	player int64
	recent int64 // its player's newest seating
	leave  int64 // the cost of leaving it, grains
	rating int32 // grains
	reach  int32 // its own window, grains; the one in its terms is lifted when a ticket takes any opponent
	slot   int32
	place  int32 // in the whole line
	seated bool
	terms
}

// takesAnybody reports whether a ticket has waited so long that any opponent will do, whatever
// the opponent's window. Otherwise a player far from all ratings would wait for ever while the
// others find each other.
func (w *waiter) takesAnybody() bool { return w.reach == math.MaxInt32 }

// within reports whether two are in each other's windows, or one takes any opponent.
func within(a, b *waiter) bool {
	gap := max(a.rating-b.rating, b.rating-a.rating)
	return gap <= min(a.reach, b.reach) || a.takesAnybody() || b.takesAnybody()
}

// terms are what a ticket, or a group, may be seated under.
type terms struct {
	window         int32 // grains
	waited, after  int32 // milliseconds
	late, min, max int8
}

// with returns the terms that suit both.
func (t terms) with(u terms) terms {
	return terms{
		min(t.window, u.window),
		max(t.waited, u.waited), max(t.after, u.after),
		max(t.late, u.late), max(t.min, u.min), min(t.max, u.max),
	}
}

// least returns the smallest table that will do by now.
func (t terms) least() int8 {
	if t.waited >= t.after {
		return t.late
	}
	return t.min
}

// empty returns the cost, in grains, of the seats that a table of k leaves empty.
func (t terms) empty(k int) int64 { return int64(int(t.max)-k) * emptySeat * grain }
