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
	"noir/tui/wording"
)

// draft is a text being typed: what to say at the table, or why to report somebody.
type draft struct {
	title string
	verb  string // what enter does, in English
	above func() []string
	send  func(text string) tea.Cmd
	text  kit.Field
}

// newWords is a draft of a text for the table.
func newWords(s *sight) *draft {
	return &draft{
		title: s.session.Words("in your own words"), verb: language.Mark("say it"), text: kit.NewFreeField(matchmaking.MaxText),
		above: func() []string { return spoken(s) },
		send: func(text string) tea.Cmd {
			return s.do(func(ctx context.Context, c matchmaking.Seat) error { return c.Write(ctx, text) })
		},
	}
}

// spoken is what was said recently.
func spoken(s *sight) (lines []string) {
	for _, n := range s.frame.Notes {
		if n.Code == "said" {
			lines = append(lines, wording.Notice(s.session.Language, s.frame, n))
		}
	}
	return lines
}

func (d *draft) press(msg tea.KeyPressMsg) (overlay, tea.Cmd) {
	d.text.Update(msg)
	switch {
	case key.Matches(msg, keys.enter):
		if text := d.text.Text(); strings.TrimSpace(text) != "" {
			return nil, d.send(text)
		}
		return nil, nil
	case key.Matches(msg, keys.leaveText):
		return nil, nil
	}
	return d, nil
}

const draftWidth = 60

func (d *draft) box(w, h int, th *tui.Theme) kit.Block {
	w = min(w, draftWidth)
	var lines []string
	for _, text := range d.above() {
		for _, line := range kit.Wrap(data.Clean(text, len(text)), w-4) {
			lines = append(lines, th.Smoke.Render(line))
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
