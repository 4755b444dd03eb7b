package play

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/tui"
	"noir/tui/kit"
)

// clocks updates the visible clocks, and rings.
type clocks struct {
	*sight
	ticking bool          // a tick is on its way
	tolled  time.Duration // left of the viewer's time when the bell last rang
}

// tick is for a tick that has come.
func (c *clocks) tick() tea.Cmd {
	c.ticking = false
	return tea.Batch(c.run(), c.toll())
}

// nearlyOver is when the clock begins to tick aloud.
const nearlyOver = 10 * time.Second

// toll rings once a second while little of the viewer's time is left, for viewers who want that.
func (c *clocks) toll() tea.Cmd {
	s, f := c.session, c.frame
	if !s.Settings.Ticking || s.Settings.Silent || !asked(f) || !f.Clocks[f.Seat].Running {
		return nil
	}
	move, bank := f.Clocks[f.Seat].Left(s.Now())
	left := (move + bank).Round(time.Second)
	if left > nearlyOver || left == c.tolled {
		return nil
	}
	c.tolled = left
	return tea.Raw("\a")
}

// run requests a tick for when a visible clock shows another time.
func (c *clocks) run() tea.Cmd {
	if c.ticking || c.hidden || c.gameOver() || c.ended != nil {
		return nil
	}
	wait, now := time.Duration(0), c.session.Now()
	for _, clock := range c.frame.Clocks {
		if !clock.Running {
			continue
		}
		if lasts := kit.Lasts(clock.Left(now)); lasts > 0 && (wait == 0 || lasts < wait) {
			wait = lasts
		}
	}
	if wait == 0 {
		return nil
	}
	c.ticking = true
	return tui.TickAfter(wait)
}
