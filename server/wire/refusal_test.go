package wire

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking"
)

// TestRefusalsFitTheirLines: for every kind of line, an error has the code that says what to do, and only a move is
// said not to have been made.
func TestRefusalsFitTheirLines(t *testing.T) {
	sentence := errors.New("you have too many of them")
	for kind := range kinds {
		for _, c := range []struct {
			err      error
			code     string
			expected bool
		}{
			{data.ErrUnavailable, "unavailable", true},
			{matchmaking.ErrDraining, "unavailable", true},
			{matchmaking.BadTermsf("a game of an event stays live"), "not_allowed", true},
			{matchmaking.ErrNoDay, "not_allowed", true},
			{quota.NewRefused(quota.DayGames, 3*time.Second, sentence), "rate_limited", true},
			{quota.NewRefused(quota.DayGames, 0, sentence), "rate_limited", true},
			{matchmaking.ErrTalkative, "rate_limited", true},
			{matchmaking.ErrNotYourTurn, "not_your_turn", true},
			{matchmaking.ErrRunning, "not_your_turn", true},
			{matchmaking.ErrOver, "not_your_turn", true},
			{matchmaking.ErrWatching, "not_your_turn", true},
			{errNoSeat, "not_your_turn", true},
			{errors.New("the disk is full"), "unavailable", false},
			{context.DeadlineExceeded, "unavailable", false},
		} {
			r, expected := newRefusal(fmt.Errorf("%w", c.err), line{Type: kind})
			if r.Code != c.code || expected != c.expected {
				t.Errorf("%s, %v: %+v, expected: %t", kind, c.err, r, expected)
			}
			if told := strings.Contains(r.Message, "the move"); told != (kind == "move" && c.err == data.ErrUnavailable) {
				t.Errorf("%s, %v: %q", kind, c.err, r.Message)
			}
			if strings.Contains(r.Message, "disk") {
				t.Errorf("a program reads of %q", r.Message)
			}
			if limit := (*quota.Refused)(nil); errors.As(c.err, &limit) && r.RetryMS != limit.Retry.Milliseconds() {
				t.Errorf("%v: %+v", c.err, r)
			}
		}
	}
}
