package table

import (
	"context"
	"time"

	"noir/engine"
)

// helper is a house player at work at a table, in a seat of the house's own or in a
// person's (relief).
type helper struct {
	chair *chair
	quit  context.CancelFunc
	since time.Time
	over  bool // of a relief: its player has given an answer that is kept back, and the others do not know
}

// dismiss has a house player stop, whatever they are doing.
func (h *helper) dismiss() {
	h.chair.Leave()
	h.quit()
}

// helpers gives chairs of a table to house players, and owns those in the house's own
// seats.
type helpers struct {
	table *Table
	own   []*helper // by seat
}

// engage has a house player play a seat; nil when there is none.
func (all *helpers) engage(s engine.Seat, level string, relief bool) *helper {
	house := all.table.house
	c := &chair{viewer: viewer{table: all.table, seat: s, house: true, left: make(chan struct{})}, relief: relief}
	b, err := newBot(c, level)
	if err != nil {
		house.Log.Error("no house player", "level", level, "err", err)
		return nil
	}
	ctx, quit := context.WithCancel(house.Context)
	house.Go(func() {
		defer quit()
		b.run(ctx)
	})
	return &helper{chair: c, quit: quit, since: time.Now()}
}

// enlist has the house's own players come to their seats, if they are not there.
func (all *helpers) enlist() {
	for i, s := range all.table.game.seats {
		if s.house && all.own[i] == nil {
			all.own[i] = all.engage(engine.Seat(i), s.level, false)
		}
	}
}

// sendHome has the house's own players leave the table.
func (all *helpers) sendHome() {
	for i, h := range all.own {
		if h != nil {
			all.own[i] = nil
			h.dismiss()
		}
	}
}
