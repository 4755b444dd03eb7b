package tuitest

import (
	"testing"
	"testing/synctest"
)

// Bubble runs a test in a synctest bubble. A House must be opened in it, and everything that
// waits must end with the test.
func Bubble(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, test)
}
