package play_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/data/review"
	"noir/engine"
	"noir/tui/tuitest"
)

// ended resigns a rated game for its first player after a card and a take, and returns at once.
func ended(t *testing.T, settings data.Settings) *pair {
	t.Helper()
	p := meetWith(t, settings)
	p.play("1", "enter")
	p.play("t", "enter")
	p.settle()
	p.terms[0].Press("q", "r", "enter", "y")
	synctest.Wait()
	return p
}

// judged stores a review in which the first move has decided the game.
func (p *pair) judged(t *testing.T) {
	t.Helper()
	m, err := p.house.Store.Match(t.Context(), p.match)
	if err != nil {
		t.Fatal(err)
	}
	ply := 1
	known := review.Estimate{Chance: 0.53, Loss: 0.25, Best: m.Moves[0].Move}
	r := review.Review{Version: review.Version, ID: p.match, Game: m.Game, Turning: &ply, Decisions: []review.Decision{
		{Ply: 1, Seat: m.Moves[0].Seat, By: engine.ByPlayer, Move: m.Moves[0].Move, Known: known, Open: known, Mark: review.Blunder},
	}}
	body, err := json.Marshal(r)
	if err == nil {
		err = p.house.Store.SaveAnalysis(t.Context(), p.match, body)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestTheSheetFillsLineByLine(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		p := ended(t, data.Settings{})
		var lines []int
		var bars [2][]int // how long the bar of each rating is
		for range 16 {
			screen := p.terms[0].Screen()
			for i, term := range p.terms {
				if screen := term.Screen(); strings.Contains(screen, "00 ▰") || strings.Contains(screen, "00 ▱") {
					bars[i] = append(bars[i], strings.Count(screen, "▰"))
				}
			}
			lines = append(lines, strings.Count(strings.TrimRight(screen, "\n"), "\n")-strings.Count(screen, "\n\n"))
			time.Sleep(120 * time.Millisecond)
			synctest.Wait()
		}
		if !slices.IsSorted(lines) || len(slices.Compact(slices.Clone(lines))) < 5 {
			t.Errorf("the sheet has %v lines from one picture to the next", lines)
		}
		for i, want := range [][]int{{15, 14, 13, 12, 11}, {0, 2, 5, 7, 9}} { // of 30 cells, from the rating before the game to that after it
			if got := slices.Compact(slices.Clone(bars[i])); !slices.Equal(got, want) {
				t.Errorf("the bar of %d goes over %v, not over %v", i, got, want)
			}
		}
		p.terms[0].WaitFor("O W N S", "total", "(−30)", "1400 ", " 1500", "r rematch   a review   w replay")
		p.terms[1].WaitFor("T H E   C I T Y   I S   Y O U R S", "(+30)", "1500 ", " 1600")
	})
}

func TestReducedMotionShowsTheWholeSheet(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := ended(t, data.Settings{Still: true})
		if screen := p.terms[0].Screen(); !strings.Contains(screen, "(−30)") {
			t.Errorf("the sheet is not whole:\n%s", screen)
		}
	})
}

// TestAKeyFillsTheSheet: one that leads home does nothing else, others count.
func TestAKeyFillsTheSheet(t *testing.T) {
	for key, want := range map[string]string{"enter": "(−30)", "r": "The rematch is waiting for", "w": "move 0 of", "a": "The turning point."} {
		tuitest.Bubble(t, func(t *testing.T) {
			p := ended(t, data.Settings{})
			if screen := p.terms[0].Screen(); strings.Contains(screen, "(−30)") {
				t.Fatalf("nothing is left to fill:\n%s", screen)
			}
			p.judged(t)
			p.terms[0].Press(key)
			synctest.Wait()
			p.terms[0].WaitFor(want)
		})
	}
}

// TestThereIsNoSheetBeforeTheEnd: its key leaves the table as it is.
func TestThereIsNoSheetBeforeTheEnd(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := meet(t)
		p.settle()
		before := p.terms[0].Screen()
		p.terms[0].Press("tab")
		synctest.Wait()
		if screen := p.terms[0].Screen(); screen != before {
			t.Errorf("it shows\n%s", screen)
		}
	})
}

// TestNothingIsCountedBeforeATake: the sheet of a game that ends sooner has no columns of nothing.
func TestNothingIsCountedBeforeATake(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		p := meet(t)
		p.play("1", "enter")
		p.terms[0].Press("q", "r", "enter", "y")
		p.terms[0].WaitFor("resigned.", "r rematch")
		time.Sleep(3 * time.Second)
		synctest.Wait()
		if screen := p.terms[0].Screen(); strings.Contains(screen, "total") {
			t.Errorf("nothing is counted:\n%s", screen)
		}
	})
}

// TestTheSheetGivesTheLink of a game that has a page.
func TestTheSheetGivesTheLink(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := ended(t, data.Settings{Still: true})
		p.terms[0].WaitFor("https://noir.example.com/game/")
	})
}

// TestTheSheetIsScrolled in a small window, by keys and by the wheel, and stops at its ends.
func TestTheSheetIsScrolled(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		term := ended(t, data.Settings{Still: true}).terms[0]
		settle()
		term.Resize(40, 12)
		top := term.WaitFor("OWNS THE DOCKS")
		term.Press("down")
		second := term.Screen()
		if second == top || strings.Contains(second, "OWNS THE DOCKS") {
			t.Fatalf("the sheet does not move:\n%s", second)
		}
		for range 20 { // more than it has lines
			term.Press("j")
		}
		bottom := term.WaitFor("/game/")
		term.Send(tea.MouseWheelMsg{Button: tea.MouseWheelUp})
		if screen := term.Screen(); screen == bottom {
			t.Errorf("it had gone on beyond its end:\n%s", screen)
		}
		term.Send(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
		if screen := term.Screen(); screen != bottom {
			t.Errorf("the wheel does not lead back to the end:\n%s", screen)
		}
		for range 20 {
			term.Press("k")
		}
		if screen := term.Screen(); screen != top {
			t.Errorf("the beginning is\n%s, not\n%s", screen, top)
		}
		term.Press("down")
		if screen := term.Screen(); screen != second {
			t.Errorf("it had gone on before its beginning:\n%s", screen)
		}
		term.Resize(80, 24)
		term.Press("?")
		term.WaitFor("rematch", "review", "replay", "next game", "table", "say")
	})
}

// TestTheSheetTellsTheMoveThatDecided: once there is a review.
func TestTheSheetTellsTheMoveThatDecided(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		p := ended(t, data.Settings{})
		time.Sleep(3 * time.Second)
		synctest.Wait()
		if screen := p.terms[0].Screen(); strings.Contains(screen, "Decided at") {
			t.Fatalf("a move has decided before anybody looked:\n%s", screen)
		}
		p.judged(t)
		p.terms[0].Press("w")
		p.terms[0].WaitFor("move 0 of")
		p.terms[0].Press("q")
		p.terms[0].WaitFor("Decided at move 1: ", "(win chance 53 % → 28 %).")
	})
}
