package table

import (
	"context"
	"time"

	"noir/engine"
)

// helper is a house player at work at a table, in a house seat or in a person's (relief).
type helper struct {
	chair *chair
	quit  context.CancelFunc
	since time.Time
	over  bool // of a substitute: its player has given an answer that is kept back, which the others must not notice
}

// dismiss stops a house player, whatever they are doing.
func (h *helper) dismiss() {
	h.chair.Leave()
	h.quit()
}

// helpers seats house players, and owns those in house seats.
type helpers struct {
	table *Table
	own   []*helper // by seat
}

// engage has a house player play a seat; nil without one.
func (all *helpers) engage(s engine.Seat, level string, relief bool) *helper {
	services := all.table.services
	c := &chair{viewer: newViewer(all.table, s, true), relief: relief}
	b, err := newBot(c, level)
	if err != nil {
		services.Log.Error("no house player", "level", level, "err", err)
		return nil
	}
	ctx, quit := context.WithCancel(services.Context)
	services.Go(func() {
		defer quit()
		b.run(ctx)
	})
	return &helper{chair: c, quit: quit, since: time.Now()}
}

// enlist seats the house players that are not there yet.
func (all *helpers) enlist() {
	for i, s := range all.table.game.seats {
		if s.house && all.own[i] == nil {
			all.own[i] = all.engage(engine.Seat(i), s.level, false)
		}
	}
}

// sendHome has the house players leave the table.
func (all *helpers) sendHome() {
	for i, h := range all.own {
		if h != nil {
			all.own[i] = nil
			h.dismiss()
		}
	}
}
