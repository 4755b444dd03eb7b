package puzzle_test

import (
	"strings"
	"testing"
	"time"

	"noir/data"
	"noir/tui"
	"noir/tui/districtnoir"
	"noir/tui/noirburg"
	"noir/tui/puzzle"
	"noir/tui/tuitest"
)

// seated shows the screen over a home.
func seated(t *testing.T, h *tuitest.House, p data.Player, w, hgt int) *tuitest.Terminal {
	s := h.Session(p)
	s.Games = []tui.Game{districtnoir.Game(), noirburg.Game()}
	term := tuitest.Start(t, tui.NewRoot(s, tuitest.Themed(s), puzzle.Screen(s)), w, hgt)
	return term
}

// posed stores a puzzle of a game between two others, in which the asked seat has played on for a
// while.
func posed(h *tuitest.House) data.Puzzle {
	return h.Puzzle(h.PlayedOut(time.Now().Add(-time.Hour), 1, h.Player("spade"), h.Player("vera")), 12)
}

// majority stores a puzzle of Noirburg: a rival ends its turn with the majority of the money,
// and only a Poker Night takes it away.
func majority(h *tuitest.House) data.Puzzle {
	const game = "../../engine/noirburg/search/testdata/majority.json"
	return h.Puzzle(h.PlayedBack(time.Now().Add(-time.Hour), game, h.Player("spade"), h.Player("vera"), h.Player("archer")), 202)
}

// TestWindowLooks: in Noirburg the visitor answers another player's move.
func TestWindowLooks(t *testing.T) {
	tuitest.Screens(t, "window", func(t *testing.T, w, hgt int) string {
		h := tuitest.Open(t)
		majority(h)
		return seated(t, h, h.Player("marlowe"), w, hgt).WaitFor("Find it.")
	})
}

// TestWindowAnswered: the answer is a card, or a pass.
func TestWindowAnswered(t *testing.T) {
	for answer, want := range map[string]string{
		"2": "Solved: call a Poker Night (60 % to win). The next best move: 30 %.",
		"p": "Not quite: pass drops you from 60 % to 15 %. Better: call a Poker Night.",
	} {
		tuitest.Bubble(t, func(t *testing.T) {
			h := tuitest.Open(t)
			majority(h)
			term := seated(t, h, h.Player("marlowe"), 80, 24)
			term.WaitFor("Find it.")
			term.Press(answer, "enter")
			term.WaitFor(want, "The table is waiting for answers.")
		})
	}
}

// TestPuzzleLooks.
func TestPuzzleLooks(t *testing.T) {
	tuitest.Screens(t, "puzzle", func(t *testing.T, w, hgt int) string {
		h := tuitest.Open(t)
		posed(h)
		term := seated(t, h, h.Player("marlowe"), w, hgt)
		return term.WaitFor("Find it.")
	})
}

// TestSolvedLooks: the answer is judged at once, by the ordinary keys.
func TestSolvedLooks(t *testing.T) {
	tuitest.Screens(t, "solved", func(t *testing.T, w, hgt int) string {
		h := tuitest.Open(t)
		posed(h)
		term := seated(t, h, h.Player("marlowe"), w, hgt)
		term.WaitFor("Find it.")
		term.Press("1", "enter")
		return term.WaitFor("Solved")
	})
}

