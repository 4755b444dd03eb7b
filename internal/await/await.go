// Package await waits in tests, with a limit.
package await

import (
	"testing"
	"time"
)

// Limit is how long a test waits for something that must happen: a minute, or two days in a
// synctest bubble, where the clocks of games may have to run out first and time costs nothing.
func Limit() time.Duration {
	if time.Now().Year() == 2000 { // where the time of a bubble begins
		return 48 * time.Hour
	}
	return time.Minute
}

// One returns the next value of a channel, or the zero value when it is closed. If neither happens
// in time, the test fails and says what it waited for.
func One[T any](t testing.TB, c <-chan T, what string) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(Limit()):
		t.Fatalf("waited in vain for this: %s", what)
		panic("unreachable")
	}
}

// Until polls until a condition holds that no channel reports. It looks often at first, and less often the longer it
// has waited. If the condition does not hold in time, the test fails and says what it waited for.
func Until(t testing.TB, what string, so func() bool) {
	t.Helper()
	for from := time.Now(); !so(); time.Sleep(max(time.Millisecond, time.Since(from)/16)) {
		if time.Since(from) > Limit() {
			t.Fatalf("waited in vain until %s", what)
		}
	}
}
