package pairing

import (
	"math"
	"time"
)

// MaxSize is the largest table that can be asked for.
const MaxSize = 6

// Ticket is one player's wish to be seated.
type Ticket struct {
	Player int64   // any number; the same one never sits twice at a table
	Rating float64 // points, taken as if within 0 to 4095
	Sizes  Sizes
}

// Sizes says at tables of how many the ticket may sit: Min to Max, and down to
// Late once somebody at the table has waited for After. Late 0 means Min. Where
// people with different Sizes meet, the strictest of each holds. What cannot be
// is taken for the nearest that can: 2 ≤ Late ≤ Min ≤ Max ≤ MaxSize.
type Sizes struct {
	Min, Max int
	Late     int
	After    time.Duration
}

// Exactly is the wish for a table of n and no other.
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

// longestWait is the wait beyond which waiting longer changes nothing.
const longestWait = 24 * time.Hour

// The window of a ticket widens with its wait until anybody will do.
const (
	windowStart     = 100 // points
	windowPerSecond = 10  // points
	windowOpens     = 60 * time.Second
)

// Window returns how many points a ticket that has waited so long may be from
// anybody else at its table, +Inf when anybody will do. Two may sit together when
// their ratings are no farther apart than either window, or when one of them takes
// anybody; at tables for more that is an exception, made after the others.
func Window(waited time.Duration) float64 {
	if waited >= windowOpens {
		return math.Inf(1)
	}
	return windowStart + windowPerSecond*max(0, waited.Seconds())
}

// The costs that are weighed against each other when people are seated, in
// points.
const (
	// leaveBase is dearer than any gap can be: windows alone decide whether
	// people may sit together, gaps only who sits with whom.
	leaveBase = bucketCount

	// leavePerSecond is the slope of the window: a second of waiting is worth
	// the points that it opens.
	leavePerSecond = windowPerSecond

	// emptySeat makes a fuller table worth a worse fit, never worth leaving
	// somebody: a table of 3 that might have been one of 6 costs less than one
	// person left.
	emptySeat = leaveBase / 8
)

// grain is how many steps a point is counted in: ratings and costs are whole
// numbers of 1/grain point.
const grain = 1024

// ratingGrains puts a rating into the buckets. What is no number is 0.
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
