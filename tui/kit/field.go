package kit

import (
	"strings"
	"unicode"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"noir/tui"
)

// Field is a short text field with a cursor and a shell's editing keys: ctrl+w deletes a word,
// ctrl+u everything before the cursor.
type Field struct {
	// Proposal says that the text is only proposed: the first typed character replaces it.
	Proposal bool

	free  bool // any printable character is allowed, not only ASCII
	input textinput.Model
}

// NewField returns a field with a text and the cursor after it. It holds at most limit characters
// of printable ASCII, enough for codes and searches of names; it ignores other characters.
func NewField(text string, limit int) Field {
	f := Field{input: textinput.New()}
	f.input.CharLimit = limit
	f.input.KeyMap.Paste = key.NewBinding() // it would read this machine's clipboard
	f.input.SetVirtualCursor(false)         // it would blink, which costs frames
	f.input.Focus()
	f.Set(text)
	return f
}

// NewFreeField is NewField for any printable text.
func NewFreeField(limit int) Field {
	f := NewField("", limit)
	f.free = true
	return f
}

// Text returns the text.
func (f *Field) Text() string { return f.input.Value() }

// Set replaces the text, as if it had been typed.
func (f *Field) Set(text string) {
	f.input.SetValue(text)
	f.input.CursorEnd()
	f.Proposal = false
}

// Propose replaces the text with a proposal.
func (f *Field) Propose(text string) {
	f.Set(text)
	f.Proposal = true
}

// Update edits the text or moves the cursor. It reports whether the text has changed.
func (f *Field) Update(msg tea.Msg) (changed bool) {
	before, at := f.Text(), f.input.Position()
	switch m := msg.(type) {
	case tea.PasteMsg:
		m.Content = f.clean(strings.TrimSpace(m.Content))
		msg = m
		f.makeWay(m.Content)
	case tea.KeyPressMsg:
		if m.Text != "" {
			if m.Text = f.clean(m.Text); m.Text == "" {
				return false
			}
			msg = m
		}
		f.makeWay(m.Text)
	default:
		return false
	}
	f.input, _ = f.input.Update(msg)
	changed = f.Text() != before
	if changed || f.input.Position() != at {
		f.Proposal = false
	}
	return changed
}

// makeWay clears the field for a text that replaces a proposal.
func (f *Field) makeWay(text string) {
	if f.Proposal && text != "" {
		f.input.SetValue("")
	}
}

// clean returns the allowed part of a text.
func (f *Field) clean(text string) string {
	return strings.Map(func(r rune) rune {
		if plain := r >= ' ' && r <= '~'; plain || f.free && unicode.IsPrint(r) {
			return r
		}
		return -1
	}, text)
}

// split returns the text before and behind the cursor.
func (f *Field) split() (before, behind string) {
	text := []rune(f.Text())
	at := f.input.Position()
	return string(text[:at]), string(text[at:])
}

// Plain returns the text with a mark at the cursor, without colours, to be broken into lines.
func (f *Field) Plain() string {
	before, behind := f.split()
	return before + "_" + behind
}

// Draw shows the text and the cursor. A proposal is dimmer than typed text.
func (f *Field) Draw(th *tui.Theme) string {
	style := th.Bright
	if f.Proposal {
		style = th.Text
	}
	before, behind := f.split()
	drawn := style.Render(before) + th.Lamp.Render("_")
	if behind != "" {
		drawn += style.Render(behind)
	}
	return drawn
}
