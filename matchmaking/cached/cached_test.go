package cached_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/matchmaking/cached"
)

// TestRefreshAfterTheEnd: the value is readable when no more goroutines start.
func TestRefreshAfterTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := cached.New(cached.Reader{
			Context: t.Context(), Log: slog.New(slog.DiscardHandler),
			Go: func(func()) bool { return false },
		}, "a number", time.Minute, func(context.Context) (int, error) { return 7, nil })
		k.Refresh()
		if got := k.Get(); got != 0 {
			t.Errorf("%d was read though nothing runs any more", got)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		read := make(chan error, 1)
		go func() { read <- k.Read(ctx) }()
		synctest.Wait()
		select {
		case err := <-read:
			if got := k.Get(); err != nil || got != 7 {
				t.Errorf("read %d, %v; want 7", got, err)
			}
		default:
			t.Fatal("Read waits for a Refresh that never began")
		}
	})
}

// TestRefreshReadsWhatIsOld: once, in the background, and it keeps the old value on failure.
func TestRefreshReadsWhatIsOld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reads, fails := 0, false
		k := cached.New(cached.Reader{
			Context: t.Context(), Log: slog.New(slog.DiscardHandler),
			Go: func(work func()) bool { go work(); return true },
		}, "a number", time.Minute, func(context.Context) (int, error) {
			if fails {
				return 0, errors.New("no disk")
			}
			reads++
			return reads, nil
		})
		look := func(want int) {
			t.Helper()
			k.Refresh()
			synctest.Wait()
			if got := k.Get(); got != want {
				t.Errorf("the value is %d, want %d", got, want)
			}
		}
		look(1)
		look(1)
		time.Sleep(time.Minute)
		look(2)
		fails = true
		time.Sleep(time.Minute)
		look(2)
		if err := k.Renew(t.Context()); !errors.Is(err, data.ErrUnavailable) {
			t.Errorf("Renew returned %v, want data.ErrUnavailable", err)
		}
	})
}
