package play_test

import (
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/tui/districtnoir"
	"noir/tui/play"
	"noir/tui/tuitest"
)

// meetDaily brings two players together at a day a move by challenges that were made at some addresses, open ones or
// to each other.
func meetDaily(t *testing.T, private bool, addresses ...netip.Addr) *pair {
	t.Helper()
	p := &pair{house: tuitest.Open(t)}
	players := []data.Player{p.house.Player("marlowe"), p.house.Player("spade")}
	for i, player := range players {
		offer := data.Challenge{From: player, Game: districtnoir.Name, Rated: true, Seats: 2, Address: addresses[i]}
		if private {
			offer.To = players[1-i]
		}
		a, err := p.house.Broker.Challenge(t.Context(), offer)
		if err != nil {
			t.Fatal(err)
		}
		p.match = a.Match
	}
	for i, player := range players {
		p.sessions[i] = session(p.house, player)
		p.terms[i] = start(t, p.sessions[i], play.Seat(p.sessions[i], p.match))
		p.terms[i].WaitFor("DISTRICT NOIR")
	}
	return p
}

// TestADayGame says so above the table, and nobody is missed there. After it another one is offered, and accepted, as
// a challenge.
func TestADayGame(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := meetDaily(t, false, netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("198.51.100.1"))
		p.settle()
		for _, term := range p.terms {
			if screen := term.WaitFor("rated, a day a move"); strings.Contains(screen, "share an address") {
				t.Errorf("they do not share one:\n%s", screen)
			}
		}
		p.terms[1].Press("q", "l", "enter")
		p.settle()
		if screen := p.terms[0].Screen(); strings.Contains(screen, "lost the connection") {
			t.Errorf("somebody is missed:\n%s", screen)
		}
		p.terms[1] = start(t, p.sessions[1], play.Seat(p.sessions[1], p.match))
		p.terms[0].Press("q", "r", "enter", "y")
		p.terms[1].WaitFor("You win", "n next game")
		p.settle()
		p.terms[0].Press("n")
		p.terms[0].WaitFor("Your challenge stands. You need not wait for it.", "spade wins")
		p.terms[1].Press("n")
		p.terms[1].WaitFor("round 1 of 4", "a day a move", "q menu")
		p.house.CloseStore()
		p.terms[0].Press("n")
		p.terms[0].WaitFor("That could not be saved just now.")
	})
}

// TestPlayersOfOneAddressAreTold, for a while, why their game is casual.
func TestPlayersOfOneAddressAreTold(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		same := netip.MustParseAddr("192.0.2.1")
		p := meetDaily(t, true, same, same)
		for _, term := range p.terms {
			term.WaitFor("Two players share an address, so it is a casual game.", "casual, a day a move")
		}
		time.Sleep(8 * time.Second)
		synctest.Wait()
		for _, term := range p.terms {
			if screen := term.Screen(); strings.Contains(screen, "share an address") {
				t.Errorf("it is said for ever:\n%s", screen)
			}
		}
	})
}
