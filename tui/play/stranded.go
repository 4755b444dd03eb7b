package play

import (
	"errors"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/wording"
)

// stranded is what the viewer sees and may do while a table cannot be shown, or not yet.
type stranded struct{ *sight }

func (s stranded) press(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, s.wayOut()):
		return tui.Ask(tui.Pop{})
	case s.canReplay() && key.Matches(msg, keys.replay):
		return tui.Ask(tui.Replace{Screen: s.session.Routes.Replay(s.session, s.match)})
	}
	return nil
}

// help lists the keys that do something now.
func (s stranded) help() []key.Binding {
	if s.canReplay() {
		return []key.Binding{keys.replay, s.wayOut()}
	}
	return []key.Binding{s.wayOut()}
}

// wayOut leaves; enter does too, once it is known that the table cannot be shown.
func (s stranded) wayOut() key.Binding {
	if s.ended != nil {
		return keys.away
	}
	return keys.back
}

// canReplay reports whether the game can be replayed now: it is over, or the table has closed, as
// that of a finished game does.
func (s stranded) canReplay() bool {
	return s.mode != replaying && (s.gameOver() || s.board == nil && s.ended != nil)
}

// draw says why there is no table.
func (s stranded) draw(th *tui.Theme, w, h int) []string {
	text, style := th.Words("Taking your seat."), th.Smoke
	if s.mode == replaying {
		text = th.Words("Fetching the game.")
	}
	switch {
	case errors.Is(s.ended, matchmaking.ErrNoTable): // a table that never existed is in no list
		text, style = th.Words("That game is over, and its table has been cleared."), th.Text
	case s.ended != nil:
		text, style = wording.Sorry(th.Reader, nil, s.ended), th.Text
	}
	lines := make([]string, max(0, h/2-1))
	for _, line := range kit.Wrap(text, w-4) {
		lines = append(lines, style.Render(kit.Center(line, w)))
	}
	return lines
}
