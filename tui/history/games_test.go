package history_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"noir/data"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/tui"
	"noir/tui/history"
	"noir/tui/tuitest"
)

func TestGames(t *testing.T) {
	t.Parallel()
	tuitest.Screens(t, "games", func(t *testing.T, w, h int) string {
		house, marlowe := town(t)
		house.Seated(marlowe, house.Player("archer"))
		s := session(house, marlowe)
		term := start(t, s, history.Games(s, marlowe), w, h)
		return onMove(s, term.WaitFor("archer", "2 h ago", "resume"))
	})
	tuitest.Screens(t, "games-empty", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		s := session(house, house.Player("archer"))
		term := start(t, s, history.Games(s, s.Player), w, h)
		return term.WaitFor("clean sheet")
	})
}

// onMove waits until it is the player's move in each game on a screen.
func onMove(s *tui.Session, screen string) string {
	waits, moves := s.Words("waiting"), s.Words("your move")
	was, wants := "", strings.Repeat(" ", max(0, ansi.StringWidth(waits)-ansi.StringWidth(moves)))
	if wants == "" {
		was = strings.Repeat(" ", ansi.StringWidth(moves)-ansi.StringWidth(waits))
	}
	return strings.NewReplacer(was+"Noirburg · "+waits, wants+"Noirburg · "+moves, was+waits, wants+moves).Replace(screen)
}

// TestAGameWithoutAClockSaysNoTime among the running ones.
func TestAGameWithoutAClockSaysNoTime(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s := session(house, house.Player("marlowe"))
		house.Practised(s.Player)
		screen := start(t, s, history.Games(s, s.Player), 80, 24).WaitFor("runs")
		if row := regexp.MustCompile(`(?m)^.* runs .*$`).FindString(screen); !strings.HasSuffix(strings.TrimSpace(row), "your move") && !strings.HasSuffix(strings.TrimSpace(row), "waiting") {
			t.Errorf("a game against the house: %q", row)
		}
	})
}

// TestGamesGoOn turns to the oldest of more games than are fetched at once.
func TestGamesGoOn(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe, spade, vera := house.Player("marlowe"), house.Player("spade"), house.Player("vera")
		began := time.Now().Add(-500 * time.Hour)
		house.Played(began, marlowe, vera)
		for n := range 230 {
			house.Played(began.Add(time.Duration(1+n)*time.Hour), marlowe, spade)
		}
		s := session(house, marlowe)
		term := start(t, s, history.Games(s, marlowe), 80, 24)
		if first := term.WaitFor("spade"); strings.Contains(first, "games") && strings.Contains(first, "200") {
			t.Errorf("it says how many there are before it knows:\n%s", first)
		}
		term.Press("end")
		term.WaitFor("231 games")
		term.Press("end")
		term.WaitFor("vera")
	})
}

// TestAGameIsMarked as kept in the player's own list, and unmarked.
func TestAGameIsMarked(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe, at := house.Player("marlowe"), time.Now().Add(-time.Hour)
		_, err := house.Store.Open(t.Context(), data.Match{ID: "practice", Game: "district-noir", Pace: data.Live, Started: at, Seats: []data.Seat{
			{Player: marlowe.ID, Name: marlowe.Name, Kind: data.Human}, {Name: "pip/easy", Kind: data.Bot, Level: "easy"},
		}})
		if err == nil {
			result := engine.Result{Reason: "points", Winners: []engine.Seat{0}, Places: []int{1, 2}, Scores: json.RawMessage(`[]`)}
			_, err = house.Store.Finish(t.Context(), "practice", at, result)
		}
		if err != nil {
			t.Fatal(err)
		}
		s := house.Session(marlowe)
		term := start(t, s, history.Games(s, marlowe), 80, 24)
		term.WaitFor("Pip easy")
		term.Press("m")
		term.WaitFor("This game is kept.")
		term.Press("m")
		term.WaitFor("This game is kept until")
		if m, err := house.Store.Match(t.Context(), "practice"); err != nil || !m.Passing {
			t.Errorf("in the end: %t, %v", m.Passing, err)
		}
	})
}

// TestWhoseMoveItIs is told in the list of each of two players of one game.
func TestWhoseMoveItIs(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		_, broker := house.Dealt(districtnoir.Game{}, engine.Seed{4}, "marlowe", "spade")
		told := map[string]int{}
		for _, name := range []string{"marlowe", "spade"} {
			s := session(house, house.Player(name))
			s.Broker = broker
			row := regexp.MustCompile(`(?m)^.* runs .*$`).FindString(start(t, s, history.Games(s, s.Player), 80, 24).WaitFor("runs"))
			for _, says := range []string{"your move", "waiting"} {
				told[says] += strings.Count(row, says)
			}
		}
		if told["your move"] != 1 || told["waiting"] != 1 {
			t.Errorf("told %v", told)
		}
	})
}

// TestGamesThatCannotBeKept: the list says why.
func TestGamesThatCannotBeKept(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house, marlowe := town(t)
		s := session(house, marlowe)
		term := start(t, s, history.Games(s, marlowe), 80, 24)
		term.WaitFor("spade", "vera")
		house.CloseStore()
		term.Press("m")
		term.WaitFor("That did not work. Try again in a minute.")
	})
}
