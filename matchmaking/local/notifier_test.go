package local_test

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/local"
)

// told is an event that the notifier got for a player.
type told struct {
	player data.PlayerID
	matchmaking.Event
}

// gazette records events. If open is not nil, it blocks until open is closed.
type gazette struct {
	open chan struct{}
	mu   sync.Mutex
	all  []told
}

func (g *gazette) Told(p data.PlayerID, e matchmaking.Event) {
	if g.open != nil {
		<-g.open
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.all = append(g.all, told{p, e})
}

// news returns what a player was told since the last call, and forgets all other players'
// events.
func (g *gazette) news(p data.PlayerID) (news []matchmaking.News) {
	synctest.Wait()
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, t := range g.all {
		if t.player == p {
			news = append(news, t.News)
		}
	}
	return news
}

// clear forgets everything.
func (g *gazette) clear() {
	synctest.Wait()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.all = nil
}

func openHouseWith(t testing.TB, dir string, notifier matchmaking.Notifier) *house {
	t.Helper()
	return openHouseOf(t, dir, plainStore, local.Config{Games: games, Notifier: notifier})
}

// inToldHouse opens a house with a gazette as its notifier, in a bubble of its own.
func inToldHouse(t *testing.T, f func(*testing.T, *house, *gazette)) {
	t.Helper()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		paper := &gazette{}
		h := openHouseWith(t, dir, paper)
		defer h.close()
		f(t, h, paper)
	})
}

// TestACallThatCannotBeIsNotHeard: a player with a live game cannot call another to a table.
func TestACallThatCannotBeIsNotHeard(t *testing.T) {
	inToldHouse(t, func(t *testing.T, h *house, paper *gazette) {
		a, b := h.player("marlowe"), h.player("spade")
		h.pair(a, h.player("vera"))
		call := matchmaking.Ticket{Player: a, Terms: matchmaking.Terms{Game: game}, Host: true, To: b}
		if _, err := h.Queue(t.Context(), call); !errors.Is(err, matchmaking.ErrSeated) {
			t.Errorf("a call from a table: %v", err)
		}
		if news := paper.news(b.ID); len(news) != 0 {
			t.Errorf("spade is told %q", news)
		}
		if all, err := h.store.Letters(t.Context(), b.ID); err != nil || len(all) != 0 {
			t.Errorf("spade has letters %+v, %v", all, err)
		}
	})
}

// TestCallsToATableHaveTheRateOfChallenges: a host calls a player, leaves and calls again.
func TestCallsToATableHaveTheRateOfChallenges(t *testing.T) {
	inToldHouse(t, func(t *testing.T, h *house, paper *gazette) {
		a, b := h.player("marlowe"), h.player("spade")
		made := 0
		for range 50 {
			call := matchmaking.Ticket{Player: a, Terms: matchmaking.Terms{Game: game}, Host: true, To: b}
			place, err := h.Queue(h.coming(a, "192.0.2.1"), call)
			if err == nil {
				made++
				place.Leave()
				synctest.Wait()
			} else if !errors.As(err, new(*quota.Refused)) {
				t.Fatal(err)
			}
		}
		if news := paper.news(b.ID); made != 3 || len(news) != 1 {
			t.Errorf("%d calls, told %q", made, news)
		}
	})
}

// TestWhatIsToldOfADayGame: each of its players gets what concerns them, once.
func TestWhatIsToldOfADayGame(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		paper := &gazette{}
		h := openHouseWith(t, dir, paper)
		a, b := h.player("marlowe"), h.player("spade")
		id := h.apart(a, b)
		expect := func(when string, p data.Player, want ...matchmaking.News) {
			t.Helper()
			if got := paper.news(p.ID); !slices.Equal(got, want) {
				t.Errorf("%s %s is told %q, not %q", when, p.Name, got, want)
			}
		}
		if got := paper.news(0); !slices.Equal(got, []matchmaking.News{matchmaking.Seeking, matchmaking.Withdrawn}) {
			t.Errorf("all are told %q", got)
		}
		seats := h.atTable(id, a, b)
		asked, waits := mover(seats)
		first, second := a, b
		if name := asked.last.Seats[asked.last.Seat].Name; name == b.Name {
			first, second = b, a
		}
		expect("at the start", first, matchmaking.YourMove)
		expect("at the start", second, matchmaking.Begun)
		paper.clear()
		waits.Leave()
		asked.move(0)
		expect("after a move", first)
		expect("after a move", second, matchmaking.YourMove)
		event := paper.all[0].Event
		if event.Match != id || event.Ply != 1 || event.Here || !slices.Equal(event.Others, []string{first.Name}) || !event.Deadline.Equal(time.Now().Add(day)) {
			t.Errorf("told %+v", event)
		}
		h.close()
		paper.clear()
		h = openHouseWith(t, dir, paper) // earlier events are not repeated
		defer h.close()
		expect("after a restart", second)
		seats = h.atTable(id, a, b)
		if err := seats[0].Resign(t.Context()); err != nil {
			t.Fatal(err)
		}
		expect("at the end", first, matchmaking.Over)
		expect("at the end", second, matchmaking.Over)
		won := 0
		for _, e := range paper.all {
			if e.Won {
				won++
			}
		}
		if won != 1 {
			t.Errorf("%d have won", won)
		}
	})
}

