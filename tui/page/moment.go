package page

import (
	"time"

	"noir/tui"
)

// Moment formats a time in the visitor's time zone, with the day if it is not today.
func Moment(s *tui.Session, at time.Time) string {
	at = at.In(s.Local())
	clock := at.Format("15:04")
	if s.Language.Date(at) == s.Language.Date(s.LocalTime()) {
		return clock
	}
	return s.Language.DayOfMonth(at) + ", " + clock
}
