package history_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"noir/data"
	"noir/engine/noirburg"
	"noir/tui"
	"noir/tui/history"
	"noir/tui/tuitest"
)

func TestRankings(t *testing.T) {
	t.Parallel()
	tuitest.Screens(t, "rankings", func(t *testing.T, w, h int) string {
		house, marlowe := town(t)
		s := session(house, marlowe)
		term := start(t, s, history.Rankings(s, "district-noir"), w, h)
		return term.WaitFor("marlowe", "vera")
	})
}

// TestTablesOfRankings switches to a season and to programs, and searches for a name; a connected
// player is marked.
func TestTablesOfRankings(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house, marlowe := town(t)
		robot, spade := house.Player("robot-1"), house.Player("spademan")
		if err := house.Store.(data.Operator).MarkBot(t.Context(), "test", robot.ID, true); err != nil {
			t.Fatal(err)
		}
		house.Played(time.Now().AddDate(0, 0, -100), spade, marlowe)
		house.Played(time.Now().AddDate(0, 0, -40), robot, spade)
		s := session(house, marlowe)
		s.Here = func(p data.PlayerID) bool { return p == spade.ID }
		s.Games = append(s.Games, tui.Game{Rules: noirburg.Game{}})
		term := start(t, s, history.Rankings(s, "district-noir"), 80, 24)
		term.WaitFor("all time", "4 players", "▪ spademan", "▪ is here now")
		term.Press("left")
		term.WaitFor("December 1999", "3 players", "marlowe")
		term.Press("left")
		term.WaitFor("November 1999", "1 player", "1. ▪ spademan", "No rank yet")
		term.Press("left")
		term.WaitFor("September 1999", "2 players", "marlowe")
		term.Press("left", "right", "right", "right", "right")
		term.WaitFor("all time", "4 players")
		term.Press("/")
		term.Type("spa")
		term.Press("enter")
		screen := term.WaitFor("/spa", "2 players", "spademan", "you")
		if strings.Count(screen, "vera") > 0 {
			t.Errorf("vera is found by spa:\n%s", screen)
		}
		term.Press("/")
		term.Type("vera")
		term.WaitFor("/vera") // and nothing of what was looked for before
		term.Press("esc")
		term.WaitFor("4 players")
		term.Press("b")
		term.WaitFor("all time · programs", "1 player", "robot-1")
		term.Press("enter")
		term.WaitFor("ROBOT-1", "bot · 1 rated game")
		term.Press("esc")
		term.WaitFor("all time · programs")
		term.Press("tab")
		term.WaitFor("Noirburg", "all time · programs")
		term.Press("tab", "b")
		term.WaitFor("4 players", "vera")
	})
}

func TestRankingsLeadToProfiles(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house, marlowe := town(t)
		s := session(house, marlowe)
		term := start(t, s, history.Rankings(s, "district-noir"), 80, 24)
		term.WaitFor("marlowe", "vera")
		term.Click("vera")
		term.WaitFor("VERA", "here since", "f friend, block")
		term.Press("f")
		term.WaitFor("you and vera")
		term.Press("esc")
		term.WaitFor("VERA")
		term.Press("esc")
		term.WaitFor("RANKINGS")
	})
}

// TestRankingsLookAgain: a game that ended while another screen was on top shows on return.
func TestRankingsLookAgain(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house, marlowe := town(t)
		term := start(t, session(house, marlowe), history.Rankings(session(house, marlowe), "district-noir"), 80, 24)
		term.WaitFor("marlowe", "vera")
		term.Click("vera")
		term.WaitFor("VERA")
		house.Played(time.Now(), house.Player("spademan"), marlowe)
		term.Press("esc")
		term.WaitFor("RANKINGS", "vera", "spademan")
	})
}

// TestOwnRowIsAlwaysInSight reads a table that is longer than one query and a
// window, from end to end.
func TestOwnRowIsAlwaysInSight(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		champion := house.Player("champion")
		var last data.Player // in the rankings
		for i := range 130 {
			loser := house.Player(fmt.Sprintf("loser-%03d", i))
			house.Played(time.Now(), champion, loser)
			if i == 0 {
				last = loser
			}
		}
		s := session(house, last)
		term := start(t, s, history.Rankings(s, "district-noir"), 80, 24)
		term.WaitFor("champion", last.Name, "you")
		term.Press("end")
		screen := term.WaitFor("▸  131.", last.Name, "131 players")
		if strings.Contains(screen, "champion") || strings.Count(screen, last.Name) > 1 {
			t.Errorf("the end of the table shows its beginning, or a row twice:\n%s", screen)
		}
		for range 12 {
			term.Press("pgup")
		}
		term.WaitFor("champion", last.Name, "you")
	})
}

// TestRowsThatHaveNotComeAreDots turns to the end of a table of which the store has shown only the
// first hundred rows.
func TestRowsThatHaveNotComeAreDots(t *testing.T) {
	t.Parallel()
	house := tuitest.Open(t)
	champion := house.Player("champion")
	for i := range 120 {
		house.Played(time.Now(), champion, house.Player(fmt.Sprintf("loser-%03d", i)))
	}
	s := session(house, champion)
	screen := history.Rankings(s, "district-noir")
	screen, _ = screen.Update(screen.Init()())
	for at := range 104 {
		var fetch tea.Cmd
		screen, fetch = screen.Update(tea.KeyPressMsg{Code: tea.KeyDown}) // what it asks for does not come
		if asks := fetch != nil; asks != (at == 49) {
			t.Errorf("at row %d it asks for more: %t", at+2, asks) // once, half a hundred rows ahead, for all that there are
		}
	}
	view := ansi.Strip(strings.Join(screen.View(80, 24, tuitest.Themed(s)), "\n"))
	if !strings.Contains(view, " 100. ") || strings.Contains(view, " 101. ") || len(regexp.MustCompile(`(?m)^ *· *$`).FindAllString(view, -1)) != 5 {
		t.Errorf("rows 100 to 105, of which one is known:\n%s", view)
	}
}

func TestNobodyIsRanked(t *testing.T) {
	t.Parallel()
	tuitest.Screens(t, "rankings-empty", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		s := session(house, house.Guest("guest-1234"))
		term := start(t, s, history.Rankings(s, "district-noir"), w, h)
		return term.WaitFor("Nobody")
	})
}
