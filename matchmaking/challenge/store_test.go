package challenge_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/queue"
	"noir/matchmaking/queue/queuetest"
	"noir/matchmaking/seating"
)

// slow is a store that takes its time with the challenges of one player.
type slow struct {
	data.Store
	of   data.PlayerID
	goes chan struct{}
}

func (s *slow) Challenge(ctx context.Context, c data.Challenge) (data.Challenge, error) {
	if c.From.ID == s.of {
		<-s.goes
	}
	return s.Store.Challenge(ctx, c)
}

// TestNobodyWaitsForAnothersChallenge: while the store takes its time with one.
func TestNobodyWaitsForAnothersChallenge(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b, c := h.player("marlowe"), h.player("spade"), h.player("vera")
		store := &slow{h.store, a.ID, make(chan struct{})}
		board := h.over(t.Context(), store)
		var left sync.WaitGroup
		left.Go(func() {
			if _, err := board.Offer(t.Context(), data.Challenge{From: a, To: c, Game: game}); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait()
		offered, err := board.Offer(t.Context(), data.Challenge{From: b, Game: game})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := board.Accept(t.Context(), c, offered.Left.ID); err != nil || got.Match == "" {
			t.Errorf("%+v, %v", got, err)
		}
		close(store.goes)
		left.Wait()
	})
}

// TestAChallengeLeftTwice: one that a player leaves twice at the same moment is stored once and paid for once, and
// both who wait for it are led to the table.
func TestAChallengeLeftTwice(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		store := &slow{h.store, a.ID, make(chan struct{})}
		board := h.over(t.Context(), store)
		var left sync.WaitGroup
		var visits [3]*queuetest.Visitor
		for i := range visits {
			left.Go(func() {
				place := queue.NewPlace(nil, matchmaking.Ticket{Player: a, To: b, Terms: matchmaking.Terms{Game: game, Pace: data.Day}}, seating.AccountOf(a.ID))
				if err := board.Seek(h.as(a), place); err != nil {
					t.Error(err)
				}
				visits[i] = queuetest.Visit(t, a, place)
			})
		}
		synctest.Wait()
		close(store.goes)
		left.Wait()
		now, err := board.Shown(t.Context(), b.ID)
		if err != nil || len(now) != 1 {
			t.Fatalf("%+v, %v", now, err)
		}
		more := 0 // of three an hour
		for ; ; more++ {
			made, err := board.Offer(h.as(a), data.Challenge{From: a, To: b, Game: game, Rated: true})
			if errors.As(err, new(*quota.Refused)) {
				break
			}
			if err == nil {
				_, err = board.Withdraw(t.Context(), a.ID, made.Left.ID)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if more != 2 {
			t.Errorf("%d more can be left", more)
		}
		got, err := board.Accept(t.Context(), b, now[0].ID)
		if err != nil || got.Match == "" {
			t.Fatalf("%+v, %v", got, err)
		}
		for _, v := range visits {
			if w := v.Until(queuetest.Seated); w.Match != got.Match {
				t.Errorf("one is led to %q, not to %q", w.Match, got.Match)
			}
		}
	})
}

// crossing is a store in whose way something comes once, after a challenge has been stored.
type crossing struct {
	data.Store
	stored func(data.Challenge)
}

func (s *crossing) Challenge(ctx context.Context, c data.Challenge) (data.Challenge, error) {
	c, err := s.Store.Challenge(ctx, c)
	if now := s.stored; now != nil && err == nil {
		s.stored = nil
		time.Sleep(2 * time.Second) // until others see it
		now(c)
	}
	return c, err
}

// TestAChallengeThatIsGoneAtOnce: its maker is led to the table if somebody has taken it in the moment in which it was
// stored, and told that it is gone if it was withdrawn.
func TestAChallengeThatIsGoneAtOnce(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		store := &crossing{Store: h.store}
		board := h.over(t.Context(), store)
		var dealt matchmaking.Acceptance
		store.stored = func(c data.Challenge) {
			var err error
			if dealt, err = board.Accept(t.Context(), b, c.ID); err != nil || dealt.Match == "" {
				t.Errorf("%+v, %v", dealt, err)
			}
		}
		if got, err := board.Offer(t.Context(), data.Challenge{From: a, Game: game}); err != nil || got.Match != dealt.Match {
			t.Errorf("it was taken, and its maker is told %+v, %v", got, err)
		}
		store.stored = func(c data.Challenge) {
			if _, err := board.Withdraw(t.Context(), a.ID, c.ID); err != nil {
				t.Error(err)
			}
		}
		if got, err := board.Offer(t.Context(), data.Challenge{From: a, Game: game}); !errors.Is(err, matchmaking.ErrNoChallenge) {
			t.Errorf("it was withdrawn, and its maker is told %+v, %v", got, err)
		}
	})
}

