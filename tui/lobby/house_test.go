package lobby_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/lobby"
	"noir/tui/tuitest"
)

// TestPracticeHasTheClockThatIsWanted: none by itself, and at most four times the usual one.
func TestPracticeHasTheClockThatIsWanted(t *testing.T) {
	t.Parallel()
	for keys, want := range map[int]data.Clock{0: data.NoClock, 1: data.Usual, 2: data.Double, 3: data.Fourfold, 4: data.NoClock} {
		tuitest.Bubble(t, func(t *testing.T) {
			house := tuitest.Open(t)
			s := session(house, house.Player("marlowe"))
			term := start(t, s, lobby.House(s, ""), 80, 24)
			term.WaitFor("▸ easy", "Pace")
			for range 4 {
				term.Press("down")
			}
			term.WaitFor("▸ Pace")
			for range keys {
				term.Press("right")
			}
			term.Press("home", "enter")
			term.WaitFor("at the table")
			tables, err := house.Broker.Mine(t.Context(), s.Player.ID)
			if err != nil || len(tables) != 1 {
				t.Fatalf("tables are %v, %v", tables, err)
			}
			m, err := house.Store.Match(t.Context(), tables[0].ID)
			if err != nil || m.Clock != want {
				t.Errorf("after %d keys the clock is %q, %v, want %q", keys, m.Clock, err, want)
			}
		})
	}
}

// TestARefusedTableIsAskedForAgain: what was wrong with the last one is not said of the next.
func TestARefusedTableIsAskedForAgain(t *testing.T) {
	t.Parallel()
	house := tuitest.Open(t)
	s := session(house, house.Player("marlowe"))
	screen := lobby.House(s, "")
	shows := func(what, text, not string) {
		t.Helper()
		if said := strings.Join(screen.View(80, 24, tuitest.Themed(s)), "\n"); !strings.Contains(said, text) || strings.Contains(said, not) {
			t.Errorf("%s:\n%s", what, said)
		}
	}
	const shuffles = "The dealer shuffles."
	refusal := s.Why(matchmaking.ErrDraining)
	enter := tea.KeyPressMsg{Code: tea.KeyEnter}
	for range 2 {
		_, asks := screen.Update(enter)
		if asks == nil {
			t.Fatal("no table is asked for")
		}
		shows("while it is dealt", shuffles, refusal)
		if _, asks := screen.Update(enter); asks != nil {
			t.Error("two tables are asked for at once")
		}
		screen.Update(tui.Sought{Err: matchmaking.ErrDraining})
		shows("when it is refused", refusal, shuffles)
	}
}
