package lobby

import (
	tea "charm.land/bubbletea/v2"

	"noir/data/stats"
	"noir/tui"
)

// hours are how busy the hours of the week are. The zero value is unknown.
type hours struct{ stats.Week }

// lookBack returns the Cmd that brings the hours; unknown on an error.
func lookBack(s *tui.Session) tea.Cmd {
	ctx, book := s.Context, s.Services.Rankings
	return func() tea.Msg {
		week, err := book.Busy(ctx)
		if err != nil {
			return nil
		}
		return hours{week}
	}
}

// rush is the busiest time of day, in the visitor's time zone, such as "20–23 h"; "" if there is
// none.
func (h hours) rush(s *tui.Session, th *tui.Theme) string {
	from, to, ok := h.Busiest(s.Now().In(s.Local()))
	if !ok {
		return ""
	}
	return th.Sign(th.Words("%d–%d h", from, to))
}
