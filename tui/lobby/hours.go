package lobby

import (
	tea "charm.land/bubbletea/v2"

	"noir/tui"
)

// hours are when most people are here, in the visitor's time zone: from 20 to 23, say.
type hours struct {
	from, to int
	known    bool
}

// lookBack returns the Cmd that brings the hours; unknown on an error.
func lookBack(s *tui.Session) tea.Cmd {
	ctx, book, now := s.Context, s.Services.Rankings, s.LocalTime()
	return func() tea.Msg {
		week, err := book.Busy(ctx)
		if err != nil {
			return nil
		}
		var h hours
		h.from, h.to, h.known = week.Busiest(now)
		return h
	}
}

// rush is the busiest time of day, such as "20–23 h"; "" if no hour stands out.
func (h hours) rush(th *tui.Theme) string {
	if !h.known {
		return ""
	}
	return th.Sign(th.Words("%d–%d h", h.from, h.to))
}
