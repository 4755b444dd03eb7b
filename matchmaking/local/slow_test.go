package local_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/internal/quota"
	"noir/internal/quota/quotatest"
	"noir/matchmaking"
	"noir/matchmaking/local"
)

// slow has some guests offer to go on at a day a move.
func slow(t *testing.T, guests ...*guest) {
	t.Helper()
	for _, g := range guests {
		if err := g.Slow(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// TestALiveGameBecomesADayGame once both agree: it gets a day game's clocks, and its players
// may play another live game.
func TestALiveGameBecomesADayGame(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openHouse(t, dir)
		a, b := h.player("marlowe"), h.player("spade")
		id, seats := h.pair(a, b)
		for range 2 {
			asked, _ := mover(seats)
			asked.move(0)
		}
		asked, waits := mover(seats)
		time.Sleep(20 * time.Second)
		slow(t, asked, asked)
		if f := waits.frame(); f.Pace != data.Live || len(f.Slow) != 1 || newest(f).Code != "slow_offered" {
			t.Fatalf("after one has offered it: %s, %v, %+v", f.Pace, f.Slow, newest(f))
		}
		slow(t, waits)
		f := asked.frame()
		if f.Pace != data.Day || len(f.Slow) != 0 || newest(f).Code != "slowed" || f.Clock.Move != day || f.Clock.Bank != 0 {
			t.Fatalf("after both have: %s, %v, %+v, %+v", f.Pace, f.Slow, f.Clock, newest(f))
		}
		left := times(f)
		if left[f.Seat] != [2]time.Duration{day - 20*time.Second, 0} || left[1-f.Seat][1] != 0 {
			t.Errorf("left: %v", left)
		}
		var terms *matchmaking.BadTerms
		if err := asked.Slow(t.Context()); !errors.As(err, &terms) {
			t.Errorf("once more: %v", err)
		}
		_, _ = h.pair(a, h.player("vera"))

		time.Sleep(time.Hour)
		h.Drain(t.Context())
		before := times(asked.frame())
		h.close()
		h, seats = again(t, dir, id, a, b)
		defer h.close()
		asked, _ = mover(seats)
		if f := asked.frame(); f.Pace != data.Day || times(f) != before {
			t.Errorf("taken up again: %s, %v; it was %v", f.Pace, times(f), before)
		}
		asked.move(0)
	})
}

// TestADayGameThatIsNotStoredTakesNoPlace: the players may agree again.
func TestADayGameThatIsNotStoredTakesNoPlace(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		store := new(frail)
		h := openHouseOf(t, dir, store.over, local.Config{Games: games, Quota: quotatest.Ledger(t, map[quota.Good]string{quota.DayGames: "1"})})
		_, seats := h.pair(h.player("marlowe"), h.player("spade"))
		slow(t, seats[0])
		store.refusesSlow.Store(true)
		if err := seats[1].Slow(t.Context()); !errors.Is(err, data.ErrUnavailable) {
			t.Errorf("while nothing is stored: %v", err)
		}
		store.refusesSlow.Store(false)
		slow(t, seats[1])
		if f := seats[0].frame(); f.Pace != data.Day {
			t.Errorf("it is played at pace %s", f.Pace)
		}
	})
}

// TestADayGameIsNoTableAnyMore: a player who turns their table with the house into a day game
// may open another.
func TestADayGameIsNoTableAnyMore(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openHouseAt(t, dir, map[quota.Good]string{quota.Tables: "1"})
		a := h.player("marlowe")
		timed := houseTicket(a) // without a clock it would wait as it is
		timed.Clock = data.Double
		for range 2 {
			slow(t, h.sit(h.seatOf(h.queue(timed)), a))
		}
	})
}

// TestGamesThatStayLive: those with a guest, and those of a player with the maximum of day
// games.
func TestGamesThatStayLive(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openHouseAt(t, dir, map[quota.Good]string{quota.DayGames: "1"})
		var terms *matchmaking.BadTerms
		a, b := h.player("marlowe"), h.player("spade")
		h.apart(a, b)
		_, seats := h.pair(a, h.player("vera"))
		if err := seats[0].Slow(t.Context()); !errors.As(err, &terms) {
			t.Errorf("one too many: %v", err)
		}
		visitor := data.Player{ID: -5, Name: "guest-1234"}
		c := h.player("archer")
		one, other := h.queue(casual(c)), h.queue(casual(visitor))
		id := h.seatOf(one)
		h.seatOf(other)
		if err := h.sit(id, c).Slow(t.Context()); !errors.As(err, &terms) {
			t.Errorf("with a guest: %v", err)
		}
	})
}
