package tui

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"noir/tui/width"
)

// View draws the window.
func (r *root) View() tea.View {
	lines, view, _ := r.Draw()
	view.Content = strings.Join(lines, "\n")
	return view
}

// Draw is View without Content, whose lines it returns: they last until the next call. It reports whether
// anything has changed since the last one.
func (r *root) Draw() (lines []string, view tea.View, changed bool) {
	if r.stale {
		r.name = r.title()
	}
	if changed = r.stale || r.late; changed {
		r.lines = r.draw()
	}
	r.stale, r.late = false, false
	view.AltScreen = true
	view.MouseMode = tea.MouseModeCellMotion
	view.WindowTitle = r.name
	view.ReportFocus = !r.session.Settings.Silent
	return r.lines, view, changed
}

// title names the window: after the card, if there is one.
func (r *root) title() string {
	if c, ok := r.cover.top().(*card); ok {
		return "noir: " + c.title()
	}
	if titled, ok := r.stack.top().screen.(Titled); ok {
		return titled.Title()
	}
	return "noir"
}

func (r *root) draw() []string {
	switch {
	case r.w == 0 || r.h == 0:
		return nil
	case r.cramped():
		lines := strings.Split(ansi.Wrap(r.theme.Sign(r.theme.Words("more room, please: 32×12. q leaves")), r.w, ""), "\n")
		return lines[:min(len(lines), r.h)]
	}
	page := func(h int) []string { return r.stack.top().screen.View(r.w, h, r.theme) }
	lines := r.compose(above(r.lines, r.toast.lines(r.w, r.theme), r.h-1, page))
	if r.stale { // an overlay knows its keys once it is drawn
		r.keys.show(r.bindings(), r.w, r.theme)
	}
	return append(lines, r.keys.line)
}

// bindings are what the key line shows: those of the topmost overlay or screen. They are valid
// until the next call.
func (r *root) bindings() []key.Binding {
	if o := r.cover.top(); o != nil {
		return o.keys()
	}
	shown := r.stack.top().screen.ShortHelp()
	if r.stack.typing() || len(shown) == 0 {
		return shown
	}
	last := len(shown) - 1
	r.keys.room = append(append(r.keys.room[:0], shown[:last]...), keys.help, shown[last])
	return r.keys.room
}

// compose lays the overlays over the page.
func (r *root) compose(page []string) []string {
	for _, o := range r.cover.overlays {
		box := o.box(r.w, r.h-1, r.theme)
		x, y := (r.w-width.Of(box[0]))/2, (r.h-1-len(box))/2
		if c, ok := o.(*card); ok {
			x = c.slide(x, r.w)
		}
		page = Over(page, box, x, y, r.w)
	}
	return page
}
