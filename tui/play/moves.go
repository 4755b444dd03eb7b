package play

import (
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/tui"
	"noir/tui/kit"
)

// moves is the list of all moves, the newest at the bottom.
type moves struct {
	*sight
	up     int // lines between the bottom and the newest
	height int // of the list as last drawn
	most   int // the largest useful up, as last drawn
}

func (m *moves) press(msg tea.KeyPressMsg) (overlay, tea.Cmd) {
	switch {
	case key.Matches(msg, keys.up):
		m.up++
	case key.Matches(msg, keys.down):
		m.up--
	case key.Matches(msg, keys.pageBack):
		m.up += m.height
	case key.Matches(msg, keys.page):
		m.up -= m.height
	case key.Matches(msg, keys.oldest):
		m.up = m.most
	case key.Matches(msg, keys.newest):
		m.up = 0
	default: // keys.close among them
		return nil, nil
	}
	m.up = max(0, min(m.up, m.most))
	return m, nil
}

func (m *moves) box(w, h int, th *tui.Theme) kit.Block {
	w = min(w, 60)
	var lines []string
	for _, l := range m.frame.Log {
		for i, text := range kit.Wrap(th.Sign(m.board.Tell(l)), w-9) {
			number := "    "
			if i == 0 {
				number = fmt.Sprintf("%3d ", l.Ply)
			}
			lines = append(lines, th.Smoke.Render(number)+th.Text.Render(text))
		}
	}
	if len(lines) == 0 {
		lines = append(lines, th.Smoke.Render(th.Words("Nothing has been played yet.")))
	}
	m.height = max(1, h-2)
	m.most = max(0, len(lines)-m.height)
	m.up = min(m.up, m.most)
	end := len(lines) - m.up
	return kit.Panel(th, w, th.Words("the moves"), lines[max(0, end-m.height):end]...)
}

func (*moves) help() []key.Binding {
	return []key.Binding{keys.scroll, keys.close}
}
