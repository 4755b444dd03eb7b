package lobby

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"noir/tui"
)

// field is one short line to write in, at its end. It takes printable ASCII
// alone, which is all that names, codes and rules are written in.
type field struct {
	text  string
	limit int
}

// update writes; changed tells whether the text is another one now.
func (f *field) update(msg tea.Msg) (changed bool) {
	before := f.text
	switch msg := msg.(type) {
	case tea.PasteMsg:
		f.write(strings.TrimSpace(msg.Content))
	case tea.KeyPressMsg:
		switch msg.String() {
		case "backspace":
			f.text = f.text[:max(0, len(f.text)-1)]
		case "ctrl+w", "ctrl+u":
			f.text = ""
		default:
			f.write(msg.Text)
		}
	}
	return f.text != before
}

func (f *field) write(text string) {
	for _, r := range text {
		if r >= ' ' && r <= '~' && len(f.text) < f.limit {
			f.text += string(r)
		}
	}
}

// draw shows the text and where it goes on.
func (f *field) draw(th *tui.Theme) string { return th.Bright.Render(f.text) + th.Lamp.Render("_") }
