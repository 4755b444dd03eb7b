package page

import (
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"noir/tui"
)

// Field is one short line to write in, at its end. Unless it is free it takes
// printable ASCII alone, which is all that names, codes and rules are written in.
type Field struct {
	Text     string
	Limit    int  // characters
	Free     bool // whatever prints may be written
	Proposal bool // nobody has written the text: the first sign that is written replaces it
}

// Update writes; changed tells whether the text is another one now.
func (f *Field) Update(msg tea.Msg) (changed bool) {
	before := f.Text
	switch msg := msg.(type) {
	case tea.PasteMsg:
		f.write(strings.TrimSpace(msg.Content))
	case tea.KeyPressMsg:
		switch msg.String() {
		case "backspace":
			_, size := utf8.DecodeLastRuneInString(f.Text)
			f.Text, f.Proposal = f.Text[:len(f.Text)-size], false
		case "ctrl+w", "ctrl+u":
			f.Text, f.Proposal = "", false
		default:
			f.write(msg.Text)
		}
	}
	return f.Text != before
}

func (f *Field) write(text string) {
	for _, r := range text {
		if plain := r >= ' ' && r <= '~'; !plain && !(f.Free && unicode.IsPrint(r)) {
			continue
		}
		if f.Proposal {
			f.Text, f.Proposal = "", false
		}
		if utf8.RuneCountInString(f.Text) < f.Limit {
			f.Text += string(r)
		}
	}
}

// Draw shows the text and where it goes on. A proposal is dimmer than what was written.
func (f *Field) Draw(th *tui.Theme) string {
	style := th.Bright
	if f.Proposal {
		style = th.Text
	}
	return style.Render(f.Text) + th.Lamp.Render("_")
}
