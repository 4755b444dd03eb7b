package lobby

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// noticeLines are the house's notice for a body w cells wide; none if the house has none.
func noticeLines(th *tui.Theme, style tui.Style, text string, w int) []string {
	var lines []string
	for paragraph := range strings.SplitSeq(th.Sign(th.Spell(text)), "\n") {
		wrapped := kit.Wrap(paragraph, min(w-len(page.Gutter)-1, page.Measure))
		if len(wrapped) == 0 && len(lines) > 0 {
			lines = append(lines, "")
		}
		for _, line := range wrapped {
			lines = append(lines, page.Gutter+style.Render(line))
		}
	}
	return lines
}

// notice is the screen of the house's notice.
type notice struct {
	session *tui.Session
	list    page.List // of lines
}

func (n *notice) Init() tea.Cmd { return nil }

func (n *notice) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	if press, ok := msg.(tea.KeyPressMsg); ok && key.Matches(press, page.Keys.Back, page.Keys.Enter) {
		return n, tui.Ask(tui.Pop{})
	}
	n.list.Update(msg)
	return n, nil
}

func (n *notice) View(w, h int, th *tui.Theme) []string {
	p := page.Page{Title: th.Upper(th.Words("the house"))}
	a := p.Body(w, h)
	lines := noticeLines(th, th.Text, n.session.Notice, a.W)
	n.list.Len = len(lines)
	from, to := n.list.Window(a.Y+1, a.H-1)
	shown := page.Fold(th, lines[from:to:to], a.W, from > 0, to < len(lines))
	return p.Draw(th, w, h, append([]string{""}, shown...))
}

func (n *notice) ShortHelp() []key.Binding {
	return []key.Binding{tui.Says(page.Keys.Choose, "scroll"), page.Keys.Back}
}

func (n *notice) FullHelp() [][]key.Binding { return nil }
