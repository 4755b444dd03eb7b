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

// menu asks what q should do. A line is first chosen and then confirmed.
type menu struct {
	*sight
	at int
}

// choice is a line of the menu.
type choice struct {
	key     key.Binding // and its title
	meaning string
	do      func() (overlay, tea.Cmd)
}

// choices are the lines of the menu as the table stands.
func (m *menu) choices() []choice {
	s := m.session
	kept := s.Words("your seat is kept")
	if slices.ContainsFunc(m.frame.Clocks, timed) {
		kept = s.Words("your seat is kept, your clock runs")
	}
	lines := []choice{
		{keys.stay, s.Words("go on playing"), func() (overlay, tea.Cmd) { return nil, nil }},
		{keys.leave, kept, func() (overlay, tea.Cmd) { return nil, tui.Ask(tui.Pop{}) }},
		{keys.resign, s.Words("the game is lost"), func() (overlay, tea.Cmd) { return surrender{m.sight}, nil }},
	}
	switch f := m.frame; {
	case f.Pace == data.Day, m.patient():
	case slices.Contains(f.Slow, f.Seat):
		lines = append(lines, choice{tui.Says(keys.dayPace, "a day a move"), s.Words("you have offered it"), m.slow})
	case len(f.Slow) > 0:
		lines = append(lines, choice{tui.Says(keys.dayPace, "agree to a day a move"), s.Words("the clock gives 24 h from then on"), m.slow})
	default:
		lines = append(lines, choice{keys.dayPace, s.Words("once all agree: 24 h a move"), m.slow})
	}
	switch {
	case m.frame.Private:
	case m.frame.NoSpectators:
		lines = append(lines, choice{tui.Says(keys.spectators, "let others watch"), s.Words("the table is closed to them now"), m.spectators})
	default:
		lines = append(lines, choice{keys.spectators, s.Words("spectators are sent away"), m.spectators})
	}
	return lines
}

// patient reports whether the game waits for the viewer however long they take: nobody but the house plays with
// them, without a clock.
func (m *menu) patient() bool {
	person := func(s matchmaking.Seated) bool { return s.Kind != data.Bot }
	alone := slices.IndexFunc(m.frame.Seats, person) == int(m.frame.Seat) &&
		!slices.ContainsFunc(m.frame.Seats[m.frame.Seat+1:], person)
	return alone && !slices.ContainsFunc(m.frame.Clocks, timed)
}

// timed reports whether a seat has a clock.
func timed(c matchmaking.SeatClock) bool { return c.Running || c.Move > 0 || c.Bank > 0 }

// menuWidth is as wide as the menu is where there is room.
const menuWidth = 41

func (m *menu) press(msg tea.KeyPressMsg) (overlay, tea.Cmd) {
	choices := m.choices()
	switch {
	case key.Matches(msg, keys.up):
		m.at = max(0, m.at-1)
	case key.Matches(msg, keys.down):
		m.at = min(len(choices)-1, m.at+1)
	case key.Matches(msg, keys.enter):
		return choices[min(m.at, len(choices)-1)].do()
	case key.Matches(msg, keys.close):
		return nil, nil
	}
	for i, c := range choices {
		if key.Matches(msg, c.key) {
			m.at = i
		}
	}
	return m, nil
}

// slow offers to go on at a day a move, or agrees to it.
func (m *menu) slow() (overlay, tea.Cmd) {
	return nil, m.do(func(ctx context.Context, c matchmaking.Seat) error { return c.Slow(ctx) })
}

// spectators opens the table to them, or closes it.
func (m *menu) spectators() (overlay, tea.Cmd) {
	allow := m.frame.NoSpectators
	return nil, m.do(func(ctx context.Context, c matchmaking.Seat) error { return c.AllowSpectators(ctx, allow) })
}

func (m *menu) box(w, h int, th *tui.Theme) kit.Block {
	choices := m.choices()
	var lines []kit.Block
	for i, c := range choices {
		mark, style, press := "  ", th.Text, c.key
		if i == m.at {
			mark, style, press = th.Glyphs.Cursor+" ", th.Lamp, keys.enter
		}
		title, meaning := style.Render(mark+th.Words(c.key.Help().Desc)), th.Smoke.Render("  "+c.meaning)
		line := kit.Lines(title, meaning)
		if h < 2*len(choices)+2 {
			line = kit.Lines(kit.Cut(title+meaning, min(w, menuWidth)-4))
		}
		lines = append(lines, line.Click(press.Keys()[0]))
	}
	return kit.Frame(th, min(w, menuWidth), th.Words("the table"), kit.Stack(lines...))
}

func (*menu) help() []key.Binding {
	return []key.Binding{keys.choose, keys.enter, tui.Says(keys.close, "stay")}
}
