package play

import (
	"context"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
)

// draft is something that is being written: what is said at the table, or why
// somebody is reported.
type draft struct {
	title string
	verb  string // what enter does, in English
	above func(t *table) []string
	send  func(t *table, text string) tea.Cmd
	text  kit.Field
}

// newWords is what the viewer says in their own words.
func newWords(s *tui.Session) *draft {
	return &draft{
		title: s.Words("in your own words"), verb: language.Mark("say it"), text: kit.NewFreeField("", matchmaking.MaxText), above: (*table).spoken,
		send: func(t *table, text string) tea.Cmd {
			return t.do(func(ctx context.Context, c matchmaking.Seat) error { return c.Write(ctx, text) })
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

func (d *draft) press(t *table, msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, keys.enter):
		t.over = nil
		if text := d.text.Text(); strings.TrimSpace(text) != "" {
			return d.send(t, text)
		}
	case key.Matches(msg, keys.leaveText):
		t.over = nil
	}
	return nil
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
	for _, line := range kit.Wrap(d.text.Plain(), w-4) {
		lines = append(lines, th.Lamp.Render(line))
	}
	return kit.Panel(th, w, d.title, lines[max(0, len(lines)-max(1, h-2)):]...)
}

func (d *draft) help() []key.Binding {
	return []key.Binding{tui.Says(keys.enter, d.verb), keys.leaveText}
}
