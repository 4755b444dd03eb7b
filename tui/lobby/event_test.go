package lobby_test

import (
	"testing"
	"time"

	"noir/data"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/lobby"
	"noir/tui/tuitest"
)

// TestHomeTellsOfAnEvent that will start, runs, and is over.
func TestHomeTellsOfAnEvent(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe, spade := house.Player("marlowe"), house.Player("spade")
		s := session(house, marlowe)
		c := house.Tournament("Night shift", 10*time.Minute)
		term := start(t, s, lobby.Home(s), 80, 24)
		term.WaitFor("Event", "Night shift", "starts 00:10")
		time.Sleep(10 * time.Minute)
		term.WaitFor("until 00:40")
		house.Beaten(c, marlowe, spade)
		term.WaitFor("until 00:40, you are 1st")
		term.Click("Event")
		term.WaitFor("the events")
		term.Press("esc")
		time.Sleep(30 * time.Minute)
		term.WaitFor("over: you were 1st")
	})
}

// TestWaitingForAnEvent is not waiting for a stranger.
func TestWaitingForAnEvent(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe := house.Player("marlowe")
		s := session(house, marlowe)
		term := start(t, s, lobby.Home(s), 80, 24)
		term.WaitFor("nobody waits yet")
		c := house.Tournament("Night shift", -time.Minute)
		s.Routes.Event = eventQueue(c)
		term.WaitFor("Night shift")
		term.Click("Event")
		term.WaitFor("Night shift  until 00:2", "the only one so far")
		term.Click("Back home")
		term.WaitFor("Night shift", "you are waiting", "nobody waits yet")
	})
}

// eventQueue is a route to the events that leads on to the queue of one.
func eventQueue(c data.Tournament) func(*tui.Session) tui.Screen {
	return func(s *tui.Session) tui.Screen {
		return lobby.Queue(s, matchmaking.Ticket{Player: s.Player, Terms: matchmaking.TermsOf(c)})
	}
}
