package await_test

import (
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
