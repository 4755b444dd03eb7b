package lobby_test

import (
	"regexp"
	"strings"
	"testing"
	"testing/synctest"

	"noir/tui/lobby"
	"noir/tui/tuitest"
)

func TestQueueLooks(t *testing.T) {
	pictures(t, "queue", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		s := session(house, house.Player("marlowe"))
		term := start(t, s, lobby.Home(s), w, h)
		term.WaitFor("1 here")
		term.Press("enter")
		return term.WaitFor("0:12", "the only one so far")
	})
	pictures(t, "house", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		s := session(house, house.Player("marlowe"))
		return start(t, s, lobby.House(s), w, h).Screen()
	})
}

func TestLeavingTheQueue(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s := session(house, house.Player("marlowe"))
		term := start(t, s, lobby.Home(s), 80, 24)
		term.WaitFor("1 here")
		term.Press("enter")
		term.WaitFor("the only one so far")
		term.Press("esc")
		term.WaitFor("You have left the queue.", "find a stranger")
		synctest.Wait()
		if n := house.Broker.Counts().Waiting["district-noir"]; n != 0 || s.Search != nil {
			t.Errorf("%d still wait", n)
		}
	})
}

// TestPlaceIsKept goes home, and reads, and plays the house while a ticket waits.
func TestPlaceIsKept(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s := session(house, house.Player("marlowe"))
		term := start(t, s, lobby.Home(s), 80, 24)
		term.WaitFor("1 here")
		term.Press("enter")
		term.WaitFor("0:10")
		term.Click("Rankings")
		term.WaitFor("rankings of")
		term.Press("esc")
		term.WaitFor("the only one so far")
		term.Click("Back home")
		term.WaitFor("you are waiting", "enter see the queue")
		term.Press("enter")
		term.WaitFor("0:20")
		term.Press("b")
		term.WaitFor("You keep your place")
		term.Click("easy")
		term.WaitFor("at the table")
		synctest.Wait()
		if n := house.Broker.Counts().Waiting["district-noir"]; n != 1 {
			t.Errorf("%d wait, want the one", n)
		}
		other := session(house, house.Player("spade"))
		second := start(t, other, lobby.Home(other), 80, 24)
		second.WaitFor("1 waiting")
		second.Press("enter")
		term.WaitFor("a stranger is here", "spade 1500", "put away", "not now")
		term.Press("esc") // the queue's own screen, underneath, is gone
		term.WaitFor("Your seat is kept")
		second.WaitFor("not now")
		second.Press("enter")
		second.WaitFor("at the table")
		second.Press("esc")
		second.WaitFor("▸ Your table")
	})
}

var code = regexp.MustCompile(`[0-9A-Z](  [0-9A-Z]){5}`)

func TestPrivateLooks(t *testing.T) {
	pictures(t, "private", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		s := session(house, house.Player("marlowe"))
		return start(t, s, lobby.Private(s), w, h).Screen()
	})
	pictures(t, "private-code", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		s := session(house, house.Player("marlowe"))
		term := start(t, s, lobby.Private(s), w, h)
		term.Press("down", "enter")
		term.Type("n0su")
		term.Press("enter")
		return term.WaitFor("No private table has that code.")
	})
}

// TestHostedLooks has a code that is another one every time.
func TestHostedLooks(t *testing.T) {
	for _, size := range sizes {
		tuitest.Bubble(t, func(t *testing.T) {
			house := tuitest.Open(t)
			s := session(house, house.Player("marlowe"))
			term := start(t, s, lobby.Private(s), size[0], size[1])
			term.Press("enter")
			screen := term.WaitFor("1 of 2 seated", "0:02")
			if !code.MatchString(screen) {
				t.Fatalf("there is no code on\n%s", screen)
			}
			tuitest.Golden(t, named("private-host", size), code.ReplaceAllString(screen, "N  O  C  O  D  E"))
		})
	}
}

func TestFriendsMeetByCode(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		host, guest := session(house, house.Player("marlowe")), session(house, house.Guest("guest-1234"))
		first := start(t, host, lobby.Private(host), 80, 24)
		first.Press("enter")
		read := code.FindString(first.WaitFor("1 of 2 seated"))
		second := start(t, guest, lobby.Private(guest), 80, 24)
		second.Press("down", "enter")
		second.Type(strings.ReplaceAll(read, " ", ""))
		second.Press("enter")
		second.WaitFor("at the table")
		first.WaitFor("the table is set", "guest-1234", "casual", "not now")
		first.Press("enter")
		first.WaitFor("at the table")
	})
}

func TestHostLeavesHisTable(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s := session(house, house.Player("marlowe"))
		term := start(t, s, lobby.Private(s), 80, 24)
		term.Press("r", "enter")
		term.WaitFor("1 of 2 seated", "rated")
		term.Press("esc")
		term.WaitFor("You have left the private table.", "Open a table")
		if s.Search != nil {
			t.Error("the table is still there")
		}
	})
}

// TestRefusedAtTheDoor waits in a second window while a game runs in the first.
func TestRefusedAtTheDoor(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe := house.Player("marlowe")
		house.Hosted(marlowe, house.Player("spade"))
		s := session(house, marlowe)
		term := start(t, s, lobby.Home(s), 80, 24)
		term.WaitFor("Your table")
		term.Click("District Noir      find")
		term.WaitFor("You have a game running.")
		term.Press("esc")
		term.WaitFor("Your table")
	})
}
