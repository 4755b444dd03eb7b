package tui_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/tuitest"
)

func ticket(p data.Player) matchmaking.Ticket {
	return matchmaking.Ticket{
		Player: p, Terms: matchmaking.Terms{Game: "district-noir", Rated: !p.ID.Guest(), Pace: data.Live},
	}
}

// seeker is somebody on a page on which s begins a search, w ends it, b sits
// down with the house and p reads something.
type seeker struct {
	*tuitest.Terminal
	session *tui.Session
	page    *actor
}

func newSeeker(t *testing.T, house *tuitest.House, p data.Player) *seeker {
	s := &seeker{session: house.Session(p)}
	practice := ticket(p)
	practice.Rated, practice.Bot = false, "easy"
	s.page = &actor{name: "page of " + p.Name, keys: map[string]tea.Cmd{
		"s": tui.Ask(tui.Seek{Ticket: ticket(p)}), "w": tui.Ask(tui.Withdraw{}),
		"b": tui.Ask(tui.Seek{Ticket: practice}), "q": tui.Ask(tui.Quit{}),
		"p": tui.Ask(tui.Push{Screen: &actor{name: "a book", keys: map[string]tea.Cmd{"esc": tui.Ask(tui.Pop{})}}}),
	}}
	s.Terminal = tuitest.Start(t, tui.NewRoot(s.session, tuitest.Theme(), s.page), 80, 24)
	return s
}

// waiting waits until so many are in the queue.
func waiting(t *testing.T, b matchmaking.Broker, n int) {
	t.Helper()
	for range 100 {
		synctest.Wait()
		if b.Counts().Waiting["district-noir"] == n {
			return
		}
		time.Sleep(100 * time.Millisecond) // of the bubble's clock
	}
	t.Fatalf("%v are waiting, want %d", b.Counts().Waiting, n)
}

func TestStrangerCard(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe := newSeeker(t, house, house.Player("marlowe"))
		spade := newSeeker(t, house, house.Player("spade"))
		marlowe.Press("s")
		waiting(t, house.Broker, 1)
		marlowe.Press("p")
		marlowe.WaitFor("a book")
		spade.Press("s")
		marlowe.WaitFor("a stranger is here")
		began := time.Now()
		marlowe.Press("enter", "esc", "space") // in flight
		screen := marlowe.WaitFor("not now")   // the key line offers its answers
		if deaf := time.Since(began); deaf < 500*time.Millisecond || deaf > time.Second {
			t.Errorf("the card was deaf for %v", deaf)
		}
		tuitest.Golden(t, "card-80x24", screen)
		if n, title := marlowe.Bells(), marlowe.Title(); n != 1 || title != "noir: a stranger is here" {
			t.Errorf("it rang %d times, the window is called %q", n, title)
		}
		marlowe.Press("x", "q") // are no answer
		marlowe.WaitFor("a stranger is here")
		marlowe.Press("enter")
		marlowe.WaitFor("at the table")
		if marlowe.session.Search != nil {
			t.Error("the search goes on")
		}
		marlowe.Press("esc") // the book has gone with the rest
		marlowe.WaitFor("page of marlowe")

		spade.WaitFor("not now")
		spade.Press("esc")
		spade.WaitFor("Your seat is kept", "page of spade")
	})
}

func TestHouseGameIsPutAway(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe := newSeeker(t, house, house.Player("marlowe"))
		spade := newSeeker(t, house, house.Guest("guest-1234"))
		marlowe.page.keys["s"] = tui.Ask(tui.Seek{Ticket: casual(marlowe.session.Player)})
		marlowe.Press("s")
		waiting(t, house.Broker, 1)
		marlowe.Press("b")
		marlowe.WaitFor("at the table")
		waiting(t, house.Broker, 1)
		spade.Press("s")
		marlowe.WaitFor("a stranger is here", "guest-1234", "Your game against the house is put away.")
		if screen := spade.WaitFor("a stranger is here"); strings.Contains(screen, "put away") {
			t.Errorf("no game of his was put away:\n%s", screen)
		}
	})
}

func casual(p data.Player) matchmaking.Ticket {
	t := ticket(p)
	t.Rated = false
	return t
}

func TestWithdrawnTicketIsGone(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe := newSeeker(t, house, house.Player("marlowe"))
		marlowe.Press("s")
		waiting(t, house.Broker, 1)
		marlowe.Press("w")
		waiting(t, house.Broker, 0)
		marlowe.Press("s", "s", "s") // each in place of the one before
		waiting(t, house.Broker, 1)
		marlowe.Press("q")
		marlowe.WaitFor("Somebody may come any moment")
		marlowe.Press("y")
		marlowe.WaitQuit()
		waiting(t, house.Broker, 0)
	})
}

func TestSearchThatFailsIsTold(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe := newSeeker(t, house, house.Player("marlowe"))
		marlowe.Press("s")
		waiting(t, house.Broker, 1)
		marlowe.Press("p")
		marlowe.WaitFor("a book")
		house.Broker.Drain(t.Context())
		marlowe.WaitFor("The search is over", "going down")
		if marlowe.session.Search != nil {
			t.Error("the search goes on")
		}
	})
}
