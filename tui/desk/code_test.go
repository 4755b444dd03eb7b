package desk_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"noir/app/service"
	"noir/data"
	"noir/tui"
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

// held is a store that answers what changes an account only when it may.
type held struct {
	data.Store
	goOn chan struct{}
}

func (h held) Claim(ctx context.Context, fingerprint, code string, merge bool) (data.Player, error) {
	<-h.goOn
	return h.Store.Claim(ctx, fingerprint, code, merge)
}

func (h held) NewRecovery(ctx context.Context, id data.PlayerID) ([]string, error) {
	<-h.goOn
	return h.Store.NewRecovery(ctx, id)
}

func (h held) ChangeSettings(ctx context.Context, id data.PlayerID, change func(*data.Settings)) (data.Settings, error) {
	<-h.goOn
	return h.Store.ChangeSettings(ctx, id, change)
}

// TestWhatIsBeingStoredIsNotLeft: anyone who presses esc before the store has answered sees the answer nevertheless.
func TestWhatIsBeingStoredIsNotLeft(t *testing.T) {
	for name, c := range map[string]struct {
		screen func(*tui.Session) tui.Screen
		keys   []string
		typed  string
		answer string
	}{
		"a code":    {desk.Code, nil, "0000-0000-0000-0000", "That code is wrong"},
		"recovery":  {desk.Keys, []string{"r"}, "", "Print these"},
		"a webhook": {desk.Settings, []string{"end", "up", "enter", "enter"}, "example.com/hook", "Messages are signed"},
	} {
		t.Run(name, func(t *testing.T) {
			tuitest.Bubble(t, func(t *testing.T) {
				house := tuitest.Open(t)
				store := held{house.Store, make(chan struct{})}
				house.Store = store
				s := away(t, house, house.Player("marlowe"))
				s.Keys = house.Keys("SHA256:marlowe")
				term := start(t, s, c.screen(s), 80, 24)
				for _, key := range c.keys {
					term.Screen()
					term.Press(key)
				}
				term.Screen()
				term.Type(c.typed)
				term.Press("enter", "esc")
				term.Screen()
				close(store.goOn)
				term.WaitFor(c.answer)
			})
		})
	}
}
