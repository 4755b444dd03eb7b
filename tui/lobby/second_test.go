package lobby_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"noir/data"
	"noir/engine/noirburg"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/lobby"
	"noir/tui/tuitest"
)

// both is a session in a house with two games, one of which has options.
func both(h *tuitest.House, p data.Player) *tui.Session {
	s := session(h, p)
	s.Games = append(s.Games, tui.Game{Rules: noirburg.Game{}, Switches: []tui.Switch{
		{Name: "money_win", Title: "Money majority", On: "wins", Off: "means nothing", Usual: true},
	}})
	return s
}

// marloweWithBoth is marlowe with both games.
func marloweWithBoth(t *testing.T, screen func(*tui.Session) tui.Screen, w, h int) (*tuitest.House, *tui.Session, *tuitest.Terminal) {
	t.Helper()
	house := tuitest.Open(t)
	s := both(house, house.Player("marlowe"))
	return house, s, start(t, s, screen(s), w, h)
}

func TestEveryGameIsListed(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s := both(house, house.Player("marlowe"))
		s.Games[0].Texts, s.Games[1].Texts = page("# One"), page("# Another")
		term := start(t, s, lobby.Home(s), 80, 24)
		term.WaitFor("District Noir", "Noirburg", "table of 3–6")
		term.Click("Learn")
		term.WaitFor("One", "tab other game")
		term.Press("tab")
		term.WaitFor("Another", "Noirburg")
		term.Press("esc")
		term.WaitFor("table of")
		term.Click("Practice")
		term.WaitFor("easy", "THE HOUSE", "tab other game")
		term.Press("tab")
		term.WaitFor("normal", "Seats", "Noirburg · casual")
		term.Press("esc")
		term.WaitFor("table of")
		term.Click("With a friend")
		term.WaitFor("WITH A", "Game")
		term.Press("tab")
		term.WaitFor("Noirburg", "Free seats")
	})
}

// TestATableThatFillsIsTold while it has too few players.
func TestATableThatFillsIsTold(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house, _, term := marloweWithBoth(t, lobby.Home, 80, 24)
		for i, name := range []string{"spade", "vera"} {
			place, err := house.Broker.Queue(t.Context(), matchmaking.Ticket{
				Player: house.Player(name), Terms: matchmaking.Terms{Game: "noirburg", Pace: data.Live},
			})
			if err != nil {
				t.Fatal(err)
			}
			defer place.Leave()
			term.WaitFor(fmt.Sprintf("1 table filling, %d of 3", i+1))
		}
	})
}

// TestAsManyAsATableNeedsJustWait: three who each want a table of six fill none.
func TestAsManyAsATableNeedsJustWait(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house, _, term := marloweWithBoth(t, lobby.Home, 80, 24)
		for _, name := range []string{"spade", "vera", "archer"} {
			place, err := house.Broker.Queue(t.Context(), matchmaking.Ticket{
				Player: house.Player(name), Terms: matchmaking.Terms{Game: "noirburg", Pace: data.Live, Seats: 6},
			})
			if err != nil {
				t.Fatal(err)
			}
			defer place.Leave()
		}
		term.WaitFor("3 wait")
	})
}

// wished shows a screen of the lobby with both games and returns where the queued ticket is put.
func wished(t *testing.T, first func(*tui.Session) tui.Screen) (*tuitest.Terminal, *matchmaking.Ticket) {
	house := tuitest.Open(t)
	s := both(house, house.Player("marlowe"))
	var got matchmaking.Ticket
	s.Routes.Queue = func(_ *tui.Session, t matchmaking.Ticket) tui.Screen {
		got = t
		return tuitest.Stub("in the queue")
	}
	return start(t, s, first(s), 80, 24), &got
}

func TestATableIsWishedFor(t *testing.T) {
	t.Parallel()
	for _, way := range []struct {
		keys    []string
		shows   string
		seats   int
		options string
	}{
		{nil, "any, 3 to 6", 0, ""},
		{[]string{"down", "right", "right"}, "← 4 →", 4, ""},
		{[]string{"down", "left"}, "← 6 →", 6, ""},
		{[]string{"down", "down", "enter"}, "← means nothing →", 0, `{"money_win":false}`},
		{[]string{"end", "l", "h"}, "← wins →", 0, ""},
	} {
		tuitest.Bubble(t, func(t *testing.T) {
			term, ticket := wished(t, func(s *tui.Session) tui.Screen { return lobby.Find(s, "noirburg") })
			term.WaitFor("Find a table", "any, 3 to 6", "wins")
			term.Press(way.keys...)
			term.WaitFor(way.shows)
			term.Press("home", "enter")
			term.WaitFor("in the queue")
			if ticket.Game != "noirburg" || ticket.Seats != way.seats || string(ticket.Options) != way.options || !ticket.Rated {
				t.Errorf("%q asks for %+v", way.keys, ticket.Terms)
			}
			term.Press("esc")
			term.WaitFor("Find a table")
		})
	}
}

