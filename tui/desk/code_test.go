package desk_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"noir/app/service"
	"noir/data"
	"noir/tui/desk"
	"noir/tui/tuitest"
)

// slow is a keyring that takes its time with a code.
type slow struct {
	data.Keyring
	asked atomic.Int64
	goOn  chan struct{}
}

func (k *slow) Claim(ctx context.Context, fingerprint, code string, merge bool) (data.Player, error) {
	k.asked.Add(1)
	<-k.goOn
	return k.Keyring.Claim(ctx, fingerprint, code, merge)
}

// TestACodeIsLookedUpOnce: meanwhile the screen says so, and takes no other.
func TestACodeIsLookedUpOnce(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s, ring := session(house, house.Player("marlowe")), &slow{Keyring: house.Store, goOn: make(chan struct{})}
		s.Keys = service.NewKeys(ring, "SHA256:marlowe", nil)
		term := start(t, s, desk.Code(s), 80, 24)
		term.WaitFor("Type the code")
		term.Press("enter") // of nothing
		if screen := term.Screen(); strings.Contains(screen, "Looking it up.") {
			t.Errorf("it looks nothing up:\n%s", screen)
		}
		term.Type("0000-0000-0000-0000")
		term.Press("enter")
		term.WaitFor("Looking it up.")
		term.Type("1")
		term.Press("enter")
		if screen := term.WaitFor("Looking it up."); strings.Contains(screen, "00001") || ring.asked.Load() != 1 {
			t.Errorf("%d codes were looked up:\n%s", ring.asked.Load(), screen)
		}
		close(ring.goOn)
		if screen := term.WaitFor("That code is wrong"); strings.Contains(screen, "Looking it up.") {
			t.Errorf("it looks it up still:\n%s", screen)
		}
	})
}
