package play_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/districtnoir"
	"noir/tui/noirburg"
	"noir/tui/play"
	"noir/tui/tuitest"
)

// TestPlayingOnFromAReplay: o goes on against the house from the moment shown, in one's own seat and at
// the usual level, and leaving the table leads back to the replay.
func TestPlayingOnFromAReplay(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		id := recorded(t, h)
		spade := h.Player("spade")
		s := session(h, spade)
		term := start(t, s, play.Replay(s, id))
		term.WaitFor("move 0 of 48")
		term.Press("end")
		term.WaitFor("move 48 of 48")
		term.Press("o")
		term.WaitFor("The game is over there: choose an earlier move.")
		term.Press("g", "2", "1", "enter")
		term.WaitFor("move 21 of 48", "o play on")
		term.Press("o")
		screen := term.WaitFor("on from move 21", "You play spade.", "The hidden cards lie as they did.")
		if !strings.Contains(screen, "▸ normal") {
			t.Errorf("another level stands first:\n%s", screen)
		}
		term.Press("up", "enter")
		term.WaitFor("casual, on from move 21", "Pip", "round 2 of 4")
		mine, err := h.Broker.Mine(t.Context(), spade.ID)
		if err != nil || len(mine) != 1 {
			t.Fatalf("%+v, %v", mine, err)
		}
		m, err := h.Store.Match(t.Context(), mine[0].ID)
		if err != nil || m.Origin != (data.Origin{Match: id, Plies: 21}) || m.Seats[1].Name != "spade" || m.Seats[0].Level != "easy" {
			t.Errorf("stored is %+v, %v", m, err)
		}
		term.Press("q", "l", "enter")
		term.WaitFor("move 21 of 48")
	})
}

// TestPlayingOnInAnotherSeat: a player who did not play chooses a seat; first comes that of the one who
// moves.
func TestPlayingOnInAnotherSeat(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		s := session(h, h.Player("vivian"))
		id := recorded(t, h)
		m, err := h.Store.Match(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		first := m.Moves[0].Seat // who made the first move
		term := start(t, s, play.Replay(s, id))
		term.WaitFor("move 0 of 48")
		term.Press("o")
		term.WaitFor("on from move 0", "You play "+m.Seats[first].Name+".")
		term.Click("You play")
		term.WaitFor("You play " + m.Seats[1-first].Name + ".")
		term.Press("esc")
		term.Wait(func(screen string) bool { return !strings.Contains(screen, "on from move") })
		term.Press("o", "left")
		term.WaitFor("You play " + m.Seats[1-first].Name + ".")
		term.Click("normal")
		term.WaitFor("casual, on from move 0", "Iris", "vivian")
	})
}

// TestPlayingOnInATown goes on from a window of Noirburg in which answers were kept back, in the seat of
// one's choice.
func TestPlayingOnInATown(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		s := session(h, h.Player("vivian"))
		s.Games = append(s.Games, noirburg.Game())
		id := h.PlayedBack(time.Now(), "../../engine/noirburg/search/testdata/majority.json", h.Player("marlowe"), h.Player("spade"), h.Player("vera"))
		term := start(t, s, play.Replay(s, id))
		term.WaitFor("move 0 of")
		term.Press("g", "2", "0", "2", "enter")
		term.WaitFor("move 202 of")
		term.Press("o")
		term.WaitFor("on from move 202", "You play ")
		for range 3 { // once round the table
			term.Press("right")
		}
		term.Press("up", "enter")
		term.WaitFor("casual, on from move 202", "q menu")
		mine, err := h.Broker.Mine(t.Context(), s.Player.ID)
		if err != nil || len(mine) != 1 || len(mine[0].Seats) != 3 || mine[0].Game != "noirburg" {
			t.Errorf("%+v, %v", mine, err)
		}
	})
}

// TestNoTableToPlayOn: why there is none stands below the replay.
func TestNoTableToPlayOn(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		s := session(h, h.Player("vivian"))
		id := recorded(t, h)
		term := start(t, s, play.Replay(s, id))
		term.WaitFor("move 0 of 48")
		term.Press("o")
		h.CloseStore()
		term.Press("enter")
		term.WaitFor("That could not be saved just now.")
	})
}

// TestPlayingOnInASCII: the choice has no sign that a plain terminal lacks.
func TestPlayingOnInASCII(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		s := session(h, h.Player("vivian"))
		th := tui.NewTheme(tui.Look{ASCII: true})
		term := tuitest.Start(t, tui.NewRoot(s, th, home{"home", tui.Push{Screen: play.Replay(s, recorded(t, h))}}), 40, 20)
		term.WaitFor("move 0 of 48")
		term.Press("o")
		for _, r := range term.WaitFor("on from move 0", "> normal", "< You play ") {
			if r >= 0x80 {
				t.Fatalf("%q on\n%s", r, term.Screen())
			}
		}
	})
}

func TestPlayingOnLooks(t *testing.T) {
	t.Parallel()
	tuitest.Screens(t, "replay-onward", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		s := session(house, house.Player("vivian"))
		s.Settings.Still = true
		term := start(t, s, play.Replay(s, recorded(t, house)))
		term.Resize(w, h)
		term.WaitFor(s.Words("move %d of %d", 0, 48))
		term.Press("right")
		time.Sleep(time.Second) // of the bubble's clock: nothing moves any more
		term.Press("o")
		return term.WaitFor(s.Words("on from move %d", 1))
	})
}

func TestTheNextGame(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := meet(t)
		p.resign()
		p.terms[1].Press("n")
		p.terms[1].WaitFor("Press again", "n next game") // it may have been for the game
		p.settle()
		p.terms[1].Press("n")
		p.terms[1].WaitFor("queue")
	})
}

func TestTheHousePlaysAgain(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		s := session(h, h.Player("marlowe"))
		seek := tui.Seek{Ticket: matchmaking.Ticket{
			Player: s.Player, Terms: matchmaking.Terms{Game: districtnoir.Name, Pace: data.Live}, Bot: "easy",
		}}
		term := tuitest.Start(t, tui.NewRoot(s, tuitest.Theme(), home{"home", seek}), 80, 24)
		term.WaitFor("DISTRICT NOIR", "Pip")
		term.Press("q", "r", "enter", "y")
		term.WaitFor("A casual game: no rating has changed.")
		settle()
		term.Press("n")
		term.WaitFor("round 1 of 4", "q menu")
	})
}

// TestAGameOfAnEventThatIsOver is looked at, and nobody looks for the next one by that.
func TestAGameOfAnEventThatIsOver(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		event := house.Tournament("Night shift", -time.Minute)
		s := session(house, house.Player("marlowe"))
		match := house.Entered(event, s.Player, house.Player("spade"))
		chair, err := house.Broker.Sit(t.Context(), match, s.Player.ID)
		if err == nil {
			err = chair.Resign(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		start(t, s, play.Seat(s, match)).WaitFor("spade wins")
		synctest.Wait()
		if s.Search != nil {
			t.Errorf("they wait: %+v", s.Search.Ticket)
		}
		chair.Leave()
	})
}