// TestAStoreThatCannotBeRead: every question is answered with the error, and nothing has changed afterwards.
func TestAStoreThatCannotBeRead(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		left := h.offer(data.Challenge{From: a, Game: game}).Left.ID
		time.Sleep(time.Hour) // what was read is out of date
		h.down.Store(true)
		for what, ask := range map[string]func() (any, error){
			"offering": func() (any, error) { return h.Offer(t.Context(), data.Challenge{From: b, Game: game, Rated: true}) },
			"looking":  func() (any, error) { return h.Shown(t.Context(), b.ID) },
			"taking":   func() (any, error) { return h.Accept(t.Context(), b, left) },
			"leaving":  func() (any, error) { return h.Withdraw(t.Context(), a.ID, left) },
			"clearing": func() (any, error) { return nil, h.Clear(t.Context()) },
		} {
			if got, err := ask(); !errors.Is(err, data.ErrUnavailable) {
				t.Errorf("%s: %+v, %v", what, got, err)
			}
		}
		h.down.Store(false)
		if shown, err := h.Shown(t.Context(), b.ID); err != nil || len(shown) != 1 || shown[0].ID != left || len(h.tables) > 0 {
			t.Errorf("afterwards %+v (%v), and %d tables", shown, err, len(h.tables))
		}
	})
}

// TestAStoreThatFailsOnceAChallengeIsLeft: it stands, and its recipient is told of it.
func TestAStoreThatFailsOnceAChallengeIsLeft(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		store := &crossing{Store: frail{h.store, &h.down}, stored: func(data.Challenge) { h.down.Store(true) }}
		got, err := h.over(t.Context(), store).Offer(t.Context(), data.Challenge{From: a, To: b, Game: game})
		if err != nil || got.Left.ID == "" || len(h.news(b.ID)) != 1 {
			t.Errorf("%+v, %v; told %q", got, err, h.news(b.ID))
		}
	})
}

// shelved is a store whose challenges are read only once that may be.
type shelved struct {
	data.Store
	may   chan struct{}
	looks atomic.Int32
}

func (s *shelved) Challenges(ctx context.Context) ([]data.Challenge, error) {
	s.looks.Add(1)
	select {
	case <-s.may:
		return s.Store.Challenges(ctx)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// TestOneLooksForAll: the challenges are read once for all who want them meanwhile. Anyone who gives up waits no longer,
// also the first one.
func TestOneLooksForAll(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		left := h.offer(data.Challenge{From: a, Game: game}).Left.ID
		store := &shelved{Store: h.store, may: make(chan struct{})}
		board := h.over(t.Context(), store)
		var looking sync.WaitGroup
		look := func(gives bool) (up context.CancelFunc) {
			ctx, up := context.WithCancel(t.Context())
			looking.Go(func() {
				shown, err := board.Shown(ctx, b.ID)
				if gives && !errors.Is(err, data.ErrUnavailable) || !gives && (err != nil || len(shown) != 1 || shown[0].ID != left) {
					t.Errorf("who gives up (%t) is told %+v, %v", gives, shown, err)
				}
			})
			synctest.Wait()
			return up
		}
		looks, waits, stays, too := look(true), look(true), look(false), look(false)
		defer stays()
		defer too()
		waits()
		looks()
		synctest.Wait()
		if n := store.looks.Load(); n != 1 {
			t.Errorf("%d looks for four", n)
		}
		close(store.may)
		looking.Wait()
	})
}

// TestWhoGivesUpTheirTurn to leave a challenge, while the store takes its time with another of theirs, waits no longer.
func TestWhoGivesUpTheirTurn(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a := h.player("marlowe")
		store := &slow{h.store, a.ID, make(chan struct{})}
		board := h.over(t.Context(), store)
		var left sync.WaitGroup
		left.Go(func() {
			if _, err := board.Offer(t.Context(), data.Challenge{From: a, Game: game}); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait()
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		if _, err := board.Offer(ctx, data.Challenge{From: a, Game: large}); !errors.Is(err, data.ErrUnavailable) {
			t.Errorf("told %v", err)
		}
		close(store.goes)
		left.Wait()
		if open := h.list(a); len(open) != 1 {
			t.Errorf("left %+v", open)
		}
	})
}
