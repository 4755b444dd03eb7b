package tui

import (
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/engine"
	"noir/matchmaking"
)

// How the card comes: it slides in, and it cannot be answered before a key that
// was meant for the screen underneath must have arrived.
const (
	slideSteps = 4
	slideStep  = 50 * time.Millisecond
	deaf       = 700 * time.Millisecond // in all
)

// card is the overlay that tells of a table.
type card struct {
	session *Session
	table   matchmaking.Listing
	private bool
	house   bool // a house game may have been put away for it
	step    int  // of the slide; one more when keys count
}

// cardMoved is the tick of a card.
type cardMoved struct{ *card }

// tick waits for the next step.
func (c *card) tick() tea.Cmd {
	wait := slideStep
	switch {
	case c.step > slideSteps:
		return nil
	case c.step == slideSteps:
		wait = deaf - slideSteps*slideStep
	}
	return c.session.After(wait, cardMoved{c})
}

func (r *root) moveCard(m cardMoved) tea.Cmd {
	m.step++
	r.stale = true
	return m.tick()
}

func (c *card) press(r *root, key string) tea.Cmd {
	if c.step <= slideSteps {
		return nil
	}
	switch key {
	case "enter":
		return r.sit(c.table.ID)
	case "esc":
		r.uncover()
		return r.say(Toast{Text: "Your seat is kept, but your clock runs. Home takes you to it."})
	}
	return nil
}

func (c *card) title() string {
	if c.private {
		return "the table is set"
	}
	return "a stranger is here"
}

// slide is where the card stands on its way to x from beyond the right edge.
func (c *card) slide(x, w int) int {
	left := slideSteps - min(c.step, slideSteps)
	return x + (w-x)*left/slideSteps
}

func (c *card) box(w, _ int, th *Theme) string {
	width := min(w-4, 46)
	lines := []string{""}
	for i, s := range c.table.Seats {
		if engine.Seat(i) != c.table.Seat {
			lines = append(lines, strings.TrimRight(th.Bright.Render(s.Name)+" "+th.Text.Render(Standing(s)), " "))
		}
	}
	stake := "casual"
	if c.table.Rated {
		stake = "rated"
	}
	lines = append(lines, th.Text.Render(c.session.Title(c.table.Game)+" "+th.Glyphs.Dot+" "+stake))
	if c.house {
		for _, line := range wrap("Your game against the house is put away.", width-4) {
			lines = append(lines, th.Smoke.Render(line))
		}
	}
	answer := th.Smoke.Render("enter sit down")
	if c.step > slideSteps {
		answer = th.Lamp.Render("enter") + th.Text.Render(" sit down")
	}
	return th.frame(c.title(), append(lines, "", answer), width, th.Lamp)
}

func (c *card) keys() []key.Binding {
	if c.step <= slideSteps {
		return nil
	}
	return []key.Binding{Bind("enter", "sit down", "enter"), Bind("esc", "not now", "esc")}
}