// TestFirstAnswerCounts: a player who has answered is told its worth, now and on later visits,
// and cannot answer again. A guest's answer is not stored.
func TestFirstAnswerCounts(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		p := posed(h)
		marlowe, guest := h.Player("marlowe"), h.Guest("guest-1234")
		for _, who := range []data.Player{marlowe, guest} {
			term := seated(t, h, who, 80, 24)
			screen := term.WaitFor("Find it.")
			for _, name := range []string{"spade", "vera"} {
				if strings.Contains(screen, name) {
					t.Errorf("%s is named:\n%s", name, screen)
				}
			}
			term.Press("2", "enter")
			term.WaitFor("Not quite: ", " drops you from 60 % to ", ". Better: ", "enter home")
			term.Press("1")
			if screen := term.Screen(); !strings.Contains(screen, "Not quite") {
				t.Errorf("another answer:\n%s", screen)
			}
		}
		seated(t, h, marlowe, 80, 24).WaitFor("Not quite: ", "Solved 0 of 1.")
		seated(t, h, guest, 80, 24).WaitFor("Find it.")
		fared, err := h.Store.Solving(t.Context(), marlowe.ID, data.DateOf(time.Now()))
		if err != nil || fared.Tries != 1 || fared.Solved != 0 || string(fared.Today) == string(p.Best().Move) {
			t.Errorf("%+v, %v", fared, err)
		}
	})
}

// TestWhoHasAnsweredBeforeIsToldLess: what a puzzle is, and that the first answer counts, is said until the first one.
func TestWhoHasAnsweredBeforeIsToldLess(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		p := posed(h)
		marlowe := h.Player("marlowe")
		const first = "A position of a real game"
		seated(t, h, marlowe, 80, 24).WaitFor(first)
		if _, err := h.Store.Solve(t.Context(), marlowe.ID, data.DateOf(time.Now())-1, p.Best().Move, true); err != nil {
			t.Fatal(err)
		}
		if screen := seated(t, h, marlowe, 80, 24).WaitFor("Find it."); strings.Contains(screen, first) {
			t.Errorf("a second puzzle:\n%s", screen)
		}
	})
}

// TestAPuzzleIsClicked: the board is below the screen's own lines, and what is clicked is what is picked.
func TestAPuzzleIsClicked(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		majority(h)
		marlowe := h.Player("marlowe")
		byKey, byClick := seated(t, h, marlowe, 80, 24), seated(t, h, marlowe, 80, 24)
		byKey.WaitFor("Find it.")
		byClick.WaitFor("Find it.")
		byKey.Press("2")
		byClick.Click("║  Poker")
		if one, other := byKey.Screen(), byClick.Screen(); one != other {
			t.Errorf("by the key\n%s\nby a click\n%s", one, other)
		}
	})
}

// TestAPuzzleThatCannotBeRead is not one that there is not.
func TestAPuzzleThatCannotBeRead(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		marlowe := h.Player("marlowe")
		h.CloseStore()
		if screen := seated(t, h, marlowe, 80, 24).WaitFor("enter home"); strings.Contains(screen, "There is no puzzle") {
			t.Errorf("the books are closed:\n%s", screen)
		}
	})
}

// TestNoPuzzle: where there is none the visitor is told so, and can leave.
func TestNoPuzzle(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		seated(t, h, h.Player("marlowe"), 80, 24).WaitFor("There is no puzzle today.", "enter home")
	})
}

// TestScreensAreLeft by either key.
func TestScreensAreLeft(t *testing.T) {
	tuitest.LeftBy(t, map[string]func(*tui.Session) tui.Screen{
		"There is no puzzle today": puzzle.Screen,
	})
}

// TestBeforeAnythingIsKnown: it is not said that there is no puzzle.
func TestBeforeAnythingIsKnown(t *testing.T) {
	tuitest.Early(t, map[string]func(*tui.Session) tui.Screen{
		"puzzle": puzzle.Screen, "puzzle enter": puzzle.Screen,
		"retry": func(s *tui.Session) tui.Screen { return puzzle.Retry(s, "g1", 3) },
	})
}

// TestDuringAnOutage no screen says that there is no puzzle.
func TestDuringAnOutage(t *testing.T) {
	tuitest.Outage(t, map[string]func(*tui.Session) tui.Screen{
		"puzzle": puzzle.Screen, "puzzle x": puzzle.Screen, "retry": func(s *tui.Session) tui.Screen { return puzzle.Retry(s, "g1", 3) },
	})
}
