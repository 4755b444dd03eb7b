package matchmaking

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// known is something of the store that changes there by itself too, as it was a moment
// ago. It is safe for any number of goroutines. What it holds never changes.
type known[T any] struct {
	local *Local
	what  string // for the log: what cannot be read
	age   time.Duration
	look  func(context.Context) (T, error)

	newest atomic.Pointer[T]
	mu     sync.Mutex // held while it is read
	at     time.Time  // when it was read last
}

func newKnown[T any](l *Local, what string, age time.Duration, look func(context.Context) (T, error)) *known[T] {
	k := &known[T]{local: l, what: what, age: age, look: look}
	k.newest.Store(new(T))
	return k
}

// value is what was read last, the zero value before that. It does not block.
func (k *known[T]) value() T { return *k.newest.Load() }

// read looks it up again unless that was done a moment ago. It blocks on the store.
func (k *known[T]) read(ctx context.Context) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.stale() {
		return nil
	}
	return k.lookUp(ctx)
}

// renew looks it up again. It blocks on the store.
func (k *known[T]) renew(ctx context.Context) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.lookUp(ctx)
}

func (k *known[T]) stale() bool { return k.at.IsZero() || time.Since(k.at) >= k.age }

func (k *known[T]) lookUp(ctx context.Context) error {
	found, err := k.look(ctx)
	if err != nil {
		return unavailable(err)
	}
	k.newest.Store(&found)
	k.at = time.Now()
	return nil
}

// refresh looks it up again beside whatever goes on. When it cannot be read it stays as
// it was.
func (k *known[T]) refresh() {
	if !k.mu.TryLock() {
		return // it is being done
	}
	if !k.stale() {
		k.mu.Unlock()
		return
	}
	begun := k.local.work.Go(func() {
		defer k.mu.Unlock()
		if err := k.lookUp(k.local.ctx); err != nil && k.local.ctx.Err() == nil {
			k.local.log.Warn(k.what+" cannot be read", "err", err)
		}
	})
	if !begun { // the house is closed
		k.mu.Unlock()
	}
}
