package history_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"noir/data"
	"noir/tui"
	"noir/tui/history"
	"noir/tui/tuitest"
)

// sizes are the windows for which every screen is drawn.
var sizes = [][2]int{{40, 20}, {80, 24}, {120, 40}}

// pictures compares a screen at every size with its golden files.
func pictures(t *testing.T, name string, show func(t *testing.T, w, h int) string) {
	for _, size := range sizes {
		name := fmt.Sprintf("%s-%dx%d", name, size[0], size[1])
		t.Run(name, func(t *testing.T) {
			tuitest.Bubble(t, func(t *testing.T) {
				tuitest.Golden(t, name, show(t, size[0], size[1]))
			})
		})
	}
}

// session is somebody's, with the real screens of this package.
func session(h *tuitest.House, p data.Player) *tui.Session {
	s := h.Session(p)
	s.Routes.Tables, s.Routes.Games = history.Tables, history.Games
	s.Routes.Rankings, s.Routes.Profile = history.Rankings, history.Profile
	return s
}

func start(t *testing.T, s *tui.Session, first tui.Screen, w, h int) *tuitest.Terminal {
	return tuitest.Start(t, tui.NewRoot(s, tuitest.Theme(), first), w, h)
}

// town is a house in which three have played for a week. Marlowe has won and
// lost, the last time against Spade two hours ago.
func town(t *testing.T) (house *tuitest.House, marlowe data.Player) {
	house = tuitest.Open(t)
	marlowe = house.Player("marlowe")
	spade, vera := house.Player("spade"), house.Player("vera")
	now := time.Now()
	for day := range 7 {
		at := now.Add(-time.Duration(7-day) * 24 * time.Hour)
		house.Played(at, spade, vera)
		if day%3 == 1 {
			house.Played(at.Add(time.Hour), vera, marlowe)
		} else {
			house.Played(at.Add(time.Hour), marlowe, vera)
		}
	}
	house.Played(now.Add(-2*time.Hour), marlowe, spade)
	return house, marlowe
}

func TestRankings(t *testing.T) {
	pictures(t, "rankings", func(t *testing.T, w, h int) string {
		house, marlowe := town(t)
		s := session(house, marlowe)
		term := start(t, s, history.Rankings(s, "district-noir"), w, h)
		return term.WaitFor("marlowe", "vera")
	})
}

func TestRankingsLeadToProfiles(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house, marlowe := town(t)
		s := session(house, marlowe)
		term := start(t, s, history.Rankings(s, "district-noir"), 80, 24)
		term.WaitFor("marlowe", "vera")
		term.Click("vera")
		term.WaitFor("V E R A", "here since")
		term.Press("esc")
		term.WaitFor("R A N K I N G S")
	})
}

// TestOwnRowIsAlwaysInSight reads a table that is longer than one query and a
// window, from end to end.
func TestOwnRowIsAlwaysInSight(t *testing.T) {
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
		screen := term.WaitFor("▸   131.", last.Name, "131 players")
		if strings.Contains(screen, "champion") || strings.Count(screen, last.Name) > 1 {
			t.Errorf("the end of the table shows its beginning, or a row twice:\n%s", screen)
		}
		for range 12 {
			term.Press("pgup")
		}
		term.WaitFor("champion", last.Name, "you")
	})
}

func TestNobodyIsRanked(t *testing.T) {
	pictures(t, "rankings-empty", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		s := session(house, house.Guest("guest-1234"))
		term := start(t, s, history.Rankings(s, "district-noir"), w, h)
		return term.WaitFor("Nobody")
	})
}

func TestProfile(t *testing.T) {
	pictures(t, "profile", func(t *testing.T, w, h int) string {
		house, marlowe := town(t)
		s := session(house, marlowe)
		term := start(t, s, history.Profile(s, marlowe), w, h)
		return term.WaitFor("2 h ago")
	})
	pictures(t, "profile-new", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		s := session(house, house.Player("archer"))
		term := start(t, s, history.Profile(s, s.Player), w, h)
		return term.WaitFor("no rated game")
	})
}

func TestProfileLeadsToReplays(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house, marlowe := town(t)
		s := session(house, marlowe)
		var wanted []data.MatchID
		s.Routes.Replay = func(_ *tui.Session, id data.MatchID) tui.Screen {
			wanted = append(wanted, id)
			return tuitest.Stub("tape of " + id)
		}
		term := start(t, s, history.Profile(s, marlowe), 80, 24)
		term.WaitFor("2 h ago")
		term.Press("enter")
		term.WaitFor("tape of")
		term.Press("esc")
		term.WaitFor("M A R L O W E")
		term.Press("a")
		term.WaitFor("Y O U R   G A M E S", "2 h ago")
		term.Press("down", "enter")
		term.WaitFor("tape of")
		if want := []data.MatchID{"played-15", "played-14"}; fmt.Sprint(wanted) != fmt.Sprint(want) {
			t.Errorf("replayed %v, want %v", wanted, want)
		}
	})
}

func TestGames(t *testing.T) {
	pictures(t, "games", func(t *testing.T, w, h int) string {
		house, marlowe := town(t)
		house.Seated(marlowe, house.Player("archer"))
		s := session(house, marlowe)
		term := start(t, s, history.Games(s, marlowe), w, h)
		return term.WaitFor("archer", "2 h ago", "take it up")
	})
	pictures(t, "games-empty", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		s := session(house, house.Player("archer"))
		term := start(t, s, history.Games(s, s.Player), w, h)
		return term.WaitFor("clean sheet")
	})
}

func TestTables(t *testing.T) {
	pictures(t, "tables", func(t *testing.T, w, h int) string {
		house, marlowe := town(t)
		house.Seated(marlowe, house.Player("archer"))
		s := session(house, house.Guest("guest-1234"))
		term := start(t, s, history.Tables(s), w, h)
		return term.WaitFor("marlowe", "archer 1500")
	})
}

// TestTablesFollow sees a table come while the list is shown, and not after it
// has been covered and uncovered only once.
func TestTablesFollow(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s := session(house, house.Guest("guest-1234"))
		term := start(t, s, history.Tables(s), 80, 24)
		term.WaitFor("Nobody plays right now")
		house.Seated(house.Player("marlowe"), house.Player("spade"))
		term.WaitFor("marlowe", "spade", "1 table")
		term.Press("enter")
		term.WaitFor("watching")
		house.Seated(house.Player("vera"), house.Player("archer"))
		term.Press("esc")
		term.WaitFor("2 tables", "vera")
	})
}
