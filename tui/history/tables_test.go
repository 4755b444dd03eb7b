package history_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"noir/data"
	"noir/matchmaking"
	"noir/tui/history"
	"noir/tui/tuitest"
)

func TestTables(t *testing.T) {
	t.Parallel()
	tuitest.Screens(t, "tables", func(t *testing.T, w, h int) string {
		house, marlowe := town(t)
		house.Seated(marlowe, house.Player("archer"))
		s := session(house, house.Guest("guest-1234"))
		term := start(t, s, history.Tables(s), w, h)
		return term.WaitFor("marlowe", "archer 1500")
	})
}

// TestTablesFollow: a new table appears while the list is shown, not only after it was covered. The cursor stays
// on its table, and is seen where it is.
func TestTablesFollow(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s := session(house, house.Guest("guest-1234"))
		term := start(t, s, history.Tables(s), 80, 24)
		term.WaitFor("Nothing to watch right now")
		house.Seated(house.Player("marlowe"), house.Player("spade"))
		term.WaitFor("marlowe", "spade", "1 table")
		term.Press("enter")
		term.WaitFor("watching")
		vera := house.Player("vera")
		house.Played(time.Now(), vera, house.Player("joe")) // so hers comes first
		house.Seated(vera, house.Player("archer"))
		term.Press("esc")
		term.WaitFor("2 tables", "  vera", "▸ marlowe")
		term.Press("up")
		term.WaitFor("▸ vera", "  marlowe")
		term.Press("down")
		term.WaitFor("  vera", "▸ marlowe")
	})
}

// counting is a broker that counts how often the running tables are asked for.
type counting struct {
	matchmaking.Broker
	asked atomic.Int64
}

func (c *counting) Live(ctx context.Context, viewer data.PlayerID) ([]matchmaking.Listing, error) {
	c.asked.Add(1)
	return c.Broker.Live(ctx, viewer)
}

// TestTablesRestWhileCovered: nobody asks for a list that is not shown.
func TestTablesRestWhileCovered(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		house.Seated(house.Player("marlowe"), house.Player("spade"))
		s := session(house, house.Guest("guest-1234"))
		all := &counting{Broker: s.Broker}
		s.Broker = all
		term := start(t, s, history.Tables(s), 80, 24)
		term.WaitFor("1 table")
		term.Press("enter")
		term.WaitFor("watching")
		before := all.asked.Load()
		time.Sleep(time.Minute) // of the bubble's clock
		if n := all.asked.Load() - before; n > 1 {
			t.Errorf("asked %d times while nobody saw it", n)
		}
		term.Press("esc")
		term.WaitFor("1 table")
	})
}
