package local_test

import (
	"context"
	"errors"
	"net/netip"
	"testing"
	"testing/synctest"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking"
)

// as is a context in which a player pays.
func as(ctx context.Context, p data.Player) context.Context {
	return quota.With(ctx, quota.Payer{Address: netip.MustParseAddr("192.0.2.1"), ID: quota.Player(int64(p.ID))})
}

// TestCallsToATableHaveTheSameRate: a host who calls somebody, leaves and calls again.
func TestCallsToATableHaveTheSameRate(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		paper := &gazette{}
		h := openHouseWith(t, dir, paper)
		defer h.close()
		a, b := h.player("marlowe"), h.player("spade")
		made := 0
		for range 50 {
			call := matchmaking.Ticket{Player: a, Terms: matchmaking.Terms{Game: game}, Host: true, To: b}
			place, err := h.Queue(as(t.Context(), a), call)
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
