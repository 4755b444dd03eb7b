package matchmaking

import (
	"context"
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
func (t *table) engage(s engine.Seat, level string, relief bool) *helper {
	c := &chair{table: t, seat: s, house: true, relief: relief, left: make(chan struct{})}
	b, err := newBot(c, level)
	if err != nil {
		t.log().Error("no house player", "level", level, "err", err)
		return nil
	}
	ctx, quit := context.WithCancel(t.local.ctx)
	t.local.work.Go(func() {
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
func (t *table) enlist() {
	for i, s := range t.match.Seats {
		seat := engine.Seat(i)
		if s.Kind != data.Bot || t.helpers[seat] != nil || t.end != nil {
			continue
		}
		if h := t.engage(seat, s.Level, false); h != nil {
			t.helpers[seat] = h
		}
	}
}

// sendHome has the house's own players leave the table.
func (t *table) sendHome() {
	for s, h := range t.helpers {
		delete(t.helpers, s)
		h.dismiss()
	}
}

// ofTheHouse reports whether a seat is the house's own.
func (t *table) ofTheHouse(s engine.Seat) bool { return t.match.Seats[s].Kind == data.Bot }

// asker is in whose line the table's house players wait when they have to think: that of
// the first of its people.
func (t *table) asker() string {
	for i, p := range t.players {
		if p != 0 {
			return t.payers[i].Line()
		}
	}
	return string(t.match.ID)
}
