package local_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// withTheHouse opens a table with house players, under a clock.
func (h *house) withTheHouse(p data.Player, g engine.Game, clock data.Clock) (data.MatchID, *guest) {
	h.t.Helper()
	info := g.Info()
	terms := matchmaking.Terms{Game: info.Name, Clock: clock, Seats: info.MinSeats}
	id := h.seatOf(h.queue(matchmaking.Ticket{Player: p, Terms: terms, Bot: info.Levels()[0]}))
	return id, h.sit(id, p)
}

// TestNoClockAgainstTheHouseAlone: the person may think without limit, also after a restart,
// and the house still answers within three seconds.
func TestNoClockAgainstTheHouseAlone(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openHouse(t, dir)
		id, me := h.withTheHouse(h.player("marlowe"), districtNoir, "")
		me.await(myTurn)
		unhurried := func(when string) {
			t.Helper()
			f := me.frame()
			for s, c := range f.Clocks {
				if c.Running || !c.Since.IsZero() || c.Asked != (engine.Seat(s) == f.Seat) {
					t.Errorf("%s the clock of seat %d is %+v", when, s, c)
				}
			}
			if f.Clock != (engine.Clock{}) || f.Turn == nil || f.End != nil {
				t.Errorf("%s %+v, %+v, %+v", when, f.Clock, f.Turn, f.End)
			}
		}
		unhurried("at first")
		time.Sleep(24 * time.Hour)
		unhurried("a day later")
		me.move(0)
		from := time.Now()
		me.await(myTurn)
		if took := time.Since(from); took > 3*time.Second {
			t.Errorf("the house answers after %v", took)
		}
		h.close()

		h = openHouse(t, dir)
		defer h.close()
		me = h.sit(id, h.player("marlowe"))
		time.Sleep(24 * time.Hour)
		unhurried("after a restart")
	})
}

// TestClocksThatCannotBeHad: they are refused.
func TestClocksThatCannotBeHad(t *testing.T) {
	h := openHouse(t, t.TempDir())
	defer h.close()
	p := h.player("marlowe")
	terms := matchmaking.Terms{Game: game, Clock: data.Double}
	day, rated, unknown := terms, terms, terms
	day.Pace, rated.Rated, rated.Clock, unknown.Clock = data.Day, true, data.NoClock, "x3"
	for name, ticket := range map[string]matchmaking.Ticket{
		"among strangers":     {Player: p, Terms: terms},
		"by the day":          {Player: p, Terms: day, Host: true},
		"none for a rating":   {Player: p, Terms: rated, Host: true},
		"an unknown one":      {Player: p, Terms: unknown, Host: true},
		"by the day, a bot":   {Player: p, Terms: day, Bot: "easy"},
		"an unknown, a bot's": {Player: p, Terms: unknown, Bot: "easy"},
	} {
		var bad *matchmaking.BadTerms
		if _, err := h.Queue(t.Context(), ticket); !errors.As(err, &bad) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
