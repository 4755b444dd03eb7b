package local_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking/local"
	"noir/matchmaking/queue/queuetest"
)

// frail is a real store behind an unreliable connection.
type frail struct {
	data.Store
	takes       atomic.Int64 // run by each append
	opens       atomic.Int64 // run by each opening
	stops       atomic.Int64 // run when clocks are stored
	losesOpen   atomic.Bool  // the result of the next opening
	refusesOpen atomic.Bool  // openings fail
	losesAppend atomic.Bool  // the result of the next append
	refusesSlow atomic.Bool  // changes to day games fail
	blind       atomic.Bool  // reading matches fails

	refusesDiscard atomic.Bool // discarding fails
	losesDiscard   atomic.Bool // the result of the next discarding
}

var errCut = errors.New("the line to the disk was cut")

// over wraps the store of a house.
func (f *frail) over(s data.Store) data.Store { f.Store = s; return f }

func (f *frail) Slow(ctx context.Context, id data.MatchID) error {
	if f.refusesSlow.Load() {
		return errCut
	}
	return f.Store.Slow(ctx, id)
}

func (f *frail) Open(ctx context.Context, m data.Match, challenges ...string) (data.Match, error) {
	time.Sleep(time.Duration(f.opens.Load()))
	if f.refusesOpen.Load() {
		return data.Match{}, errCut
	}
	m, err := f.Store.Open(ctx, m, challenges...)
	if err == nil && f.losesOpen.CompareAndSwap(true, false) {
		return data.Match{}, errCut
	}
	return m, err
}

func (f *frail) Append(ctx context.Context, id data.MatchID, e ...data.Entry) error {
	time.Sleep(time.Duration(f.takes.Load()))
	err := f.Store.Append(ctx, id, e...)
	if err == nil && f.losesAppend.CompareAndSwap(true, false) {
		return errCut
	}
	return err
}

func (f *frail) Stop(ctx context.Context, at map[data.MatchID]time.Duration) error {
	time.Sleep(time.Duration(f.stops.Load()))
	return f.Store.Stop(ctx, at)
}

func (f *frail) Match(ctx context.Context, id data.MatchID) (data.Match, error) {
	if f.blind.Load() {
		return data.Match{}, errCut
	}
	return f.Store.Match(ctx, id)
}

func (f *frail) Discard(ctx context.Context, id data.MatchID) error {
	if f.refusesDiscard.Load() {
		return errCut
	}
	err := f.Store.Discard(ctx, id)
	if err == nil && f.losesDiscard.CompareAndSwap(true, false) {
		return errCut
	}
	return err
}

func openFrailHouse(t *testing.T, dir string) (*house, *frail) {
	f := new(frail)
	return openHouseOver(t, dir, f.over), f
}

// TestAnOpeningWithoutAnAnswer: a game that was stored has its players.
func TestAnOpeningWithoutAnAnswer(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h, store := openFrailHouse(t, dir)
		store.losesOpen.Store(true)
		_, seats := h.pair(h.player("marlowe"), h.player("spade"))
		if end := finish(t, seats); len(end.End.Changes) != 2 {
			t.Errorf("%+v", end.End)
		}
	})
}

// allotting is a frail store of one node, which notes for which nodes matches are opened.
type allotting struct {
	*frail
	owners []data.NodeID
}

func (s *allotting) Open(ctx context.Context, m data.Match, challenges ...string) (data.Match, error) {
	s.owners = append(s.owners, m.Owner)
	m.Owner = 0
	return s.frail.Open(ctx, m, challenges...)
}

// hosts are peers of which one is to run all new games; none is to be handed over.
type hosts struct {
	silent
	t *testing.T
}

func (hosts) Allot([]data.PlayerID) data.NodeID { return 7 }

func (h hosts) Give(data.NodeID, data.MatchID, []quota.Payer, func()) {
	h.t.Error("a game is handed over")
}

// TestAGameThatMayBeAnothers: one that could not be stored for another node is opened here, but not where it may have
// been stored.
func TestAGameThatMayBeAnothers(t *testing.T) {
	for stored, want := range map[bool][]data.NodeID{false: {7, 0}, true: {7}} {
		dir := t.TempDir()
		synctest.Test(t, func(t *testing.T) {
			store := &allotting{frail: new(frail)}
			h := openHouseOf(t, dir, func(s data.Store) data.Store { store.over(s); return store }, local.Config{Games: games, Peers: hosts{t: t}})
			defer h.close()
			h.lead()
			people := []*queuetest.Visitor{h.visit(ticket(h.player("marlowe"))), h.visit(ticket(h.player("spade")))}
			store.refusesOpen.Store(!stored)
			store.losesOpen.Store(stored)
			store.blind.Store(stored)
			for _, v := range people {
				v.Until(queuetest.Asked)
				v.Answer()
			}
			for _, v := range people {
				if err := v.Refused(); !errors.Is(err, data.ErrUnavailable) {
					t.Errorf("%s is told %v", v.Player.Name, err)
				}
			}
			if !slices.Equal(store.owners, want) {
				t.Errorf("stored %t: it was opened for %v, want %v", stored, store.owners, want)
			}
		})
	}
}

func TestTotals(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h, store := openFrailHouse(t, dir)
		defer h.close()
		_, seats := h.pair(h.player("marlowe"), h.player("spade"))
		asked, waits := mover(seats)
		store.takes.Store(int64(time.Second))
		asked.move(0)
		store.losesAppend.Store(true)
		waits.move(0)
		if err := asked.Resign(t.Context()); err != nil {
			t.Fatal(err)
		}
		n := h.Totals()
		if n.Moves != 2 || n.Finished["resigned"] != 1 || n.Failed != 1 {
			t.Errorf("%+v", n)
		}
		registry := prometheus.NewRegistry()
		registry.MustRegister(h.Figures()...)
		families, err := registry.Gather()
		if err != nil || len(families) != 2 {
			t.Fatal(families, err)
		}
		waited, writes := families[0].GetMetric()[0].GetHistogram(), families[1].GetMetric()[0].GetHistogram() // by name
		if waited.GetSampleCount() != 2 {
			t.Errorf("%s: %v", families[0].GetName(), waited)
		}
		if writes.GetSampleCount() != 4 || writes.GetSampleSum() != 2 { // an opening, two moves, an end
			t.Errorf("%s: %v", families[1].GetName(), writes)
		}
		for _, b := range writes.GetBucket() {
			want := uint64(4)
			if b.GetUpperBound() < 1 {
				want = 2
			}
			if b.GetCumulativeCount() != want {
				t.Errorf("%d writes took %v s or less, not %d", b.GetCumulativeCount(), b.GetUpperBound(), want)
			}
		}
	})
}
