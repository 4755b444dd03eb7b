package play

import (
	"context"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
)

// surrender asks whether the viewer really gives the game up. Enter does not: it is
// what has led here, and a key that bounces must not lose a game.
type surrender struct{}

func (*surrender) press(t *table, name string) tea.Cmd {
	switch name {
	case "y":
		t.over = nil
		return t.do(func(ctx context.Context, c matchmaking.Chair) error { return c.Resign(ctx) })
	case "n", "esc", "q":
		t.over = nil
	}
	return nil
}

func (*surrender) box(t *table, w, _ int, th *tui.Theme) kit.Block {
	w = min(w, menuWidth)
	cost := th.Words("The game is lost then.")
	if t.frame.Rated {
		cost = th.Words("The game is lost then, and it costs rating.")
	}
	var lines []kit.Block
	for _, line := range kit.Wrap(cost, w-4) {
		lines = append(lines, kit.Lines(th.Text.Render(line)))
	}
	lines = append(lines, kit.Lines(""))
	for _, c := range []choice{{key: "y", title: th.Words("resign")}, {key: "n", title: th.Words("play on")}} {
		lines = append(lines, kit.Lines(th.Lamp.Render(c.key)+" "+th.Text.Render(c.title)).Click(c.key))
	}
	return kit.Frame(th, w, th.Words("Resign?"), kit.Stack(lines...))
}

func (*surrender) help() []key.Binding {
	return []key.Binding{tui.Bind("y", "resign", "y"), tui.Bind("n", "play on", "n", "esc")}
}
