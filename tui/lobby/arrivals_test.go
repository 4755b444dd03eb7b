package lobby_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"noir/data"
	"noir/tui/lobby"
	"noir/tui/tuitest"
)

// TestAFriendComesIn: home says how many are here, and the bell rings if that is wanted, but not for
// those who were here before.
func TestAFriendComesIn(t *testing.T) {
	t.Parallel()
	for wanted, bells := range map[bool]int{false: 0, true: 1} {
		tuitest.Bubble(t, func(t *testing.T) {
			house := tuitest.Open(t)
			marlowe, spade, vera := house.Player("marlowe"), house.Player("spade"), house.Player("vera")
			for _, friend := range []data.Player{spade, vera} {
				if err := house.Store.Tie(t.Context(), marlowe.ID, friend.ID, data.Friend); err != nil {
					t.Fatal(err)
				}
			}
			var came atomic.Bool
			s := session(house, marlowe)
			s.Settings.Friends = wanted
			s.Here = func(p data.PlayerID) bool { return p == spade.ID || p == vera.ID && came.Load() }
			term := start(t, s, lobby.Home(s), 80, 24)
			term.WaitFor("1 friend here")
			came.Store(true)
			term.WaitFor("2 friends here")
			time.Sleep(10 * time.Second) // of the bubble's clock
			if got := term.Bells(); got != bells {
				t.Errorf("%d bells, want %d", got, bells)
			}
		})
	}
}

// TestAFriendIsChallenged from their own screen, and waits for them at a table.
func TestAFriendIsChallenged(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe, spade := house.Player("marlowe"), house.Player("spade")
		s := session(house, marlowe)
		term := start(t, s, lobby.Invite(s, spade), 80, 24)
		if screen := term.WaitFor("Challenge spade", "Pace", "Stake"); strings.Contains(screen, "Join by code") {
			t.Errorf("a code is of no use here:\n%s", screen)
		}
		term.Press("enter")
		term.WaitFor("1 of 2 seated")
		other := session(house, spade)
		start(t, other, lobby.Home(other), 80, 24).WaitFor("1 challenge to you")
	})
}
