package tui

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"noir/tui/width"
)

// overlay is above the screens and gets all keys while it is on top.
type overlay interface {
	// press takes a key, and reports whether the overlay stays.
	press(msg tea.KeyPressMsg) (stays bool, cmd tea.Cmd)
	box(w, h int, th *Theme) []string
	keys() []key.Binding
}

// cover is the overlays of a session, the topmost last.
type cover struct {
	*drawn
	overlays []overlay
}

// top returns the overlay that has the keys; nil for none.
func (c *cover) top() overlay {
	if len(c.overlays) == 0 {
		return nil
	}
	return c.overlays[len(c.overlays)-1]
}

// explains reports whether the topmost overlay asks something, so that its keys can be looked up.
func (c *cover) explains() bool {
	top := c.top()
	_, help := top.(*keyHelp)
	return top != nil && !help && len(top.keys()) > 0
}

// overlayKeys are the keys of an overlay as a help.KeyMap.
type overlayKeys struct{ overlay }

func (o overlayKeys) ShortHelp() []key.Binding  { return o.keys() }
func (o overlayKeys) FullHelp() [][]key.Binding { return nil }

// lay puts an overlay on top.
func (c *cover) lay(o overlay) {
	c.overlays = append(c.overlays, o)
	c.stale = true
}

// lift removes an overlay, wherever it is.
func (c *cover) lift(away overlay) {
	c.overlays = slices.DeleteFunc(c.overlays, func(o overlay) bool { return o == away })
	c.stale = true
}

// press hands a key to the topmost overlay.
func (c *cover) press(msg tea.KeyPressMsg) tea.Cmd {
	top := c.top()
	stays, cmd := top.press(msg)
	if c.stale = true; !stays {
		c.lift(top)
	}
	return cmd
}

// move continues the slide of a card that is still shown.
func (c *cover) move(m cardMoved) tea.Cmd {
	if !slices.Contains(c.overlays, overlay(m.card)) {
		return nil
	}
	c.stale = true
	return m.on()
}

// frame draws a box of w cells around lines; its title stands in the upper edge.
func frame(th *Theme, title string, lines []string, w int, edge Style) []string {
	g := &th.Glyphs
	if title != "" {
		title = " " + ansi.Truncate(title, w-6, "") + " "
	}
	side := edge.Render(g.Vertical)
	box := make([]string, 0, len(lines)+2)
	box = append(box, edge.Render(g.TopLeft+g.Horizontal+title)+
		edge.Render(strings.Repeat(g.Horizontal, max(0, w-3-width.Of(title)))+g.TopRight))
	for _, line := range lines {
		box = append(box, side+" "+pad(line, w-4)+" "+side)
	}
	return append(box, edge.Render(g.BottomLeft+strings.Repeat(g.Horizontal, w-2)+g.BottomRight))
}

// pad cuts a line to w cells, or fills it with blanks.
func pad(line string, w int) string {
	line = ansi.Truncate(line, w, "")
	return line + strings.Repeat(" ", max(0, w-width.Of(line)))
}

// question asks for confirmation before something is lost.
type question struct {
	text string
	yes  func() tea.Cmd // what to do after one
}

func (q *question) press(msg tea.KeyPressMsg) (stays bool, cmd tea.Cmd) {
	if key.Matches(msg, keys.leave) {
		return false, q.yes()
	}
	return !key.Matches(msg, keys.stay), nil
}

func (q *question) box(w, _ int, th *Theme) []string {
	cells := min(w-4, 50)
	lines := []string{""}
	for _, line := range width.Wrap(q.text, cells-4) {
		lines = append(lines, th.Text.Render(line))
	}
	choice := strings.Join(choices(th, q.keys()), "   ")
	return frame(th, "", append(lines, "", choice), cells, th.Smoke)
}

func (q *question) keys() []key.Binding {
	return []key.Binding{keys.leave, keys.stay}
}

// choices names keys and what they do.
func choices(th *Theme, bindings []key.Binding) []string {
	parts := make([]string, 0, len(bindings))
	for _, b := range bindings {
		parts = append(parts, th.Lamp.Render(b.Help().Key)+" "+th.Text.Render(th.Words(b.Help().Desc)))
	}
	return parts
}
