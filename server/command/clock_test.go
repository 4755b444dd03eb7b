package command

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"

	"noir/data/review"
)

// TestTimeLeft is told in the two largest units that a person needs.
func TestTimeLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := new(Call)
		for left, want := range map[time.Duration]string{
			25*time.Hour + 90*time.Second: "25 h 1 min", time.Hour: "1 h 0 min", time.Hour - 1: "59 min", time.Minute: "1 min",
			time.Minute - 1: "59 s", 0: "0 s", -time.Hour: "0 s",
		} {
			if got := timeLeft(c, time.Now().Add(left)); got != want {
				t.Errorf("of %v: %q, not %q", left, got, want)
			}
		}
		if got := timeLeft(c, time.Time{}); got != "" {
			t.Errorf("of a clock that stands: %q", got)
		}
	})
}

// TestWaitingForAReview is told every other second: first how many are before it, then how far it has come.
func TestWaitingForAReview(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var said bytes.Buffer
		w := &patience{to: &Call{Err: &said}}
		for _, p := range []review.Progress{{Before: 2}, {Before: 1}, {Before: 1}, {Done: 1, Of: 9}, {Done: 2, Of: 9}} {
			w.tell(p)
			time.Sleep(time.Second)
		}
		if want := "games to be reviewed before this one: 2\ngames to be reviewed before this one: 1\n2 of 9 moves looked at\n"; said.String() != want {
			t.Errorf("it is told %q", said.String())
		}
	})
}
