package play

import (
	"context"
	"fmt"
	"strconv"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
)

// overlay lies over the table and has all keys while it is there.
type overlay interface {
	press(t *table, key string) tea.Cmd
	// box draws it; a click on a place in it is a press of the key of that name.
	box(t *table, w, h int, th *tui.Theme) kit.Block
	help() []key.Binding
}

// placed is where an overlay was last drawn.
type placed struct {
	kit.Block
	x, y int
}

func (t *table) clickOverlay(msg tea.MouseClickMsg) tea.Cmd {
	if name, ok := t.overAt.At(msg.X-t.overAt.x, msg.Y-t.overAt.y); ok {
		return t.over.press(t, name)
	}
	t.over = nil
	return nil
}

// sayMenu offers the phrases.
type sayMenu struct{}

func (*sayMenu) press(t *table, name string) tea.Cmd {
	t.over = nil
	n, err := strconv.Atoi(name)
	if err != nil || n < 1 || n > len(matchmaking.Phrases) {
		return nil
	}
	phrase := matchmaking.Phrases[n-1]
	return t.do(func(ctx context.Context, c matchmaking.Chair) error { return c.Say(ctx, phrase) })
}

func (*sayMenu) box(_ *table, w, _ int, th *tui.Theme) kit.Block {
	lines := make([]kit.Block, len(matchmaking.Phrases))
	for i, code := range matchmaking.Phrases {
		digit := fmt.Sprint(i + 1)
		lines[i] = kit.Lines(th.Lamp.Render(digit) + " " + th.Text.Render(Phrase(code))).Click(digit)
	}
	return kit.Frame(th, min(w, 28), "say", kit.Stack(lines...))
}

func (*sayMenu) help() []key.Binding {
	return []key.Binding{tui.Bind("1–9", "say", "1"), tui.Bind("esc", "say nothing", "esc")}
}

// leaveMenu asks what q is to mean. A line is chosen first and then confirmed.
type leaveMenu struct{ at int }

// leaveChoices are the lines of the menu.
var leaveChoices = [...]struct{ key, title, meaning string }{
	{"s", "stay", "go on playing"},
	{"l", "leave the table", "your seat stays, your clock runs on"},
	{"r", "resign", "the game is lost"},
}

func (m *leaveMenu) press(t *table, name string) tea.Cmd {
	switch name {
	case "up", "k":
		m.at = max(0, m.at-1)
	case "down", "j":
		m.at = min(len(leaveChoices)-1, m.at+1)
	case "enter":
		t.over = nil
		return m.choose(t)
	case "esc", "q":
		t.over = nil
	}
	for i, c := range leaveChoices {
		if c.key == name {
			m.at = i
		}
	}
	return nil
}

func (m *leaveMenu) choose(t *table) tea.Cmd {
	switch leaveChoices[m.at].key {
	case "l":
		return tui.Ask(tui.Pop{})
	case "r":
		return t.do(func(ctx context.Context, c matchmaking.Chair) error { return c.Resign(ctx) })
	}
	return nil
}

func (m *leaveMenu) box(_ *table, w, _ int, th *tui.Theme) kit.Block {
	var lines []kit.Block
	for i, c := range leaveChoices {
		mark, style, name := "  ", th.Text, c.key
		if i == m.at {
			mark, style, name = th.Glyphs.Cursor+" ", th.Lamp, "enter"
		}
		lines = append(lines, kit.Stack(
			kit.Lines(style.Render(mark+c.title)),
			kit.Lines(th.Smoke.Render("  "+c.meaning)),
		).Click(name))
	}
	return kit.Frame(th, min(w, 41), "the table", kit.Stack(lines...))
}

func (*leaveMenu) help() []key.Binding {
	return []key.Binding{
		tui.Bind("↑↓", "choose", "down"), tui.Bind("enter", "do it", "enter"), tui.Bind("esc", "stay", "esc"),
	}
}