// TestAVictoryMayBeShared: its players are not told that they alone have won.
func TestAVictoryMayBeShared(t *testing.T) {
	for _, c := range []struct {
		reason               string
		winners              []engine.Seat
		won, shared, aborted bool
	}{
		{"points", []engine.Seat{0}, true, false, false},
		{"points", []engine.Seat{1}, false, false, false},
		{"shared", []engine.Seat{0, 1}, false, true, false},
		{engine.Aborted, []engine.Seat{}, false, false, true},
	} {
		var e matchmaking.Event
		e.End(engine.Result{Reason: c.reason, Winners: c.winners}, 0)
		if e.Won != c.won || e.Shared != c.shared || e.Aborted != c.aborted {
			t.Errorf("%s, %v: %+v", c.reason, c.winners, e)
		}
	}
}

// TestWhatIsToldOfChallenges, and of players in the queue: not again each time that they come.
func TestWhatIsToldOfChallenges(t *testing.T) {
	inToldHouse(t, func(t *testing.T, h *house, paper *gazette) {
		a, b := h.player("marlowe"), h.player("spade")
		if _, err := h.Challenge(t.Context(), data.Challenge{From: a, To: b, Game: game}); err != nil {
			t.Fatal(err)
		}
		if got := paper.news(b.ID); !slices.Equal(got, []matchmaking.News{matchmaking.Challenged}) {
			t.Errorf("spade is told %q", got)
		}
		paper.clear()
		for range 3 {
			h.queue(ticket(a)).Leave()
		}
		if got := paper.news(0); !slices.Equal(got, []matchmaking.News{matchmaking.Seeking}) {
			t.Errorf("all are told %q", got)
		}
	})
}

// TestWhoListensIsCalledOnce, while they listen and play no live game.
func TestWhoListensIsCalledOnce(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		var calls, others atomic.Int32
		listen := func() (stop func()) { return h.Called(b.ID, func(data.Challenge) { calls.Add(1) }) }
		call := func(what string, want int32) {
			t.Helper()
			made, err := h.Challenge(t.Context(), data.Challenge{From: a, To: b, Game: game})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := h.Withdraw(t.Context(), a.ID, made.Left.ID); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			if n := calls.Swap(0); n != want {
				t.Errorf("%s: %d calls, not %d", what, n, want)
			}
			time.Sleep(time.Hour)
		}
		defer h.Called(a.ID, func(data.Challenge) { others.Add(1) })()
		listen()
		listen()
		call("two listen", 2)
		call("they have been called", 0)
		listen()()
		call("one has stopped", 0)
		listen()
		h.pair(b, h.player("vera"))
		call("they play", 0)
		if n := others.Load(); n != 0 {
			t.Errorf("another one was called %d times", n)
		}
	})
}

// TestANotifierHoldsNobodyUp: games go on; events beyond the queue are lost and counted.
func TestANotifierHoldsNobodyUp(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		paper := &gazette{open: make(chan struct{})}
		h := openHouseWith(t, dir, paper)
		defer h.close()
		a, b := h.player("marlowe"), h.player("spade")
		for range 230 { // five events each
			id := h.apart(a, b)
			if err := h.sit(id, a).Resign(t.Context()); err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * time.Second)
		}
		lost := h.Totals().Untold
		close(paper.open)
		synctest.Wait()
		if n := len(paper.all); lost == 0 || n > 1025 {
			t.Errorf("%d were lost and %d told", lost, n)
		}
	})
}
