package page

import (
	"fmt"
	"math"
	"slices"
	"time"

	"noir/data"
	"noir/engine"
	"noir/tui"
)

// Rating writes a rating for people: whole points, and a question mark while it
// says little.
func Rating(r data.Rating) string {
	mark := ""
	if r.Provisional() {
		mark = "?"
	}
	return fmt.Sprintf("%.0f%s", r.Value, mark)
}

// Points writes a rating in whole points.
func Points(rating float64) string { return fmt.Sprintf("%.0f", rating) }

// Change writes what a match did to a seat's rating, such as "+14"; "" when it
// did nothing of the kind.
func Change(th *tui.Theme, s data.Seat) string {
	if s.Before == nil || s.After == nil {
		return ""
	}
	points := math.Round(*s.After) - math.Round(*s.Before)
	switch {
	case points < 0:
		return fmt.Sprintf("%s%.0f", th.Glyphs.Minus, -points)
	case points > 0:
		return fmt.Sprintf("+%.0f", points)
	}
	return "0"
}

// Ordinal writes 1 as "1st".
func Ordinal(n int) string {
	switch {
	case n%100 >= 11 && n%100 <= 13:
	case n%10 == 1:
		return fmt.Sprintf("%dst", n)
	case n%10 == 2:
		return fmt.Sprintf("%dnd", n)
	case n%10 == 3:
		return fmt.Sprintf("%drd", n)
	}
	return fmt.Sprintf("%dth", n)
}

// Count writes a number and its noun, such as "1 table" or "no tables".
func Count(n int, one, many string) string {
	switch n {
	case 0:
		return "no " + many
	case 1:
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// When writes how long ago a moment was, as briefly as it is remembered.
func When(at, now time.Time) string {
	switch d := now.Sub(at); {
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return fmt.Sprintf("%d min ago", d/time.Minute)
	case d < 24*time.Hour:
		return fmt.Sprintf("%d h ago", d/time.Hour)
	case d < 14*24*time.Hour:
		return fmt.Sprintf("%d d ago", d/(24*time.Hour))
	}
	return at.Format("2 Jan 2006")
}

// Outcome says how a match that is over ended for a seat.
func Outcome(m data.Match, seat engine.Seat) string {
	switch {
	case m.Result == nil || m.Result.Reason == engine.Aborted:
		return "void"
	case !slices.Contains(m.Result.Winners, seat):
		return "lost"
	case len(m.Result.Winners) > 1:
		return "shared"
	}
	return "won"
}
