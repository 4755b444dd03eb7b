package thinking_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"noir/engine"
	"noir/matchmaking"
	"noir/matchmaking/thinking"
)

// deep thinks for as long as it may.
type deep struct{}

func (deep) Choose(ctx context.Context, _ engine.Sight) (json.RawMessage, error) {
	ponder(ctx)
	return json.RawMessage(`1`), nil
}

func ponder(ctx context.Context) {
	for ctx.Err() == nil {
		time.Sleep(100 * time.Millisecond)
	}
}

// TestAThoughtGivesWayToOthers: a house player has all of its time while nobody waits but its own asker, and a second
// once another asker waits; other thoughts are never cut short.
func TestAThoughtGivesWayToOthers(t *testing.T) {
	t.Parallel()
	const lent = "lent" // what this asker has done is no house player's move
	for _, c := range []struct {
		name   string
		askers []string // one after the other, a moment apart
		ends   []time.Duration
		late   uint64
	}{
		{"alone", []string{"a"}, []time.Duration{3 * time.Second}, 0},
		{"another waits", []string{"a", "b"}, []time.Duration{time.Second, 3 * time.Second}, 0},
		{"two others wait", []string{"a", "b", "c"}, []time.Duration{time.Second, 2 * time.Second, 3 * time.Second}, 0},
		{"the same asker waits", []string{"a", "a"}, []time.Duration{3 * time.Second, 3 * time.Second}, 1},
		{"a review is under way", []string{lent, "b"}, []time.Duration{3 * time.Second, 3 * time.Second}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				pool := thinking.New(1, slog.New(slog.DiscardHandler))
				defer pool.Close()
				within, cancel := context.WithTimeout(t.Context(), 3*time.Second)
				defer cancel()
				began, ends := time.Now(), make([]time.Duration, len(c.askers))
				var all sync.WaitGroup
				for i, asker := range c.askers {
					all.Go(func() {
						var err error
						if asker == lent {
							err = pool.Lend(t.Context(), asker, func(ctx context.Context) {
								for ctx.Err() == nil && within.Err() == nil {
									time.Sleep(100 * time.Millisecond)
								}
							})
						} else {
							_, err = pool.Choose(t.Context(), within, asker, deep{}, engine.Sight{})
						}
						if err != nil {
							t.Errorf("%s: %v", asker, err)
						}
						ends[i] = time.Since(began).Round(time.Second)
					})
					synctest.Wait()
				}
				all.Wait()
				if late := pool.Figures().Late; !slices.Equal(ends, c.ends) || late != c.late {
					t.Errorf("they ended after %v, %d without time", ends, late)
				}
			})
		})
	}
}

// held keeps a thread of a pool for an asker until it is let go.
func held(t *testing.T, pool *thinking.Pool, asker string, all *sync.WaitGroup, began func()) (let func()) {
	t.Helper()
	free := make(chan struct{})
	all.Go(func() {
		err := pool.Lend(t.Context(), asker, func(context.Context) {
			began()
			<-free
		})
		if err != nil {
			t.Errorf("%s: %v", asker, err)
		}
	})
	synctest.Wait()
	return sync.OnceFunc(func() {
		close(free)
		synctest.Wait()
	})
}

// TestTurns: the next is the asker with the fewest thoughts under way, and of those the one that has waited longest. One
// that gives up loses no other's turn, not even its own asker's.
func TestTurns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		pool := thinking.New(2, slog.New(slog.DiscardHandler))
		defer pool.Close()
		var all sync.WaitGroup
		var order []string
		ask := func(asker, name string) func() {
			return held(t, pool, asker, &all, func() { order = append(order, name) })
		}
		gives := func(asker string) (up func()) {
			ctx, cancel := context.WithCancel(t.Context())
			all.Go(func() {
				if err := pool.Lend(ctx, asker, func(context.Context) { t.Error("it was given up") }); err != context.Canceled {
					t.Errorf("gave up: %v", err)
				}
			})
			synctest.Wait()
			return func() { cancel(); synctest.Wait() }
		}
		a1, a2 := ask("a", "a1"), ask("a", "a2")
		a3 := ask("a", "a3")
		b1, b2 := ask("b", "b1"), ask("b", "b2")
		upC, c1 := gives("c"), ask("c", "c1")
		upD := gives("d")
		if f := pool.Figures(); f.Thinking != 2 || f.Waiting != 6 {
			t.Errorf("busy: %+v", f)
		}
		upC()
		upD()
		a1() // a has another one under way, b and c none: b has waited longer
		b1() // b has none again but had the last turn
		c1()
		a2()
		for _, let := range []func(){a3, b2} {
			let()
		}
		all.Wait()
		if want := []string{"a1", "a2", "b1", "c1", "b2", "a3"}; !slices.Equal(order, want) {
			t.Errorf("in the order %v, not %v", order, want)
		}
		if f := pool.Figures(); f != (thinking.Figures{}) {
			t.Errorf("in the end %+v", f)
		}
	})
}

// broken panics when it is to choose.
type broken struct{}

func (broken) Choose(context.Context, engine.Sight) (json.RawMessage, error) { panic("no idea") }

// wrong cannot choose.
type wrong struct{}

func (wrong) Choose(context.Context, engine.Sight) (json.RawMessage, error) {
	return json.RawMessage(`2`), errWrong
}

var errWrong = errors.New("wrong")

// TestWhatGoesWrong: a panic is the asker's error, and the thread goes on; so is the error of the player, of the
// asker's context, and of a closed pool.
func TestWhatGoesWrong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		pool := thinking.New(1, slog.New(slog.DiscardHandler))
		choose := func(who engine.Player) (json.RawMessage, error) {
			return pool.Choose(t.Context(), t.Context(), "a", who, engine.Sight{})
		}
		if move, err := choose(broken{}); !errors.Is(err, thinking.ErrPanicked) || !strings.Contains(err.Error(), "no idea") || move != nil {
			t.Errorf("a panic: %s, %v", move, err)
		}
		if _, err := choose(wrong{}); !errors.Is(err, errWrong) {
			t.Errorf("an error: %v", err)
		}
		if f := pool.Figures(); f != (thinking.Figures{Panics: 1}) {
			t.Errorf("figures %+v", f)
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if err := pool.Lend(gone, "a", func(context.Context) { t.Error("done for nobody") }); err != context.Canceled {
			t.Errorf("nobody asks: %v", err)
		}
		var all sync.WaitGroup
		let := held(t, pool, "a", &all, func() {})
		all.Go(func() {
			if err := pool.Lend(t.Context(), "b", func(context.Context) { t.Error("done after the close") }); !errors.Is(err, matchmaking.ErrDraining) {
				t.Errorf("closed: %v", err)
			}
		})
		synctest.Wait()
		closed := false
		all.Go(func() {
			pool.Close()
			closed = true
		})
		synctest.Wait()
		if closed {
			t.Error("it does not wait for what is under way")
		}
		let()
		all.Wait()
		if err := pool.Lend(t.Context(), "a", func(context.Context) { t.Error("done by a closed pool") }); !errors.Is(err, matchmaking.ErrDraining) {
			t.Errorf("closed before: %v", err)
		}
	})
}
