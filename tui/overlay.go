package tui

import (
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"noir/tui/width"
)

// overlay lies over the screens and has all keys while it is on top.
type overlay interface {
	press(r *root, msg tea.KeyPressMsg) tea.Cmd
	box(w, h int, th *Theme) []string
	keys() []key.Binding
}

// cover puts an overlay on top.
func (r *root) cover(o overlay) {
	r.overlays = append(r.overlays, o)
	r.stale = true
}

// uncover takes the topmost overlay away.
func (r *root) uncover() {
	r.overlays = r.overlays[:len(r.overlays)-1]
	r.stale = true
}

// frame draws a box of w cells around lines; its title stands in the upper edge.
func (th *Theme) frame(title string, lines []string, w int, edge Style) []string {
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

// pad cuts a line to w cells, or fills it up with blanks.
func pad(line string, w int) string {
	line = ansi.Truncate(line, w, "")
	return line + strings.Repeat(" ", max(0, w-width.Of(line)))
}

// wrap breaks a text into lines of w cells.
func wrap(text string, w int) []string { return strings.Split(ansi.Wordwrap(text, w, ""), "\n") }

// question asks before something is lost.
type question struct {
	text string
	wish tea.Msg // what to do after a yes
}

func (q *question) press(r *root, msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, keys.leave):
		r.uncover()
		return r.leave(q.wish)
	case key.Matches(msg, keys.stay):
		r.uncover()
	}
	return nil
}

func (q *question) box(w, _ int, th *Theme) []string {
	width := min(w-4, 50)
	lines := []string{""}
	for _, line := range wrap(q.text, width-4) {
		lines = append(lines, th.Text.Render(line))
	}
	choice := strings.Join(th.choices(q.keys()), "   ")
	return th.frame("", append(lines, "", choice), width, th.Smoke)
}

func (q *question) keys() []key.Binding {
	return []key.Binding{keys.leave, keys.stay}
}

// choices names keys and what they do, in the words of the theme.
func (th *Theme) choices(bindings []key.Binding) []string {
	parts := make([]string, 0, len(bindings))
	for _, b := range bindings {
		parts = append(parts, th.Lamp.Render(b.Help().Key)+" "+th.Text.Render(th.Words(b.Help().Desc)))
	}
	return parts
}

// toast is a sentence over whatever is on.
type toast struct {
	text   string
	number int
}

// toastTime is how long a toast stays.
const toastTime = 4 * time.Second

// toastOver ends the toast of that number.
type toastOver int

// say shows a toast in place of the one before.
func (r *root) say(t Toast) tea.Cmd {
	r.toast.number++
	r.toast.text, r.stale = t.Text, true
	over := r.session.After(toastTime, toastOver(r.toast.number))
	if !t.Bell {
		return over
	}
	return tea.Batch(over, r.call(t.Text))
}

func (t *toast) end(over toastOver) {
	if int(over) == t.number {
		t.text = ""
	}
}

func (t *toast) box(w int, th *Theme) []string {
	lines := wrap(t.text, min(w-6, 56))
	most := 0
	for i, line := range lines {
		most = max(most, width.Of(line))
		lines[i] = th.Bright.Render(line)
	}
	return th.frame("", lines, most+4, th.Smoke)
}
