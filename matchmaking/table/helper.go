package table

import (
	"context"
	"slices"
	"time"

	"noir/data"
	"noir/engine"
)

// helper is a house player at work at a table, in a seat of the house's own or in a
// person's (relieve).
type helper struct {
	chair *chair
	quit  context.CancelFunc
	since time.Time
	over  bool // of a relief: its player has given an answer that is kept back, and the others do not know
}

// engage has a house player play a seat; nil when there is none.
func (t *Table) engage(s engine.Seat, level string, relief bool) *helper {
	c := &chair{viewer: viewer{table: t, seat: s, house: true, left: make(chan struct{})}, relief: relief}
	b, err := newBot(c, level)
	if err != nil {
		t.log().Error("no house player", "level", level, "err", err)
		return nil
	}
	ctx, quit := context.WithCancel(t.house.Context)
	t.house.Go(func() {
		defer quit()
		b.run(ctx)
	})
	return &helper{chair: c, quit: quit, since: time.Now()}
}

// dismiss has a house player stop, whatever they are doing.
func (h *helper) dismiss() {
	h.chair.Leave()
	h.quit()
}

// enlist has the house's own players come to its seats, if they are not there.
func (t *Table) enlist() {
	for i, s := range t.match.Seats {
		seat := engine.Seat(i)
		if s.Kind != data.Bot || t.seats[i].helper != nil || t.end != nil {
			continue
		}
		t.seats[i].helper = t.engage(seat, s.Level, false)
	}
}

// sendHome has the house's own players leave the table.
func (all seats) sendHome() {
	for _, s := range all {
		if h := s.helper; h != nil {
			s.helper = nil
			h.dismiss()
		}
	}
}

// houseAsked reports whether any of the prompts is for a house player.
func (all seats) houseAsked(prompts []engine.Prompt) bool {
	return slices.ContainsFunc(prompts, func(p engine.Prompt) bool { return all[p.Seat].house })
}
