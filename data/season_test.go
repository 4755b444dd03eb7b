package data_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"noir/data"
)

// TestMonths: each moment is in the month that it is said to be in, and months follow one another without gaps.
func TestMonths(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		zone := time.FixedZone("", rapid.IntRange(-12*3600, 14*3600).Draw(t, "zone"))
		at := time.UnixMilli(rapid.Int64Range(0, 4e12).Draw(t, "at")).In(zone)
		m := data.MonthOf(at)
		if at.Before(m.Begins()) || !at.Before(m.Ends()) {
			t.Fatalf("%v is not within %v and %v", at, m.Begins(), m.Ends())
		}
		next := data.MonthOf(m.Ends())
		if data.MonthOf(m.Begins()) != m || next.Begins() != m.Ends() || data.MonthOf(m.Ends().Add(-1)) != m {
			t.Fatalf("%v is followed by %v", m, next)
		}
		other := data.MonthOf(at.AddDate(0, rapid.IntRange(-30, 30).Draw(t, "months"), 0))
		if m.Before(other) != m.Begins().Before(other.Begins()) {
			t.Fatalf("%v is before %v: %t", m, other, m.Before(other))
		}
	})
}
