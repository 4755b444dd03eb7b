// Package cached caches values of the store that can change there at any time.
package cached

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

// Value is a cached value of the store. It is safe for concurrent use. The value must never
// change.
type Value[T any] struct {
	reader Reader
	what   string // for the log: what could not be read
	age    time.Duration
	look   func(context.Context) (T, error)

	newest atomic.Pointer[T]
	mu     sync.Mutex // held during a read
	at     time.Time  // when it was last read
}

// New returns a cache for the value that look reads. The value is read again when it is older
// than age. what names it in the log.
func New[T any](r Reader, what string, age time.Duration, look func(context.Context) (T, error)) *Value[T] {
	v := &Value[T]{reader: r, what: what, age: age, look: look}
	v.newest.Store(new(T))
	return v
}

// Get returns the value last read, or the zero value. It does not block.
func (v *Value[T]) Get() T { return *v.newest.Load() }

// Read reads the value again unless it is young enough. It blocks on the store.
// data.ErrUnavailable.
func (v *Value[T]) Read(ctx context.Context) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.stale() {
		return nil
	}
	return v.lookUp(ctx)
}

// Renew reads the value again. It blocks on the store. data.ErrUnavailable.
func (v *Value[T]) Renew(ctx context.Context) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.lookUp(ctx)
}

func (v *Value[T]) stale() bool { return v.at.IsZero() || time.Since(v.at) >= v.age }

func (v *Value[T]) lookUp(ctx context.Context) error {
	found, err := v.look(ctx)
	if err != nil {
		return matchmaking.Unavailable(err)
	}
	v.newest.Store(&found)
	v.at = time.Now()
	return nil
}

// Refresh reads the value again in the background unless it is young enough. If that fails, the
// old value stays. It does not block.
func (v *Value[T]) Refresh() {
	if !v.mu.TryLock() {
		return // another goroutine reads it
	}
	if !v.stale() {
		v.mu.Unlock()
		return
	}
	begun := v.reader.Go(func() {
		defer v.mu.Unlock()
		if err := v.lookUp(v.reader.Context); err != nil && v.reader.Context.Err() == nil {
			v.reader.Log.Warn(v.what+" cannot be read", "err", err)
		}
	})
	if !begun {
		v.mu.Unlock()
	}
}