// TestATableIsOneKeyAway: enter on its row waits for any table, and a wish for another takes its place; leaving
// that one leads home.
func TestATableIsOneKeyAway(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house, s, term := marloweWithBoth(t, lobby.Home, 80, 24)
		term.WaitFor("1 here")
		term.Press("down", "enter")
		term.WaitFor("NOIRBURG", "seats: any, 3 to 6", "You are the only one so far.")
		term.Click("Another table")
		term.WaitFor("Find a table")
		if s.Search == nil || s.Search.Ticket.Seats != 0 {
			t.Errorf("the place is lost: %+v", s.Search)
		}
		term.Press("down", "right", "up", "enter")
		term.WaitFor("seats: 3", "You are the only one so far.")
		time.Sleep(3 * time.Second) // until the figures are new
		if n := house.Broker.Counts().Waiting["noirburg"]; n != 1 || s.Search.Ticket.Seats != 3 {
			t.Errorf("%d wait, for %+v", n, s.Search.Ticket)
		}
		term.Press("esc")
		term.WaitFor("Find a table")
		term.Press("esc")
		term.WaitFor("Practice")
	})
}

func TestAPrivateTableIsWishedFor(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		term, ticket := wished(t, lobby.Private)
		term.Press("tab")
		term.WaitFor("Free seats")
		term.Click("Stake")
		term.WaitFor("← rated →")
		term.Click("Free seats")
		term.WaitFor("← go to the house: easy →", "casual") // games against the house are not rated
		term.Press("right")
		term.WaitFor("← go to the house: normal →")
		term.Click("Seats")
		term.WaitFor("← 5 →")
		term.Click("Open a table")
		term.WaitFor("in the queue")
		want := matchmaking.Ticket{Player: ticket.Player, Host: true, Fill: "normal", Terms: matchmaking.Terms{
			Game: "noirburg", Pace: data.Live, Seats: 5,
		}}
		if !reflect.DeepEqual(*ticket, want) {
			t.Errorf("asks for %+v, want %+v", *ticket, want)
		}
		term.Press("esc")
		term.WaitFor("Free seats")
		term.Press("tab")
		term.Wait(func(screen string) bool { return !strings.Contains(screen, "Free seats") })
		term.Click("Open a table")
		term.WaitFor("in the queue")
		if ticket.Game != "district-noir" || ticket.Fill != "" || ticket.Seats != 0 {
			t.Errorf("asks for %+v", *ticket)
		}
	})
}

func TestWishesLook(t *testing.T) {
	t.Parallel()
	tuitest.Screens(t, "find", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		s := both(house, house.Player("marlowe"))
		term := start(t, s, lobby.Find(s, "noirburg"), w, h)
		term.Press("down")
		return term.WaitFor("Find a table", "← any, 3 to 6 →")
	})
	tuitest.Screens(t, "house-of-two", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		s := both(house, house.Player("marlowe"))
		return start(t, s, lobby.House(s, "noirburg"), w, h).Screen()
	})
	tuitest.Screens(t, "private-of-two", func(t *testing.T, w, h int) string {
		_, _, term := marloweWithBoth(t, lobby.Private, w, h)
		term.Press("tab", "down", "down", "down", "down", "down", "down")
		return term.WaitFor("Free seats")
	})
}

// TestATableOfThree: three find each other from home and pass the ready check.
func TestATableOfThree(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		var terms []*tuitest.Terminal
		for _, name := range []string{"marlowe", "spade", "vera"} {
			s := both(house, house.Player(name))
			term := start(t, s, lobby.Home(s), 80, 24)
			term.WaitFor("1 here")
			term.Press("down", "enter")
			term.WaitFor("NOIRBURG")
			term.Click("Another table")
			term.WaitFor("Find a table")
			term.Press("down", "right", "up", "enter")
			term.WaitFor("NOIRBURG", "60 s a move", "seats: 3")
			terms = append(terms, term)
		}
		for i, term := range terms {
			term.WaitFor("a table of three is here", fmt.Sprintf("%d of 3 ", i))
			answer(term, "enter")
		}
		for _, term := range terms {
			term.WaitFor("at the table")
		}
	})
}

// TestTheHouseFillsATable: a host begins with one friend at a table of three.
func TestTheHouseFillsATable(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		host, friend := both(house, house.Player("marlowe")), both(house, house.Guest("guest-1234"))
		first := start(t, host, lobby.Private(host), 80, 24)
		first.Press("tab")
		first.Click("Free seats")
		first.Click("Open a table")
		read := code.FindString(first.WaitFor("1 of 4 seated", "with the house: easy"))
		second := start(t, friend, lobby.Private(friend), 80, 24)
		join(second, read)
		second.WaitFor("2 of 4 seated", "marlowe, guest-1234")
		first.WaitFor("2 of 4 seated")
		first.Press("n")
		first.WaitFor("at the table")
		second.WaitFor("at the table")
	})
}

// TestAHostCannotBeginAlone without house players.
func TestAHostCannotBeginAlone(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		_, _, term := marloweWithBoth(t, lobby.Private, 80, 24)
		term.Press("tab", "enter")
		term.WaitFor("1 of 4 seated", "with those who are here")
		term.Press("n")
		term.WaitFor("Noirburg is for 3 to 6 players; wait for others.", "1 of 4 seated")
	})
}
