package play

import (
	"context"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
)

// menu asks what q is to mean. A line is chosen first and then confirmed.
type menu struct{ at int }

// choice is a line of the menu.
type choice struct{ key, title, meaning string }

// choices are the lines of the menu as the table stands.
func (t *table) choices() []choice {
	s := t.session
	lines := []choice{
		{"s", s.Words("stay"), s.Words("go on playing")},
		{"l", s.Words("leave the table"), s.Words("your seat stays, the clock goes on")},
		{"r", s.Words("resign"), s.Words("the game is lost")},
	}
	switch f := t.frame; {
	case f.Pace == data.Day:
	case slices.Contains(f.Slow, f.Seat):
		lines = append(lines, choice{"d", s.Words("a day a move"), s.Words("you have offered it")})
	case len(f.Slow) > 0:
		lines = append(lines, choice{"d", s.Words("agree to a day a move"), s.Words("the clock gives 24 h from then on")})
	default:
		lines = append(lines, choice{"d", s.Words("offer a day a move"), s.Words("once all agree: 24 h a move")})
	}
	switch {
	case t.frame.Private:
	case t.frame.Closed:
		lines = append(lines, choice{"w", s.Words("let others watch"), s.Words("the table is closed to them now")})
	default:
		lines = append(lines, choice{"w", s.Words("let nobody watch"), s.Words("who looks on is sent away")})
	}
	return lines
}

// menuWidth is as wide as the menu is where there is room.
const menuWidth = 41

func (m *menu) press(t *table, name string) tea.Cmd {
	choices := t.choices()
	switch name {
	case "up", "k":
		m.at = max(0, m.at-1)
	case "down", "j":
		m.at = min(len(choices)-1, m.at+1)
	case "enter":
		t.over = nil
		return t.choose(choices[min(m.at, len(choices)-1)].key)
	case "esc", "q":
		t.over = nil
	}
	for i, c := range choices {
		if c.key == name {
			m.at = i
		}
	}
	return nil
}

// choose does what a line of the menu says.
func (t *table) choose(name string) tea.Cmd {
	switch name {
	case "l":
		return tui.Ask(tui.Pop{})
	case "r":
		t.over = &surrender{}
	case "d":
		return t.do(func(ctx context.Context, c matchmaking.Chair) error { return c.Slow(ctx) })
	case "w":
		closed := !t.frame.Closed
		return t.do(func(ctx context.Context, c matchmaking.Chair) error { return c.Shut(ctx, closed) })
	}
	return nil
}

func (m *menu) box(t *table, w, h int, th *tui.Theme) kit.Block {
	choices := t.choices()
	var lines []kit.Block
	for i, c := range choices {
		mark, style, name := "  ", th.Text, c.key
		if i == m.at {
			mark, style, name = th.Glyphs.Cursor+" ", th.Lamp, "enter"
		}
		title, meaning := style.Render(mark+c.title), th.Smoke.Render("  "+c.meaning)
		line := kit.Lines(title, meaning)
		if h < 2*len(choices)+2 {
			line = kit.Lines(kit.Cut(title+meaning, min(w, menuWidth)-4))
		}
		lines = append(lines, line.Click(name))
	}
	return kit.Frame(th, min(w, menuWidth), th.Words("the table"), kit.Stack(lines...))
}

func (*menu) help() []key.Binding {
	return []key.Binding{
		tui.Bind("↑↓", "choose", "down"), tui.Bind("enter", "do it", "enter"), tui.Bind("esc", "stay", "esc"),
	}
}
