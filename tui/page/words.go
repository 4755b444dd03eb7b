package page

import (
	"fmt"
	"math"
	"time"

	"noir/data"
	"noir/engine"
	"noir/internal/language"
	"noir/tui"
)

// Rating formats a rating for people: whole points, and a question mark while it is provisional.
func Rating(r data.Rating) string {
	mark := ""
	if r.Provisional() {
		mark = "?"
	}
	return fmt.Sprintf("%.0f%s", r.Value, mark)
}

// Points formats a rating in whole points.
func Points(rating float64) string { return fmt.Sprintf("%.0f", rating) }

// Change formats what a match did to a seat's rating, such as "+14"; "" for nothing.
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

// Ordinal formats 1 as "1st".
func Ordinal(r *language.Reader, n int) string {
	switch {
	case n%100 >= 11 && n%100 <= 13:
	case n%10 == 1:
		return r.Words("%dst", n)
	case n%10 == 2:
		return r.Words("%dnd", n)
	case n%10 == 3:
		return r.Words("%drd", n)
	}
	return r.Words("%dth", n)
}

// Tables counts tables: "no tables", "1 table".
func Tables(r *language.Reader, n int) string {
	if n == 0 {
		return r.Words("no tables")
	}
	return r.Several(n, "%d table", "%d tables")
}

// Players counts players, as Tables counts tables.
func Players(r *language.Reader, n int) string {
	if n == 0 {
		return r.Words("no players")
	}
	return r.Several(n, "%d player", "%d players")
}

// Stake says whether a game is rated.
func Stake(r *language.Reader, rated bool) string {
	if rated {
		return r.Words("rated")
	}
	return r.Words("casual")
}

// Level names a level of the house players.
func Level(r *language.Reader, level string) string {
	switch level {
	case "easy":
		return r.Words("easy")
	case "normal":
		return r.Words("normal")
	case "hard":
		return r.Words("hard")
	case "boss":
		return r.Words("boss")
	}
	return level
}

// When says how long ago a time was, the less precisely the older it is; dates are in the time zone
// of now.
func When(r *language.Reader, at, now time.Time) string {
	switch d := now.Sub(at); {
	case d < time.Minute:
		return r.Words("just now")
	case d < time.Hour:
		return r.Words("%d min ago", d/time.Minute)
	case d < 24*time.Hour:
		return r.Words("%d h ago", d/time.Hour)
	case d < 14*24*time.Hour:
		return r.Several(int(d/(24*time.Hour)), "%d d ago", "%d d ago")
	}
	return r.ShortDate(at.In(now.Location()))
}

// Ended says how a finished match ended for a seat, in a word or two: "won", "shared", "void",
// "lost", or the place, such as "3rd".
func Ended(r *language.Reader, m data.Match, seat engine.Seat) string {
	switch m.Outcome(seat) {
	case data.OutcomeVoid:
		return r.Words("void")
	case data.OutcomeWon:
		return r.Words("won")
	case data.OutcomeShared:
		return r.Words("shared")
	case data.OutcomeLost:
		return r.Words("lost")
	}
	return Ordinal(r, m.Result.Places[seat])
}

// Company names some people, as many as fit into a few words: "spade", "spade and vera", "spade and
// 4 others".
func Company(r *language.Reader, names []string) string {
	switch len(names) {
	case 0:
		return ""
	case 1, 2:
		return r.List(names)
	}
	return r.Words("%s and %d others", names[0], len(names)-1)
}
