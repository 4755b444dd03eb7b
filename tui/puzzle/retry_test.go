package puzzle_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"

	"noir/data"
	"noir/data/review"
	"noir/engine"
	rules "noir/engine/districtnoir"
	"noir/tui"
	"noir/tui/districtnoir"
	"noir/tui/noirburg"
	"noir/tui/play"
	"noir/tui/puzzle"
	"noir/tui/tuitest"
)

// mistaken stores a whole game of marlowe with a review, in which one choice of marlowe's was a
// blunder, and one of the opponent's. It returns marlowe and the plies.
func mistaken(t *testing.T, h *tuitest.House) (marlowe data.Player, id data.MatchID, ply, other int) {
	t.Helper()
	marlowe = h.Player("marlowe")
	id = h.PlayedOut(time.Now().Add(-time.Hour), 1, marlowe, h.Player("spade"))
	m, err := h.Store.Match(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	steps, err := engine.Replay(rules.Game{}, m.Setup(), data.Moves(m.Moves))
	if err != nil {
		t.Fatal(err)
	}
	r := review.Review{Version: review.Version, ID: id, Game: m.Game}
	for i, e := range m.Moves[:20] {
		if len(steps[i].State.Legal(e.Seat)) < 3 {
			continue
		}
		if e.Seat == 0 {
			ply = e.Ply
		} else {
			other = e.Ply
		}
	}
	for _, e := range m.Moves {
		known := review.Estimate{Chance: 0.6, Best: e.Move, Made: 0.6}
		d := review.Decision{Ply: e.Ply, Seat: e.Seat, By: e.By, Move: e.Move, Known: known, Open: known, Mark: review.Good}
		if e.Ply == ply || e.Ply == other {
			d.Known.Made, d.Known.Loss, d.Mark = 0.4, 0.2, review.Blunder
		}
		r.Decisions = append(r.Decisions, d)
	}
	body, err := json.Marshal(r)
	if err == nil {
		err = h.Store.SaveAnalysis(t.Context(), id, body)
	}
	if err != nil {
		t.Fatal(err)
	}
	return marlowe, id, ply, other
}

// reviewing is a session with the screens on the way to a mistake.
func reviewing(h *tuitest.House, p data.Player) *tui.Session {
	s := h.Session(p)
	s.Games = []tui.Game{districtnoir.Game(), noirburg.Game()}
	s.Routes.Review, s.Routes.Retry = play.Review, puzzle.Retry
	return s
}

// TestAMistakeIsRetried by keys: the review of a player's own game leads from a mistake to the
// position, two moves are judged, and then the review says what was better. It does not lead to
// mistakes of others.
func TestAMistakeIsRetried(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		marlowe, id, ply, other := mistaken(t, h)
		s := reviewing(h, marlowe)
		term := tuitest.Start(t, tui.NewRoot(s, tuitest.Themed(s), play.Review(s, id)), 80, 24)
		term.WaitFor("move 0 of", "between equals")
		to := func(ply int) {
			term.Press("home")
			term.Press(goTo(ply)...)
			term.WaitFor(s.Words("blunder"))
		}
		to(other)
		if screen := term.Screen(); strings.Contains(screen, "Press f") || strings.Contains(screen, "f find a better move") {
			t.Errorf("another's mistake is to be bettered:\n%s", screen)
		}
		term.Press("f")
		term.WaitFor(s.Words("blunder"))
		to(ply)
		term.WaitFor("Press f to find a better move.", "f find a better move")
		term.Press("left", "space", "f") // what plays on stands still for it
		term.WaitFor(s.Words("move %d again", ply), "You gave something away here. Find a better move.")
		term.Press("1", "enter")
		said := strings.Join(strings.Fields(term.WaitFor("r try again", "enter back")), " ")
		if !strings.Contains(said, " to win)") && !strings.Contains(said, "No better: ") {
			t.Errorf("it is not said what that is worth:\n%s", said)
		}
		term.Press("r")
		term.WaitFor("Find a better move.")
		term.Press("2", "enter")
		term.WaitFor("r try again")
		term.Press("enter")
		term.WaitFor(s.Words("blunder"), "win chance 60 % → 40 %.")
		if screen := term.Screen(); strings.Contains(screen, "playing,") {
			t.Errorf("what stands still says that it plays:\n%s", screen)
		}
		if screen := term.Screen(); strings.Contains(screen, "Press f") {
			t.Errorf("the review still keeps it back:\n%s", screen)
		}
		term.Press("f") // once more
		term.WaitFor("Find a better move.")
	})
}

// goTo are the keys that go to a move of a replay.
func goTo(ply int) []string {
	keys := []string{"g"}
	for _, digit := range []byte(strconv.Itoa(ply)) {
		keys = append(keys, string(digit))
	}
	return append(keys, "enter")
}

// TestOnlyOwnMistakes: a player who did not play is told at once what was better.
func TestOnlyOwnMistakes(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		_, id, ply, _ := mistaken(t, h)
		s := reviewing(h, h.Player("vera"))
		term := tuitest.Start(t, tui.NewRoot(s, tuitest.Themed(s), play.Review(s, id)), 80, 24)
		term.WaitFor("move 0 of", "between equals")
		term.Press(goTo(ply)...)
		screen := term.WaitFor(s.Words("blunder"))
		if strings.Contains(screen, "Press f") {
			t.Errorf("a mistake of somebody else's is kept back:\n%s", screen)
		}
		term.Press("f")
		term.WaitFor(s.Words("blunder"))
	})
}

// TestRetryLooks.
func TestRetryLooks(t *testing.T) {
	tuitest.Screens(t, "retry", func(t *testing.T, w, hgt int) string {
		h := tuitest.Open(t)
		marlowe, id, ply, _ := mistaken(t, h)
		s := reviewing(h, marlowe)
		term := tuitest.Start(t, tui.NewRoot(s, tuitest.Themed(s), puzzle.Retry(s, id, ply)), w, hgt)
		term.WaitFor("You gave something away here.")
		time.Sleep(time.Second) // of the bubble's clock: the position comes
		term.Press("1", "enter")
		time.Sleep(time.Second)
		return term.WaitFor(s.Words("try again"))
	})
}

// TestAWindowIsRetried: in Noirburg several may have been asked at that moment.
func TestAWindowIsRetried(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		marlowe := h.Player("marlowe")
		id := h.PlayedBack(time.Now().Add(-time.Hour), "../../engine/noirburg/search/testdata/majority.json", marlowe, h.Player("vera"), h.Player("archer"))
		s := reviewing(h, marlowe)
		term := tuitest.Start(t, tui.NewRoot(s, tuitest.Themed(s), puzzle.Retry(s, id, 203)), 80, 24) // where vera called a Poker Night
		term.WaitFor("Find a better move.")
		term.Press("p", "enter")
		term.WaitFor("No better: pass drops you from ", "Better: call a Poker Night.", "r try again")
		term.Press("r", "2", "enter")
		term.WaitFor("Found: call a Poker Night (", "r try again")
	})
}

// TestNothingToRetry: where there was no choice, or no such game, the player is told so.
func TestNothingToRetry(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		marlowe, id, _, _ := mistaken(t, h)
		m, err := h.Store.Match(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		s := reviewing(h, marlowe)
		term := tuitest.Start(t, tui.NewRoot(s, tuitest.Themed(s), puzzle.Retry(s, id, len(m.Moves)+1)), 80, 24)
		term.WaitFor("There was no choice at that move.", "enter back")
	})
}
