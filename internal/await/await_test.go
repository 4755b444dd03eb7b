package await_test

import (
	"fmt"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"noir/internal/await"
)

// TestOneLimit: a bubble's clock runs ahead, and outside no test takes as long as its limit.
func TestOneLimit(t *testing.T) {
	if limit := await.Limit(); limit > time.Minute {
		t.Errorf("%v outside of a bubble", limit)
	}
	synctest.Test(t, func(t *testing.T) {
		if limit := await.Limit(); limit < 24*time.Hour {
			t.Errorf("%v in a bubble", limit)
		}
		came := make(chan int)
		go func() { time.Sleep(24 * time.Hour); came <- 7 }()
		if n := await.One(t, came, "number"); n != 7 {
			t.Errorf("%d has come", n)
		}
	})
}

// heard is a test that notes how it fails, and goes on.
type heard struct {
	testing.TB
	said string
}

func (h *heard) Helper() {}

func (h *heard) Fatalf(format string, args ...any) {
	h.said = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// TestUntil: it looks until it is so, or its limit is over, and says what it waited for.
func TestUntil(t *testing.T) {
	for lasts, want := range map[time.Duration]string{0: "", time.Hour: "", 72 * time.Hour: "waited in vain until it is late"} {
		synctest.Test(t, func(t *testing.T) {
			h, from := &heard{TB: t}, time.Now()
			over := make(chan struct{})
			go func() {
				defer close(over)
				await.Until(h, "it is late", func() bool { return time.Since(from) >= lasts })
			}()
			if <-over; h.said != want {
				t.Errorf("of what is so after %v it says %q", lasts, h.said)
			}
		})
	}
}
