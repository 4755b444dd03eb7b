package play

import (
	"context"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
)

// surrender asks whether the viewer really resigns. Enter does not confirm: it is what led here,
// and a bouncing key must not lose a game.
type surrender struct{ *sight }

func (s surrender) press(msg tea.KeyPressMsg) (overlay, tea.Cmd) {
	switch {
	case key.Matches(msg, keys.resignNow):
		return nil, s.do(func(ctx context.Context, c matchmaking.Seat) error { return c.Resign(ctx) })
	case key.Matches(msg, keys.playOn):
		return nil, nil
	}
	return s, nil
}

func (s surrender) box(w, _ int, th *tui.Theme) kit.Block {
	w = min(w, menuWidth)
	cost := th.Words("You lose the game.")
	if s.frame.Rated {
		cost = th.Words("You lose the game, and rating points.")
	}
	var lines []kit.Block
	for _, line := range kit.Wrap(cost, w-4) {
		lines = append(lines, kit.Lines(th.Text.Render(line)))
	}
	lines = append(lines, kit.Lines(""))
	for _, answer := range s.help() {
		sign, does := answer.Help().Key, th.Words(answer.Help().Desc)
		lines = append(lines, kit.Lines(th.Lamp.Render(sign)+" "+th.Text.Render(does)).Click(answer.Keys()[0]))
	}
	return kit.Frame(th, w, th.Words("Resign?"), kit.Stack(lines...))
}

func (surrender) help() []key.Binding {
	return []key.Binding{keys.resignNow, keys.playOn}
}
