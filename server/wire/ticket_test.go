package wire

import (
	"context"
	"testing"
	"time"

	"noir/matchmaking"
)

// counter counts the answers to ready checks.
type counter struct {
	matchmaking.Place
	ready int
}

func (c *counter) Ready(context.Context) error {
	c.ready++
	return nil
}

// TestEachCheckIsAnsweredOnce: other people's answers are no reason for another one.
func TestEachCheckIsAnsweredOnce(t *testing.T) {
	var place counter
	k := ticket{place: &place, again: make(chan time.Time)}
	until := time.Now()
	for _, c := range []struct {
		found, answers int
		answered       bool
		until          time.Time
	}{
		{0, 0, false, time.Time{}},
		{3, 1, false, until},
		{3, 1, false, until}, // another one has answered
		{3, 1, true, until},
		{0, 1, false, time.Time{}}, // somebody has not
		{3, 2, false, until.Add(time.Second)},
	} {
		w := matchmaking.Waiting{Found: c.found, Answered: c.answered, Until: c.until}
		if err := k.wait(t.Context(), w); err != nil || place.ready != c.answers {
			t.Errorf("after %+v it has answered %d times: %v", w, place.ready, err)
		}
	}
}
