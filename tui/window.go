package tui

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"noir/tui/width"
)

// window is what a visitor sees: the screen on top, what lies over it, and the key line.
type window struct {
	*drawn
	session *Session
	theme   *Theme
	w, h    int

	stack *stack
	cover *cover
	toast *toast
	keys  keyLine
}

// dress gives the session the theme of its settings and its terminal.
func (w *window) dress() {
	if w.stale = true; w.session.Themes == nil {
		return
	}
	look := w.session.Look
	look.Palette = w.session.Settings.Palette
	w.theme, w.keys = w.session.Themes.Of(look, w.session.Language), keyLine{}
}

// cramped reports whether the window is too small for anything.
func (w *window) cramped() bool { return w.w < minWidth || w.h < minHeight }

// View draws it.
func (w *window) View() tea.View {
	lines, view, _ := w.Draw()
	view.Content = strings.Join(lines, "\n")
	return view
}

// Draw is View without Content, whose lines it returns: they last until the next call. It reports whether
// anything has changed since the last one.
func (w *window) Draw() (lines []string, view tea.View, changed bool) {
	if w.stale {
		w.name = w.title()
	}
	if changed = w.stale || w.late; changed {
		w.lines = w.draw()
	}
	w.stale, w.late = false, false
	view.AltScreen = true
	view.MouseMode = tea.MouseModeCellMotion
	view.WindowTitle = w.name
	view.ReportFocus = !w.session.Settings.Silent
	return w.lines, view, changed
}

// title names the window: after the card, if there is one.
func (w *window) title() string {
	if c, ok := w.cover.top().(*card); ok {
		return "noir: " + c.title()
	}
	if titled, ok := w.stack.top().screen.(Titled); ok {
		return titled.Title()
	}
	return "noir"
}

func (w *window) draw() []string {
	switch {
	case w.w == 0 || w.h == 0:
		return nil
	case w.cramped():
		lines := strings.Split(ansi.Wrap(w.theme.Sign(w.theme.Words("more room, please: 32×12. q leaves")), w.w, ""), "\n")
		return lines[:min(len(lines), w.h)]
	}
	page := func(h int) []string { return w.stack.top().screen.View(w.w, h, w.theme) }
	lines := w.compose(above(w.lines, w.toast.lines(w.w, w.theme), w.h-1, page))
	if w.stale { // an overlay knows its keys once it is drawn
		w.keys.show(w.bindings(), w.w, w.theme)
	}
	return append(lines, w.keys.line)
}

// bindings are what the key line shows: those of the topmost overlay or screen. They are valid
// until the next call.
func (w *window) bindings() []key.Binding {
	if o := w.cover.top(); o != nil {
		return o.keys()
	}
	shown := w.stack.top().screen.ShortHelp()
	if w.stack.typing() || len(shown) == 0 {
		return shown
	}
	last := len(shown) - 1
	w.keys.room = append(append(w.keys.room[:0], shown[:last]...), keys.help, shown[last])
	return w.keys.room
}

// compose lays the overlays over the page.
func (w *window) compose(page []string) []string {
	for _, o := range w.cover.overlays {
		box := o.box(w.w, w.h-1, w.theme)
		x, y := (w.w-width.Of(box[0]))/2, (w.h-1-len(box))/2
		if c, ok := o.(*card); ok {
			x = c.slide(x, w.w)
		}
		page = Over(page, box, x, y, w.w)
	}
	return page
}
