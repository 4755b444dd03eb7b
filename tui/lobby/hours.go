package lobby

import (
	tea "charm.land/bubbletea/v2"

	"noir/data/stats"
	"noir/tui"
)

// hours are those of the week at which people are here. The zero value knows of none.
type hours struct{ stats.Week }

// lookBack returns the Cmd that brings the hours; none when they cannot be had.
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

// rush is when most people are here, by the visitor's clock, such as "20–23 h"; "" when
// nobody has been.
func (h hours) rush(s *tui.Session, th *tui.Theme) string {
	from, to, ok := h.Busiest(s.Now().In(s.Local()))
	if !ok {
		return ""
	}
	return th.Sign(th.Words("%d–%d h", from, to))
}
