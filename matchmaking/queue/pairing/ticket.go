package pairing

import (
	"math"
	"time"
)

// MaxSize is the largest size of a table.
const MaxSize = 6

// Ticket is one player's wish to be seated.
type Ticket struct {
	Player int64   // any number; no number sits twice at a table
	Rating float64 // points; clamped to 0 to 4095
	Sizes  Sizes
	Home   int64 // where its player is: among tables of two that are nearly as good, those with players of one home are preferred
}

// Sizes are the table sizes that a ticket accepts: Min to Max, and down to Late once a player
// at the table has waited for After. Late 0 means Min. At a table of different Sizes the
// strictest bounds apply. Impossible values are clamped so that 2 ≤ Late ≤ Min ≤ Max ≤ MaxSize.
type Sizes struct {
	Min, Max int
	Late     int
	After    time.Duration
}

// Exactly accepts only tables of n.
func Exactly(n int) Sizes { return Sizes{Min: n, Max: n} }

// ordered returns the sizes with 2 ≤ Late ≤ Min ≤ Max ≤ MaxSize.
func (s Sizes) ordered() Sizes {
	s.Max = min(max(s.Max, 2), MaxSize)
	s.Min = min(max(s.Min, 2), s.Max)
	if s.Late <= 0 {
		s.Late = s.Min
	}
	s.Late = min(max(s.Late, 2), s.Min)
	s.After = min(max(s.After, 0), longestWait)
	return s
}

// longestWait is the wait after which longer waiting changes nothing.
const longestWait = 24 * time.Hour

// The window of a ticket widens with its wait until any opponent will do.
const (
	windowStart     = 100 // points
	windowPerSecond = 10  // points
	windowOpens     = 60 * time.Second
)

// Window returns how many points a ticket that has waited this long may be from any other at
// its table, +Inf when any opponent will do. Two may sit together when their ratings lie within
// both windows, or when one of them takes any opponent; at tables for more, the latter is an
// exception, made after the others.
func Window(waited time.Duration) float64 {
	if waited >= windowOpens {
		return math.Inf(1)
	}
	return windowStart + windowPerSecond*max(0, waited.Seconds())
}

// The costs of seating people, in points.
const (
	// leaveBase is more than any gap: only windows decide whether people may sit together, gaps
	// decide who sits with whom.
	leaveBase = bucketCount

	// leavePerSecond is the slope of the window: a second of waiting is worth the points by
	// which it widens.
	leavePerSecond = windowPerSecond

	// emptySeat makes a fuller table worth a worse fit, but never worth leaving a player out: a
	// table of 3 that could have been one of 6 costs less than one person left.
	emptySeat = leaveBase / 8
)

// grain is the resolution of ratings and costs: whole numbers of 1/grain point.
const grain = 1024

// ratingGrains clamps a rating to the buckets. NaN becomes 0.
func ratingGrains(rating float64) int32 {
	if !(rating > 0) {
		return 0
	}
	return int32(min(rating*grain, bucketCount*grain-1))
}

func windowGrains(waited time.Duration) int32 {
	return int32(min(Window(waited)*grain, math.MaxInt32))
}

func leaveGrains(waited time.Duration) int64 {
	return leaveBase*grain + waited.Milliseconds()*leavePerSecond*grain/1000
}
