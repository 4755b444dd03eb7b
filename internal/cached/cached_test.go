package cached_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/internal/cached"
)

// reader returns a reader with a log.
func reader(t *testing.T, log *bytes.Buffer) cached.Reader {
	return cached.Reader{
		Context: t.Context(), Log: slog.New(slog.NewTextHandler(log, nil)),
		Go: func(work func()) bool { go work(); return true },
	}
}

// TestRefreshAfterTheEnd: nobody waits for a read when no more goroutines start.
func TestRefreshAfterTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := reader(t, new(bytes.Buffer))
		r.Go = func(func()) bool { return false }
		k := cached.New(r, "a number", time.Minute, func(context.Context) (int, error) { return 7, nil })
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		for range 2 {
			k.Refresh()
			if got, err := k.Read(ctx); got != 0 || !errors.Is(err, data.ErrUnavailable) || ctx.Err() != nil || k.Get() != 0 {
				t.Errorf("read %d and %d, %v", got, k.Get(), err)
			}
		}
	})
}

// TestRefreshReadsWhatIsOld: once, in the background, and it keeps the old value on failure. It does not try again at
// once, as Read does, and the log has the first failure in a row.
func TestRefreshReadsWhatIsOld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		looks, fails := 0, error(nil)
		k := cached.New(reader(t, &log), "a number", time.Minute, func(context.Context) (int, error) {
			looks++
			return looks, fails
		})
		look := func(want, after, lines int) {
			t.Helper()
			for range 100 {
				k.Refresh()
				synctest.Wait()
			}
			if got := k.Get(); got != want || looks != after || strings.Count(log.String(), "a number cannot be read") != lines {
				t.Errorf("the value is %d after %d looks, want %d after %d, and %d lines:\n%s", got, looks, want, after, lines, log.String())
			}
		}
		look(1, 1, 0)
		time.Sleep(time.Minute)
		look(2, 2, 0)
		fails = errors.New("no disk")
		time.Sleep(time.Minute)
		look(2, 3, 1)
		time.Sleep(time.Second)
		look(2, 4, 1)
		if got, err := k.Read(t.Context()); !errors.Is(err, data.ErrUnavailable) || looks != 5 {
			t.Errorf("Read returned %d, %v after %d looks", got, err, looks)
		}
		fails = nil
		if got, err := k.Read(t.Context()); got != 6 || err != nil {
			t.Errorf("Read returned %d, %v", got, err)
		}
		look(6, 6, 1)
		fails = errors.New("no disk again")
		time.Sleep(time.Minute)
		look(6, 7, 2)

		fails = data.ErrNotFound // is an answer
		k.Invalidate()
		if got, err := k.Read(t.Context()); err != data.ErrNotFound || looks != 8 {
			t.Errorf("Read returned %d, %v after %d looks", got, err, looks)
		}
	})
}

// TestAllShareOneRead of a store that hangs and then fails: all fail at once, but for anyone who has given up before. Anyone
// who comes after the value has changed waits for another read, and what the first one finds is not kept.
func TestAllShareOneRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const hangs = 5 * time.Second
		fails, began := errors.New("no answer"), time.Now()
		var looks, told atomic.Int32
		k := cached.New(reader(t, new(bytes.Buffer)), "a number", time.Minute, func(context.Context) (int, error) {
			found, fails := int(looks.Add(1)), fails
			time.Sleep(hangs)
			return found, fails
		})
		ask := func(patience time.Duration, told func(int, error)) {
			go func() {
				ctx, cancel := context.WithTimeout(t.Context(), patience)
				defer cancel()
				told(k.Read(ctx))
			}()
		}
		at := func(want time.Duration) func(int, error) {
			return func(got int, err error) {
				if after := time.Since(began); !errors.Is(err, data.ErrUnavailable) || after != want {
					t.Errorf("told %d, %v after %v; want an error after %v", got, err, after, want)
				}
			}
		}
		ask(time.Second, at(time.Second)) // the first to ask is the first to give up
		for range 100 {
			ask(time.Hour, at(hangs))
		}
		k.Refresh()
		time.Sleep(hangs)
		if synctest.Wait(); looks.Load() != 1 {
			t.Errorf("%d looks for all", looks.Load())
		}

		number := func(want int) func(int, error) {
			return func(got int, err error) {
				if told.Add(1); got != want || err != nil {
					t.Errorf("told %d, %v; want %d", got, err, want)
				}
			}
		}
		fails = nil
		ask(time.Hour, number(2))
		synctest.Wait()
		if k.Invalidate(); !k.Idle() {
			t.Error("a read that began before the value changed is waited for")
		}
		time.Sleep(time.Second)
		ask(time.Hour, number(3))
		synctest.Wait()
		if k.Idle() {
			t.Error("it is idle while it is read")
		}
		time.Sleep(hangs - time.Second)
		if synctest.Wait(); told.Load() != 1 || k.Get() != 0 {
			t.Errorf("what was read before the value changed is kept: %d, told %d", k.Get(), told.Load())
		}
		ask(time.Hour, number(3))
		time.Sleep(time.Second)
		if synctest.Wait(); told.Load() != 3 || k.Get() != 3 || looks.Load() != 3 || k.Idle() {
			t.Errorf("it is %d after %d looks, told %d", k.Get(), looks.Load(), told.Load())
		}
		if time.Sleep(time.Minute); !k.Idle() {
			t.Error("it is never too old")
		}
	})
}
