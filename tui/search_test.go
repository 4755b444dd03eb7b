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

// seeker is a visitor on a page on which s begins a search, w ends it, b sits down with the
// house and p reads something.
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
	s.Terminal = tuitest.Start(t, tui.NewRoot(s.session, tuitest.Themed(s.session), s.page), 80, 24)
	return s
}

// twoSeekers are two strangers in a house of their own.
func twoSeekers(t *testing.T) (house *tuitest.House, marlowe, spade *seeker) {
	house = tuitest.Open(t)
	return house, newSeeker(t, house, house.Player("marlowe")), newSeeker(t, house, house.Player("spade"))
}

// waiting waits until a number of players are in the queue.
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

// meet has two seekers look for a stranger until each has a card that accepts keys.
func meet(a, b *seeker) {
	a.Press("s")
	b.Press("s")
	a.Wait(offersAnswers)
	b.Wait(offersAnswers)
}

func TestCardLooks(t *testing.T) {
	tuitest.Screens(t, "card-found", func(t *testing.T, w, h int) string {
		house, marlowe, spade := twoSeekers(t)
		marlowe.Resize(w, h)
		marlowe.Press("s")
		waiting(t, house.Broker, 1)
		spade.Press("s")
		marlowe.WaitFor("a stranger is here")
		time.Sleep(3 * time.Second) // until it hears
		return marlowe.WaitFor("I am there")
	})
}

func TestStrangerCard(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house, marlowe, spade := twoSeekers(t)
		marlowe.Press("s")
		waiting(t, house.Broker, 1)
		marlowe.Press("p")
		marlowe.WaitFor("a book")
		spade.Press("s")
		if card := marlowe.WaitFor("a stranger is here", "a moment"); strings.Contains(card, "I am there") {
			t.Errorf("a card that hears nothing offers an answer:\n%s", card)
		}
		began := time.Now()
		marlowe.Press("enter", "esc", "space") // in flight
		screen := marlowe.Wait(offersAnswers)
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
		tuitest.Golden(t, "card-answered-80x24", marlowe.WaitFor("waiting for the others", "1 of 2 is there"))
		spade.WaitFor("1 of 2 is there")
		spade.Press("enter")
		for _, s := range []*seeker{marlowe, spade} {
			s.WaitFor("at the table")
			if s.session.Search != nil {
				t.Error("the search goes on")
			}
			s.Press("esc") // the book has gone with the rest
			s.WaitFor("page of ")
		}
	})
}

// offersAnswers tells that the key line has the card's answers.
func offersAnswers(screen string) bool {
	lines := strings.Split(screen, "\n")
	return strings.Contains(lines[len(lines)-1], "I am there")
}

// TestTheCardExplainsItsKeys by ?, as every screen does, and stays.
func TestTheCardExplainsItsKeys(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe, spade := newSeeker(t, house, house.Player("marlowe")), newSeeker(t, house, house.Player("spade"))
		meet(marlowe, spade)
		marlowe.WaitFor("enter I am there")
		marlowe.Press("?")
		marlowe.WaitFor("the keys", "hang up; seats are kept")
		marlowe.Press("esc")
		marlowe.WaitFor("a stranger is here", "enter I am there   esc decline")
	})
}

// TestTheCardFitsASmallWindow has the card say everything in the smallest window.
func TestTheCardFitsASmallWindow(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe := newSeeker(t, house, house.Player("marlowe"))
		marlowe.Resize(32, 12)
		spade := newSeeker(t, house, house.Player("spade"))
		meet(marlowe, spade)
		marlowe.WaitFor(" s left", "0 of 2 are there", "│ enter I am there", "│ esc decline")
	})
}

