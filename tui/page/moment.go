package page

import (
	"time"

	"noir/tui"
)

// Moment writes a time by the visitor's watch, with the day if that is another one.
func Moment(s *tui.Session, at time.Time) string {
	at = at.In(s.Local())
	clock := at.Format("15:04")
	if s.Language.Date(at) == s.Language.Date(s.LocalTime()) {
		return clock
	}
	return s.Language.DayOfMonth(at) + ", " + clock
}
