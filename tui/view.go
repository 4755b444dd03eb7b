package tui

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// View draws what is on, once for each change.
func (r *root) View() tea.View {
	if r.stale {
		r.frame, r.stale = r.draw(), false
	}
	view := tea.NewView(r.frame)
	view.AltScreen = true
	view.MouseMode = tea.MouseModeCellMotion
	view.WindowTitle = r.title()
	return view
}

// title names the window: after the card, if there is one.
func (r *root) title() string {
	if n := len(r.overlays); n > 0 {
		if c, ok := r.overlays[n-1].(*card); ok {
			return "noir: " + c.title()
		}
	}
	if titled, ok := r.top().screen.(Titled); ok {
		return titled.Title()
	}
	return "noir"
}

func (r *root) draw() string {
	switch {
	case r.w == 0 || r.h == 0:
		return ""
	case r.cramped():
		lines := strings.Split(ansi.Wrap(r.theme.Sign("more room, please: 32×12. q leaves"), r.w, ""), "\n")
		return strings.Join(lines[:min(len(lines), r.h)], "\n")
	}
	page := strings.Split(r.top().screen.View(r.w, r.h-1, r.theme), "\n")
	lines := make([]string, r.h)
	copy(lines[:r.h-1], page)
	lines[r.h-1] = r.keys.draw(r.bindings(), r.w, r.theme)
	return r.compose(strings.Join(lines, "\n"))
}

// bindings are what the key line shows: those of whatever has the keys.
func (r *root) bindings() []key.Binding {
	if n := len(r.overlays); n > 0 {
		return r.overlays[n-1].keys()
	}
	shown := r.top().screen.ShortHelp()
	if r.typing() || len(shown) == 0 {
		return shown
	}
	last := len(shown) - 1
	return append(append(shown[:last:last], Bind("?", "help", "?")), shown[last])
}

// compose lays the overlays and the toast over the page.
func (r *root) compose(page string) string {
	over := lipgloss.NewCompositor()
	if r.toast.text != "" {
		box := r.toast.box(r.w, r.theme)
		over.AddLayers(lipgloss.NewLayer(box).
			X(r.w - lipgloss.Width(box) - 1).Y(r.h - 1 - lipgloss.Height(box)))
	} else if len(r.overlays) == 0 {
		return page
	}
	for _, o := range r.overlays {
		box := o.box(r.w, r.h-1, r.theme)
		x, y := (r.w-lipgloss.Width(box))/2, (r.h-1-lipgloss.Height(box))/2
		if c, ok := o.(*card); ok {
			x = c.slide(x, r.w)
		}
		over.AddLayers(lipgloss.NewLayer(box).X(x).Y(y))
	}
	return lipgloss.NewCanvas(r.w, r.h).Compose(lipgloss.NewLayer(page)).Compose(over).Render()
}