// TestWhoDoesNotAnswerIsOut has one of two not answer.
func TestWhoDoesNotAnswerIsOut(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house, marlowe, spade := twoSeekers(t)
		marlowe.Press("s")
		waiting(t, house.Broker, 1)
		marlowe.Press("p")
		spade.Press("s")
		spade.Wait(offersAnswers)
		spade.Press("enter")
		marlowe.WaitFor("5 s left, 1 of 2 is there")
		screen := marlowe.WaitFor("The search is over: you did not answer in time", "a book")
		if strings.Contains(screen, "a stranger is here") || marlowe.session.Search != nil {
			t.Errorf("the card, or the search, is still there:\n%s", screen)
		}
		screen = spade.WaitFor("Somebody did not show up. You keep your place.")
		if strings.Contains(screen, "s left") {
			t.Errorf("the card is still there:\n%s", screen)
		}
		waiting(t, house.Broker, 1)
		newSeeker(t, house, house.Player("vera")).Press("s")
		spade.Wait(offersAnswers)
	})
}

// TestTheCardLeavesTheQueue has one of two go while they are asked.
func TestTheCardLeavesTheQueue(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house, marlowe, spade := twoSeekers(t)
		meet(marlowe, spade)
		marlowe.Press("esc")
		marlowe.WaitFor("You have left the queue.", "page of marlowe")
		spade.WaitFor("You keep your place.")
		waiting(t, house.Broker, 1)
		if marlowe.session.Search != nil || spade.session.Search == nil {
			t.Error("the wrong one has left")
		}
	})
}

// TestOneLineAnswersForAll has a visitor wait on two connections and answer on one.
func TestOneLineAnswersForAll(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		p := house.Player("marlowe")
		first, second := newSeeker(t, house, p), newSeeker(t, house, p)
		first.Press("s")
		second.Press("s")
		waiting(t, house.Broker, 1)
		spade := newSeeker(t, house, house.Player("spade"))
		spade.Press("s")
		for _, s := range []*seeker{first, second, spade} {
			s.Wait(offersAnswers)
		}
		second.Press("enter")
		first.WaitFor("waiting for the others")
		spade.Press("enter")
		for _, s := range []*seeker{first, second, spade} {
			s.WaitFor("at the table")
		}
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
		marlowe.WaitFor("a stranger is here", "casual", "Your game with the house is dropped then.")
		if screen := spade.WaitFor("a stranger is here"); strings.Contains(screen, "put away") {
			t.Errorf("no game of his was put away:\n%s", screen)
		}
	})
}

// TestAnEarlierHouseGameIsPutAway: a game with the house that another window began
// before the search is put away when a stranger is found.
func TestAnEarlierHouseGameIsPutAway(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		p := house.Player("marlowe")
		playing, searching := newSeeker(t, house, p), newSeeker(t, house, p)
		spade := newSeeker(t, house, house.Player("spade"))
		playing.Press("b")
		playing.WaitFor("at the table")
		searching.Press("s")
		waiting(t, house.Broker, 1)
		spade.Press("s")
		searching.WaitFor("a stranger is here", "Your game with the house is dropped then.")
	})
}

// TestASecondSearchLeadsToTheRunningGame: one window looks for a game while another has one
// running, and one with the house that waits for a move.
func TestASecondSearchLeadsToTheRunningGame(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		p, rival := house.Player("marlowe"), house.Player("spade")
		running := house.Seated(p, rival)
		if own(t, house, p)[0].YourMove() {
			p = rival // whose game with the house comes first
		}
		practice := house.Practised(p)
		for rows := own(t, house, p); rows[0].ID != practice; rows = own(t, house, p) {
			time.Sleep(100 * time.Millisecond) // of the bubble's clock, until the house has moved
		}
		marlowe := newSeeker(t, house, p)
		marlowe.session.Routes.Play = func(_ *tui.Session, id data.MatchID) tui.Screen { return tuitest.Stub("at table " + id) }
		marlowe.Press("s")
		marlowe.WaitFor("at table "+string(running), "You have a game running: here it is.")
		if marlowe.session.Search != nil {
			t.Error("the search goes on")
		}
	})
}

// own are the running games of a player, those first that wait for them.
func own(t *testing.T, house *tuitest.House, p data.Player) []matchmaking.Listing {
	t.Helper()
	rows, err := house.Broker.Mine(t.Context(), p.ID)
	if err != nil {
		t.Fatal(err)
	}
	return rows
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
