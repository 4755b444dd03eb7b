// Package cached caches values of the store that can change there at any time.
package cached

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"noir/data"
)

// pause is how long Refresh waits after a read that has failed.
const pause = time.Second

// Reader is what values are read with.
type Reader struct {
	Context context.Context        // ends the reading
	Go      func(work func()) bool // runs work in a goroutine; false once it no longer does
	Log     *slog.Logger
}

// Value is a cached value of the store. All who want it at once share one read, which goes on when
// one of them gives up. It is safe for concurrent use. The value must never change.
type Value[T any] struct {
	reader Reader
	what   string // for the log: what could not be read
	age    time.Duration
	look   func(context.Context) (T, error)

	newest atomic.Pointer[T]

	mu     sync.Mutex
	at     time.Time // when the read of the newest one began; zero: it is out of date
	failed time.Time // when a read last failed; zero since one has succeeded
	under  *read[T]  // that is under way, unless it began before the value changed
}

// read is one look at the store.
type read[T any] struct {
	began time.Time
	done  chan struct{} // closed when found and err are set
	found T
	err   error
}

// New returns a cache for the value that look reads. The value is read again when it is older
// than age. what names it in the log, which has the first of several failures in a row.
func New[T any](r Reader, what string, age time.Duration, look func(context.Context) (T, error)) *Value[T] {
	v := &Value[T]{reader: r, what: what, age: age, look: look}
	v.newest.Store(new(T))
	return v
}

// Get returns the value last read, or the zero value. It does not block.
func (v *Value[T]) Get() T { return *v.newest.Load() }

// Read returns the value. It reads it again unless it is young enough, and then blocks on the store.
// data.ErrUnavailable, or data.ErrNotFound if that is what look finds.
func (v *Value[T]) Read(ctx context.Context) (found T, err error) {
	v.mu.Lock()
	if v.young() {
		defer v.mu.Unlock()
		return v.Get(), nil
	}
	r := v.join()
	v.mu.Unlock()
	select {
	case <-r.done:
		return r.found, r.err
	case <-ctx.Done():
		return found, data.Unavailable(ctx.Err())
	}
}

// Refresh reads the value again in the background unless it is young enough, or a read has just
// failed. If this one does, the old value stays. It does not block.
func (v *Value[T]) Refresh() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.young() && time.Since(v.failed) >= pause {
		v.join()
	}
}

// Invalidate has the value read again, by a read that begins from now on. It does not block.
func (v *Value[T]) Invalidate() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.at, v.under = time.Time{}, nil
}

// Idle reports whether the value is too old, and nobody reads it.
func (v *Value[T]) Idle() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.under == nil && !v.young()
}

// young reports whether the value need not be read again. The mutex must be held.
func (v *Value[T]) young() bool { return !v.at.IsZero() && time.Since(v.at) < v.age }

// join returns the read that is under way, or else begins one. The mutex must be held.
func (v *Value[T]) join() *read[T] {
	if v.under != nil {
		return v.under
	}
	r := &read[T]{began: time.Now(), done: make(chan struct{})}
	begun := v.reader.Go(func() {
		defer close(r.done)
		if r.found, r.err = v.look(v.reader.Context); r.err != nil && !errors.Is(r.err, data.ErrNotFound) {
			r.err = data.Unavailable(r.err)
		}
		if v.end(r) && v.reader.Context.Err() == nil {
			v.reader.Log.Warn(v.what+" cannot be read", "err", r.err)
		}
	})
	if !begun {
		r.err = data.Unavailable(context.Canceled)
		close(r.done)
		return r
	}
	v.under = r
	return r
}

// end notes what a read has found. It reports whether that is the first failure in a row.
func (v *Value[T]) end(r *read[T]) (fails bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.under != r {
		return false // the value has changed meanwhile
	}
	v.under = nil
	switch {
	case r.err == nil:
		v.newest.Store(&r.found)
		v.at, v.failed = r.began, time.Time{}
	case !errors.Is(r.err, data.ErrNotFound):
		fails = v.failed.IsZero()
		v.failed = time.Now()
	}
	return fails
}
