package tuitest

import (
	"testing"
	"testing/synctest"
)

// Bubble runs a test in a synctest bubble, whose clock passes by itself when
// everybody waits. A House is to be opened in it, and everything that waits is
// to end with the test.
func Bubble(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, test)
}
