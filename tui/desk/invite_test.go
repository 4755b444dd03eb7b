package desk_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"noir/app/service"
	"noir/data"
	"noir/tui/desk"
	"noir/tui/tuitest"
)

// counted is a keyring that counts how often it is looked at.
type counted struct {
	data.Keyring
	looks atomic.Int64
}

func (k *counted) Keys(ctx context.Context, id data.PlayerID) ([]data.Key, error) {
	k.looks.Add(1)
	return k.Keyring.Keys(ctx, id)
}

// TestOneCodeIsWatched: an old code is no longer polled once there is another.
func TestOneCodeIsWatched(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s, ring := session(house, house.Player("marlowe")), &counted{Keyring: house.Store}
		s.Keys = service.NewKeys(ring, "SHA256:marlowe", nil)
		term := start(t, s, desk.Keys(s), 80, 24)
		term.WaitFor("in use now")
		term.Press("a")
		watched := func() int64 {
			term.WaitFor("9:59 left")
			before := ring.looks.Load()
			time.Sleep(data.InvitationLasts)
			term.WaitFor("has expired")
			return ring.looks.Load() - before
		}
		first := watched()
		term.Press("a")
		if second := watched(); second > first+1 {
			t.Errorf("looked at %d times, and before %d times", second, first)
		}
	})
}
