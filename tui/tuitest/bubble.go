package tuitest

import (
	"testing"
	"testing/synctest"
	"time"
)

// linger is longer than any tick that a screen may have asked for.
const linger = time.Hour

// Bubble runs a test in a synctest bubble, whose clock passes by itself when
// everybody waits. Ticks outlive the program that asked for them; here they run
// out before the bubble ends.
func Bubble(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		t.Cleanup(func() { time.Sleep(linger) }) // of the bubble's clock; the last of all
		test(t)
	})
}
