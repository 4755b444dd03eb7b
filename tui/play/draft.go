package play

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/data/language"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
)

// draft is something that is being written: what is said at the table, or why
// somebody is reported.
type draft struct {
	title string
	verb  string // what enter does, in English
	limit int    // characters
	above func(t *table) []string
	send  func(t *table, text string) tea.Cmd
	text  string
}

// newWords is what the viewer says in his own words.
func newWords(s *tui.Session) *draft {
	return &draft{
		title: s.Words("in your own words"), verb: language.Mark("say it"), limit: matchmaking.MaxText, above: (*table).spoken,
		send: func(t *table, text string) tea.Cmd {
			return t.do(func(ctx context.Context, c matchmaking.Chair) error { return c.Write(ctx, text) })
		},
	}
}

// spoken is what was said lately.
func (t *table) spoken() (lines []string) {
	for _, n := range t.frame.Notes {
		if n.Code == "said" {
			lines = append(lines, Notice(t.session.Language, t.frame, n))
		}
	}
	return lines
}

// mayWrite reports whether the viewer wants words of one's own, and there is somebody
// who might read them.
func (t *table) mayWrite() bool { return t.session.Settings.FreeText && len(t.people()) > 0 }

func (d *draft) press(t *table, name string) tea.Cmd {
	switch name {
	case "enter":
		t.over = nil
		if strings.TrimSpace(d.text) != "" {
			return d.send(t, d.text)
		}
	case "esc":
		t.over = nil
	case "backspace":
		_, size := utf8.DecodeLastRuneInString(d.text)
		d.text = d.text[:len(d.text)-size]
	case "ctrl+w", "ctrl+u":
		d.text = ""
	}
	return nil
}

// write adds what was typed or pasted.
func (d *draft) write(text string) {
	for _, r := range text {
		if unicode.IsPrint(r) && utf8.RuneCountInString(d.text) < d.limit {
			d.text += string(r)
		}
	}
}

const draftWidth = 60

func (d *draft) box(t *table, w, h int, th *tui.Theme) kit.Block {
	w = min(w, draftWidth)
	var lines []string
	if d.above != nil {
		for _, text := range d.above(t) {
			for _, line := range kit.Wrap(data.Clean(text, len(text)), w-4) {
				lines = append(lines, th.Smoke.Render(line))
			}
		}
	}
	for _, line := range kit.Wrap(d.text+"_", w-4) {
		lines = append(lines, th.Lamp.Render(line))
	}
	return kit.Panel(th, w, d.title, lines[max(0, len(lines)-max(1, h-2)):]...)
}

func (d *draft) help() []key.Binding {
	return []key.Binding{tui.Bind("enter", d.verb, "enter"), tui.Bind("esc", "leave it", "esc")}
}
