// Package desk holds the screens for a player's account: their keys and the codes that add others,
// their settings, their ties to other players, and its deletion.
package desk

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// refused tells why something could not be done.
type refused struct{ cause error }

// text words the cause for the person of a session.
func (r refused) text(s *tui.Session) string {
	return s.Why(r.cause)
}

// push returns the Cmd that shows another screen on top.
func push(s tui.Screen) tea.Cmd { return tui.Ask(tui.Push{Screen: s}) }

// plate shows something to be copied, in a frame if there is room for one.
func plate(th *tui.Theme, w int, text string) []string {
	g := &th.Glyphs.Double
	inside := "  " + text + "  "
	if kit.Width(inside)+len(page.Gutter)+2 > w {
		return wrapped(th.Lamp, w, text)
	}
	edge := strings.Repeat(g.Horizontal, kit.Width(inside))
	return []string{
		page.Gutter + th.Lamp.Render(g.TopLeft+edge+g.TopRight),
		page.Gutter + th.Lamp.Render(g.Vertical+inside+g.Vertical),
		page.Gutter + th.Lamp.Render(g.BottomLeft+edge+g.BottomRight),
	}
}

// command shows a line that is to be typed elsewhere.
func command(th *tui.Theme, w int, line string) []string { return wrapped(th.Bright, w, line) }

func wrapped(style tui.Style, w int, text string) []string {
	var lines []string
	for _, line := range kit.Wrap(text, w-len(page.Gutter)) {
		lines = append(lines, page.Gutter+style.Render(line))
	}
	return lines
}

// answer draws a text field.
func answer(th *tui.Theme, f *kit.Field) string {
	return page.Gutter + th.Lamp.Render(th.Glyphs.Cursor) + " " + f.Draw(th)
}

// note is a screen with a single text.
type note struct{ title, text string }

func (n note) Init() tea.Cmd { return nil }

func (n note) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	if press, ok := msg.(tea.KeyPressMsg); ok && key.Matches(press, bindings.dismiss) {
		return n, tui.Ask(tui.Pop{})
	}
	return n, nil
}

func (n note) View(w, h int, th *tui.Theme) []string {
	p := page.Page{Title: n.title}
	return p.Draw(th, w, h, page.Note(th.Text, p.Body(w, h).W, n.text))
}

func (n note) ShortHelp() []key.Binding { return []key.Binding{bindings.dismiss} }

func (n note) FullHelp() [][]key.Binding { return nil }
