package lobby

import (
	"context"
	"time"

	"noir/data"
	"noir/tui"
	"noir/tui/page"
)

// seasonRank is a player's rank in a game's table of a month; 0 when he has none.
func seasonRank(ctx context.Context, annals data.Annals, game string, p data.Player, m data.Month) int {
	own, _, err := annals.Table(ctx, game, data.Filter{Field: p.Field(), Month: m, Player: p.ID, Limit: 1})
	if err != nil || len(own) == 0 {
		return 0
	}
	return own[0].Rank
}

// season says for how long it goes on and which place the visitor has in it; "" when he
// has none.
func season(s *tui.Session, rank int) string {
	if rank == 0 {
		return ""
	}
	const day = 24 * time.Hour
	left := data.MonthOf(s.Now()).Ends().Sub(s.Now())
	return s.Several(int((left+day-1)/day), "%d day left in season: %s", "%d days left in season: %s",
		page.Ordinal(s.Language, rank))
}
