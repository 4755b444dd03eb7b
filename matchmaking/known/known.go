// Package known caches values of the store that can change there at any time.
package known

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"noir/matchmaking"
)

// Reader is what values are read with in the background.
type Reader struct {
	Context context.Context        // ends the reading
	Go      func(work func()) bool // runs work in a goroutine; false once it no longer does
	Log     *slog.Logger
}

// Known is a cached value of the store. It is safe for concurrent use. The value must never
// change.
type Known[T any] struct {
	reader Reader
	what   string // for the log: what could not be read
	age    time.Duration
	look   func(context.Context) (T, error)

	newest atomic.Pointer[T]
	mu     sync.Mutex // held while it is read
	at     time.Time  // held during a read
}

// New returns a cache for the value that look reads. The value is read again when it is older
// than age. what names it in the log.
func New[T any](r Reader, what string, age time.Duration, look func(context.Context) (T, error)) *Known[T] {
	k := &Known[T]{reader: r, what: what, age: age, look: look}
	k.newest.Store(new(T))
	return k
}

// Value returns the value last read, or the zero value. It does not block.
func (k *Known[T]) Value() T { return *k.newest.Load() }

// Read reads the value again unless it is young enough. It blocks on the store.
// data.ErrUnavailable.
func (k *Known[T]) Read(ctx context.Context) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.stale() {
		return nil
	}
	return k.lookUp(ctx)
}

// Renew reads the value again. It blocks on the store. data.ErrUnavailable.
func (k *Known[T]) Renew(ctx context.Context) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.lookUp(ctx)
}

func (k *Known[T]) stale() bool { return k.at.IsZero() || time.Since(k.at) >= k.age }

func (k *Known[T]) lookUp(ctx context.Context) error {
	found, err := k.look(ctx)
	if err != nil {
		return matchmaking.Unavailable(err)
	}
	k.newest.Store(&found)
	k.at = time.Now()
	return nil
}

// Refresh reads the value again in the background unless it is young enough. If that fails, the
// old value stays. It does not block.
func (k *Known[T]) Refresh() {
	if !k.mu.TryLock() {
		return // another goroutine reads it
	}
	if !k.stale() {
		k.mu.Unlock()
		return
	}
	begun := k.reader.Go(func() {
		defer k.mu.Unlock()
		if err := k.lookUp(k.reader.Context); err != nil && k.reader.Context.Err() == nil {
			k.reader.Log.Warn(k.what+" cannot be read", "err", err)
		}
	})
	if !begun {
		k.mu.Unlock()
	}
}
