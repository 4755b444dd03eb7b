package play

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/tui"
	"noir/tui/kit"
)

// overlay lies over the table and gets all keys while it is there.
type overlay interface {
	// press handles a key and returns the next overlay; nil for none.
	press(msg tea.KeyPressMsg) (overlay, tea.Cmd)
	// box draws it; clicking a place in it presses the key of that name.
	box(w, h int, th *tui.Theme) kit.Block
	help() []key.Binding
}

// cover is what lies over the table, and where it was last drawn.
type cover struct {
	overlay // nil when nothing does
	drawn   kit.Block
	x, y    int
}

// input takes a key or the mouse.
func (c *cover) input(msg tea.Msg) (cmd tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		c.overlay, cmd = c.press(msg)
	case tea.PasteMsg:
		if d, writes := c.overlay.(*draft); writes {
			d.text.Update(msg)
		}
	case tea.MouseClickMsg:
		name, within := c.drawn.At(msg.X-c.x, msg.Y-c.y)
		if !within {
			c.overlay = nil
		} else if press, known := tui.KeyPress(name); known {
			c.overlay, cmd = c.press(press)
		}
	case tea.MouseWheelMsg:
		press := tea.KeyPressMsg{Code: tea.KeyUp}
		if msg.Button == tea.MouseWheelDown {
			press.Code = tea.KeyDown
		}
		c.overlay, cmd = c.press(press)
	}
	return cmd
}

// draw draws it in the middle of a page of w×h cells, below the head.
func (c *cover) draw(page []string, w, h int, th *tui.Theme) []string {
	c.drawn = c.box(w, h-headLines, th)
	c.x, c.y = (w-c.drawn.Width())/2, (h-c.drawn.Height())/2
	return tui.Over(page, c.drawn.Text(), c.x, c.y, w)
}
