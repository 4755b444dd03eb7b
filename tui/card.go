package tui

import (
	"math"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/internal/language"
	"noir/tui/width"
)

// How the card appears: it slides in, and ignores keys for so long that those meant for the screen
// below have arrived.
const (
	slideSteps = 4
	slideStep  = 50 * time.Millisecond
	deaf       = 700 * time.Millisecond // in all
)

// card is the ready check: the overlay that asks whether the player is there when a table has been
// found.
type card struct {
	session *Session
	pursuit *pursuit
	abandon func() tea.Cmd // ends the search
	step    int            // of the slide; beyond the last one when keys count
}

// cardMoved is the tick of a card.
type cardMoved struct{ *card }

// tick waits for the next step and, when the card is in place, for the next second.
func (c *card) tick() tea.Cmd {
	wait := slideStep
	switch {
	case c.step > slideSteps:
		wait = time.Second
	case c.step == slideSteps:
		wait = deaf - slideSteps*slideStep
	}
	return After(wait, cardMoved{c})
}

// on goes on to the next step.
func (c *card) on() tea.Cmd {
	c.step = min(c.step+1, slideSteps+1)
	return c.tick()
}

// hears reports whether keys count.
func (c *card) hears() bool { return c.step > slideSteps }

func (c *card) press(msg tea.KeyPressMsg) (stays bool, cmd tea.Cmd) {
	switch {
	case !c.hears():
	case key.Matches(msg, keys.ready) && !c.pursuit.Waiting.Answered:
		return true, c.pursuit.answer
	case key.Matches(msg, keys.decline):
		return false, c.abandon()
	}
	return true, nil
}

// title says who is there.
func (c *card) title() string {
	switch found := c.pursuit.Waiting.Found; {
	case c.pursuit.Waiting.Answered:
		return c.session.Words("waiting for the others")
	case c.pursuit.Ticket.Private():
		return c.session.Words("the table is set")
	case found == 2:
		return c.session.Words("a stranger is here")
	case 2 < found && found < len(gathered):
		return c.session.Words(gathered[found])
	default:
		return c.session.Words("a table of %d is here", found)
	}
}

// gathered says how large a table for more than two is.
var gathered = [...]string{
	3: language.Mark("a table of three is here"), 4: language.Mark("a table of four is here"),
	5: language.Mark("a table of five is here"), 6: language.Mark("a table of six is here"),
}

// slide is the column of the card on its way to x from beyond the right edge.
func (c *card) slide(x, w int) int {
	left := slideSteps - min(c.step, slideSteps)
	if c.session.Settings.Still {
		left = 0
	}
	return x + (w-x)*left/slideSteps
}

func (c *card) box(w, _ int, th *Theme) []string {
	cells := min(w-4, 46)
	lines := append([]string{"", th.Bright.Render(th.Sign(c.what()))}, beside(c.standing(th), ", ", cells-4)...)
	if c.pursuit.Waiting.Public {
		lines = append(lines, th.Smoke.Render(th.Words("Anybody may watch.")))
	}
	if c.pursuit.house {
		for _, line := range width.Wrap(th.Words("Your game with the house is dropped then."), cells-4) {
			lines = append(lines, th.Smoke.Render(line))
		}
	}
	lines = append(append(lines, ""), beside(c.choice(th), "   ", cells-4)...)
	return frame(th, c.title(), lines, cells, th.Lamp)
}

// what names the game and what it is played for.
func (c *card) what() string {
	search := &c.pursuit.Search
	rated, stake := search.Ticket.Rated, c.session.Words("casual")
	if search.Ticket.Private() {
		rated = search.Waiting.Rated
	}
	if rated {
		stake = c.session.Words("rated")
	}
	if search.Ticket.Game == "" { // a code was typed
		return stake
	}
	return c.session.Title(search.Ticket.Game) + " · " + stake
}

// standing says how much time is left, and how many have answered.
func (c *card) standing(th *Theme) []string {
	waiting := c.pursuit.Waiting
	left := max(0, int(math.Ceil(waiting.Until.Sub(c.session.Now()).Seconds())))
	seconds := th.Bright
	if left <= lowSeconds {
		seconds = th.Danger
	}
	return []string{
		seconds.Render(th.Words("%d s left", left)), th.Text.Render(th.Several(waiting.Ready, "%d of %d is there", "%d of %d are there", waiting.Found)),
	}
}

// lowSeconds is when the time left counts as short.
const lowSeconds = 5

// choice names the keys, once they count.
func (c *card) choice(th *Theme) []string {
	if !c.hears() {
		return []string{th.Smoke.Render(th.Words("a moment"))}
	}
	return choices(th, c.answers())
}

// beside puts parts side by side on one line, or below each other if they do not fit.
func beside(parts []string, between string, w int) []string {
	if line := strings.Join(parts, between); width.Of(line) <= w {
		return []string{line}
	}
	return parts
}

// answers are the possible answers.
func (c *card) answers() []key.Binding {
	if c.pursuit.Waiting.Answered {
		return []key.Binding{keys.decline}
	}
	return []key.Binding{keys.ready, keys.decline}
}

func (c *card) keys() []key.Binding {
	if !c.hears() {
		return nil
	}
	return c.answers()
}
