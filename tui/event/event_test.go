package event_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"noir/data"
	"noir/internal/await"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/districtnoir"
	"noir/tui/event"
	"noir/tui/lobby"
	"noir/tui/play"
	"noir/tui/tuitest"
)

// arena is a house with events.
type arena struct {
	*tuitest.House
	t *testing.T
}

func open(t *testing.T) *arena { return &arena{House: tuitest.Open(t), t: t} }

// session is a player's session, with the real screens that lead to a table.
func (a *arena) session(p data.Player) *tui.Session {
	s := a.Session(p)
	s.Routes.Queue, s.Routes.Play, s.Routes.Event = lobby.Queue, play.Seat, event.Screen
	s.Games[0].Board = districtnoir.New
	return s
}

func (a *arena) start(s *tui.Session, w, h int) *tuitest.Terminal {
	return tuitest.Start(a.t, tui.NewRoot(s, tuitest.Themed(s), event.Screen(s)), w, h)
}

func TestStandings(t *testing.T) {
	tuitest.Screens(t, "event", func(t *testing.T, w, h int) string {
		a := open(t)
		c := a.Tournament("Night shift", -10*time.Minute)
		marlowe, spade, vera := a.Player("marlowe"), a.Player("spade"), a.Player("vera")
		a.Beaten(c, marlowe, spade)
		a.Beaten(c, spade, vera)
		a.Beaten(c, spade, vera)
		a.Beaten(c, spade, marlowe)
		return a.start(a.session(marlowe), w, h).WaitFor("Night shift", "marlowe", "vera")
	})
}

// TestColours: the visitor's row is another than the others.
func TestColours(t *testing.T) {
	tuitest.Colours(t, "event", func(t *testing.T) *tuitest.Terminal {
		a := open(t)
		c := a.Tournament("Night shift", -10*time.Minute)
		a.Beaten(c, a.Player("marlowe"), a.Player("spade"))
		a.Beaten(c, a.Player("marlowe"), a.Player("vera"))
		term := a.start(a.session(a.Player("spade")), 80, 24)
		term.WaitFor("Night shift", "marlowe", "vera")
		return term
	})
}

func TestNoEvent(t *testing.T) {
	tuitest.Screens(t, "event-none", func(t *testing.T, w, h int) string {
		a := open(t)
		return a.start(a.session(a.Guest("guest-1234")), w, h).WaitFor("There is no event at the moment.")
	})
}

// TestOtherEvents: the one that runs comes first; a player far behind sees their own row.
func TestOtherEvents(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		a := open(t)
		a.Tournament("Last night", -2*time.Hour)
		c := a.Tournament("Tonight", -time.Minute)
		a.Tournament("Next week", 7*24*time.Hour)
		champion, last := a.Player("champion"), a.Player("zacharias")
		a.Beaten(c, champion, last)
		for i := range 30 {
			a.Beaten(c, champion, a.Player(fmt.Sprintf("loser-%02d", i)))
		}
		term := a.start(a.session(last), 80, 24)
		term.WaitFor("Tonight", "runs until", "32 players", "champion", "×2", "zacharias", "you", "enter join")
		term.Press("end")
		if screen := term.WaitFor("zacharias", "loser-29"); strings.Contains(screen, "champion") {
			t.Errorf("the end of the standings shows their beginning:\n%s", screen)
		}
		term.Press("right")
		term.WaitFor("Next week", "starts 8 January", "No games finished yet.", "enter join")
		term.Press("left")
		term.WaitFor("Tonight", "champion", "×2") // from its beginning again
		term.Press("left")
		term.WaitFor("Last night", "ended")
	})
}

// TestAGuestIsToldWhy they cannot join.
func TestAGuestIsToldWhy(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		a := open(t)
		a.Tournament("Tonight", -time.Minute)
		term := a.start(a.session(a.Guest("guest-1234")), 80, 24)
		term.WaitFor("Tonight")
		term.Press("enter")
		term.WaitFor("come with a key")
	})
}

// TestGameAfterGame: a player who has joined is called to the next table after each game, until the
// event is over.
func TestGameAfterGame(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		a := open(t)
		c := a.Tournament("Tonight", -time.Minute)
		marlowe, spade := a.Player("marlowe"), a.Player("spade")
		term := a.start(a.session(marlowe), 80, 24)
		term.WaitFor("Tonight")
		term.Press("enter")
		term.WaitFor("the only one so far")
		for range 2 {
			rival := a.enter(spade, c)
			term.WaitFor("I am there")
			time.Sleep(time.Second) // the card ignores keys at first
			term.Press("enter")
			chair := rival()
			term.WaitFor("spade 1", "take open")
			a.Turns(data.ScoredTurns, marlowe, spade)
			if err := chair.Resign(t.Context()); err != nil {
				t.Fatal(err)
			}
			chair.Leave()
			term.WaitFor("home")
		}
		time.Sleep(time.Until(c.Ends) + 5*time.Second)
		term.WaitFor("The event is over.")
		if rows, err := a.Broker.Standings(t.Context(), c.ID); err != nil || rows[0].Player.Name != "marlowe" || rows[0].Points != 4 {
			t.Errorf("%+v, %v", rows, err)
		}
	})
}

// enter hands in a player's ticket, answers its ready checks, and returns a channel for their
// chair.
func (a *arena) enter(p data.Player, c data.Tournament) func() matchmaking.Seat {
	a.t.Helper()
	place, err := a.Broker.Queue(a.t.Context(), matchmaking.Ticket{Player: p, Terms: matchmaking.TermsOf(c)})
	if err != nil {
		a.t.Fatal(err)
	}
	seated := make(chan data.MatchID, 1)
	go func() {
		defer close(seated)
		for w := (matchmaking.Waiting{}); ; {
			if w, err = place.Next(a.t.Context(), w.Revision); err != nil {
				return
			}
			if w.Match != "" {
				seated <- w.Match
				return
			}
			_ = place.Ready(a.t.Context())
		}
	}()
	return func() matchmaking.Seat {
		a.t.Helper()
		chair, err := a.Broker.Sit(a.t.Context(), await.One(a.t, seated, "table"), p.ID)
		if err != nil {
			a.t.Fatal(err)
		}
		return chair
	}
}

// TestScreensAreLeft by either key.
func TestScreensAreLeft(t *testing.T) {
	tuitest.LeftBy(t, map[string]func(*tui.Session) tui.Screen{
		"There is no event": event.Screen,
	})
}

// TestBeforeAnythingIsKnown: it is not said that there is no event.
func TestBeforeAnythingIsKnown(t *testing.T) {
	tuitest.Early(t, map[string]func(*tui.Session) tui.Screen{"event": event.Screen, "event enter right": event.Screen})
}

// TestDuringAnOutage of the store the event is not denied: its table cannot be read.
func TestDuringAnOutage(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s := house.Session(house.Player("marlowe"))
		house.Tournament("Fridays", -time.Minute)
		house.CloseStore()
		screen := tuitest.Start(t, tui.NewRoot(s, tuitest.Themed(s), event.Screen(s)), 80, 24).WaitFor("The table cannot be read at the moment. Try again in a minute.")
		if strings.Contains(screen, "no event") {
			t.Errorf("it says what it does not know:\n%s", screen)
		}
	})
}
