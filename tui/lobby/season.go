package lobby

import (
	"time"

	"noir/data"
	"noir/tui"
	"noir/tui/page"
)

// season says how long the season lasts and the visitor's place in it; "" when there is none.
func season(s *tui.Session, rank int) string {
	if rank == 0 {
		return ""
	}
	const day = 24 * time.Hour
	left := data.MonthOf(s.Now()).Ends().Sub(s.Now())
	return s.Several(int((left+day-1)/day), "%d day left in season: %s", "%d days left in season: %s",
		page.Ordinal(s.Language, rank))
}
