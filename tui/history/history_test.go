package history_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"noir/data"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/engine/noirburg"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/history"
	"noir/tui/tuitest"
)

// session is a player's session, with the real screens of this package.
func session(h *tuitest.House, p data.Player) *tui.Session {
	s := h.Session(p)
	s.Routes.Tables, s.Routes.Games = history.Tables, history.Games
	s.Routes.Rankings, s.Routes.Profile = history.Rankings, history.Profile
	return s
}

func start(t *testing.T, s *tui.Session, first tui.Screen, w, h int) *tuitest.Terminal {
	return tuitest.Start(t, tui.NewRoot(s, tuitest.Themed(s), first), w, h)
}

// town is a house in which three have played for a week. Marlowe has won and lost, the last time
// against Spade two hours ago.
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

// TestColours: whose row is the visitor's, what is won and lost, and what is under the cursor.
func TestColours(t *testing.T) {
	t.Parallel()
	for name, show := range map[string]func(*tui.Session) tui.Screen{
		"rankings": func(s *tui.Session) tui.Screen { return history.Rankings(s, "district-noir") },
		"profile":  func(s *tui.Session) tui.Screen { return history.Profile(s, s.Player) },
		"games":    func(s *tui.Session) tui.Screen { return history.Games(s, s.Player) },
		"tables":   history.Tables,
	} {
		tuitest.Colours(t, name, func(t *testing.T) *tuitest.Terminal {
			house, marlowe := town(t)
			house.Seated(house.Player("vera"), house.Player("archer"))
			s := session(house, marlowe)
			term := start(t, s, show(s), 80, 24)
			term.WaitFor("vera")
			return term
		})
	}
}

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

// TestAProfileNeedsOnlyAName: a player at a lit window is known by id and name, and their profile says
// since when they are here; that of a house player says nothing.
func TestAProfileNeedsOnlyAName(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house, marlowe := town(t)
		s := session(house, marlowe)
		term := start(t, s, history.Profile(s, data.Player{ID: marlowe.ID, Name: marlowe.Name}), 80, 24)
		term.WaitFor("MARLOWE", "here since 1 Jan 2000")
		term = start(t, s, history.Profile(s, data.Player{ID: 999, Name: "nobody"}), 80, 24)
		term.WaitFor("NOBODY", "no rated game")
		if screen := term.Screen(); strings.Contains(screen, "here since") {
			t.Errorf("nobody is here since:\n%s", screen)
		}
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
	for range 104 {
		screen, _ = screen.Update(tea.KeyPressMsg{Code: tea.KeyDown}) // what it asks for does not come
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

func TestProfile(t *testing.T) {
	t.Parallel()
	tuitest.Screens(t, "profile", func(t *testing.T, w, h int) string {
		house, marlowe := town(t)
		s := session(house, marlowe)
		term := start(t, s, history.Profile(s, marlowe), w, h)
		return term.WaitFor("2 h ago")
	})
	tuitest.Screens(t, "profile-new", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		s := session(house, house.Player("archer"))
		term := start(t, s, history.Profile(s, s.Player), w, h)
		return term.WaitFor("no rated game")
	})
}

// TestTheHourBeforeMidnight ends at midnight.
func TestTheHourBeforeMidnight(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe, spade := house.Player("marlowe"), house.Player("spade")
		house.Played(time.Now().Add(-24*time.Hour).Truncate(24*time.Hour).Add(23*time.Hour+10*time.Minute), marlowe, spade)
		s := session(house, marlowe)
		term := start(t, s, history.Profile(s, marlowe), 80, 24)
		term.WaitFor("rivals")
		term.Press("right")
		term.WaitFor("23–0 h, your time")
	})
}

// TestProfileTellsHow shows the record and the rivals of a player whose games can be counted.
func TestProfileTellsHow(t *testing.T) {
	t.Parallel()
	tall := func(t *testing.T) (*tui.Session, data.Player) {
		house, marlowe := town(t)
		spade := house.Player("spade-the-second")
		for i := range 5 {
			house.PlayedOut(time.Now().Add(-time.Duration(5-i)*time.Minute), byte(i), marlowe, spade)
		}
		s := session(house, marlowe)
		s.Settings.Zone = "Europe/Stockholm"
		return s, marlowe
	}
	tuitest.Screens(t, "profile-record", func(t *testing.T, w, h int) string {
		s, marlowe := tall(t)
		term := start(t, s, history.Profile(s, marlowe), w, h)
		term.WaitFor("min ago")
		term.Press("right")
		return term.WaitFor("takes of five", "your time")
	})
	tuitest.Screens(t, "profile-rivals", func(t *testing.T, w, h int) string {
		s, marlowe := tall(t)
		term := start(t, s, history.Profile(s, marlowe), w, h)
		term.WaitFor("min ago")
		term.Press("left")
		return term.WaitFor("met", "spade-the-second")
	})
}

// TestInASCII shows rankings and profiles on an ASCII terminal.
func TestInASCII(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house, marlowe := town(t)
		house.PlayedOut(time.Now(), 1, marlowe, house.Player("archer"))
		s := session(house, marlowe)
		s.Here = func(p data.PlayerID) bool { return p == marlowe.ID }
		theme := tui.NewTheme(tui.Look{ASCII: true})
		term := tuitest.Start(t, tui.NewRoot(s, theme, history.Rankings(s, "district-noir")), 80, 24)
		term.WaitFor("* marlowe", "* is here now")
		term.OnlyASCII()
		term.Press("down", "down", "enter")
		term.WaitFor("here now", "just now", "****")
		for _, shows := range []string{"takes of five", "met", "2 h ago"} {
			term.OnlyASCII()
			term.Press("right")
			term.WaitFor(shows)
		}
	})
}

// TestProfileLeadsToRivals goes from a profile to the most frequent rival's.
func TestProfileLeadsToRivals(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house, marlowe := town(t)
		s := session(house, marlowe)
		term := start(t, s, history.Profile(s, marlowe), 80, 24)
		term.WaitFor("2 h ago")
		term.Press("left", "enter")
		term.WaitFor("VERA")
		term.Press("esc")
		term.WaitFor("MARLOWE", "vera")
	})
}

func TestProfileLeadsToReplays(t *testing.T) {
	t.Parallel()
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
		term.WaitFor("MARLOWE")
		term.Press("a")
		term.WaitFor("YOUR GAMES", "2 h ago")
		term.Press("down", "enter")
		term.WaitFor("tape of")
		if want := []data.MatchID{"played-15", "played-14"}; fmt.Sprint(wanted) != fmt.Sprint(want) {
			t.Errorf("replayed %v, want %v", wanted, want)
		}
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

// TestBooksThatCannotBeRead: every screen says that it has nothing to show, instead of waiting for ever.
func TestBooksThatCannotBeRead(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house, marlowe := town(t)
		s := session(house, marlowe)
		house.CloseStore()
		for _, screen := range []tui.Screen{history.Rankings(s, "district-noir"), history.Profile(s, marlowe), history.Games(s, marlowe)} {
			start(t, s, screen, 80, 24).WaitFor("The house cannot find its books. Try again in a minute.")
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

func TestTables(t *testing.T) {
	t.Parallel()
	tuitest.Screens(t, "tables", func(t *testing.T, w, h int) string {
		house, marlowe := town(t)
		house.Seated(marlowe, house.Player("archer"))
		s := session(house, house.Guest("guest-1234"))
		term := start(t, s, history.Tables(s), w, h)
		return term.WaitFor("marlowe", "archer 1500")
	})
}

// TestTablesFollow: a new table appears while the list is shown, not only after it was covered.
func TestTablesFollow(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s := session(house, house.Guest("guest-1234"))
		term := start(t, s, history.Tables(s), 80, 24)
		term.WaitFor("Nothing to watch right now")
		house.Seated(house.Player("marlowe"), house.Player("spade"))
		term.WaitFor("marlowe", "spade", "1 table")
		term.Press("enter")
		term.WaitFor("watching")
		house.Seated(house.Player("vera"), house.Player("archer"))
		term.Press("esc")
		term.WaitFor("2 tables", "vera")
	})
}

// counting is a broker that counts how often the running tables are asked for.
type counting struct {
	matchmaking.Broker
	asked atomic.Int64
}

func (c *counting) Live(ctx context.Context, viewer data.PlayerID) ([]matchmaking.Listing, error) {
	c.asked.Add(1)
	return c.Broker.Live(ctx, viewer)
}

// TestTablesRestWhileCovered: nobody asks for a list that is not shown.
func TestTablesRestWhileCovered(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		house.Seated(house.Player("marlowe"), house.Player("spade"))
		s := session(house, house.Guest("guest-1234"))
		all := &counting{Broker: s.Broker}
		s.Broker = all
		term := start(t, s, history.Tables(s), 80, 24)
		term.WaitFor("1 table")
		term.Press("enter")
		term.WaitFor("watching")
		before := all.asked.Load()
		time.Sleep(time.Minute) // of the bubble's clock
		if n := all.asked.Load() - before; n > 1 {
			t.Errorf("asked %d times while nobody saw it", n)
		}
		term.Press("esc")
		term.WaitFor("1 table")
	})
}

// quarter is a house in which six have played Noirburg; marlowe sits at a table with all of
// them.
func quarter(t *testing.T) (house *tuitest.House, marlowe data.Player) {
	house = tuitest.Open(t)
	var all []data.Player
	for _, name := range []string{"marlowe", "spade", "vera", "archer", "vivian-sternwood", "brigid"} {
		all = append(all, house.Player(name))
	}
	now := time.Now()
	house.Played(now.Add(-50*time.Hour), all[0], all[1])
	house.Fought(now.Add(-30*time.Hour), all[1], all[0], all[2])
	house.Fought(now.Add(-20*time.Hour), all...)
	house.Fought(now.Add(-time.Hour), all[5], all[4], all[3], all[2], all[1], all[0])
	house.Gathered(all...)
	return house, all[0]
}

// TestSixAtATable draws the lists of a house in which more than two sit at a table.
func TestSixAtATable(t *testing.T) {
	t.Parallel()
	both := func(h *tuitest.House, p data.Player) *tui.Session {
		s := session(h, p)
		s.Games = append(s.Games, tui.Game{Rules: noirburg.Game{}})
		return s
	}
	tuitest.Screens(t, "games-of-six", func(t *testing.T, w, h int) string {
		house, marlowe := quarter(t)
		s := both(house, marlowe)
		term := start(t, s, history.Games(s, marlowe), w, h)
		return onMove(s, term.WaitFor("resume", "6th", "won", "2nd"))
	})
	tuitest.Screens(t, "tables-of-six", func(t *testing.T, w, h int) string {
		house, marlowe := quarter(t)
		s := both(house, marlowe)
		return start(t, s, history.Tables(s), w, h).WaitFor("spade", "move 0")
	})
	tuitest.Screens(t, "profile-of-six", func(t *testing.T, w, h int) string {
		house, marlowe := quarter(t)
		s := both(house, marlowe)
		term := start(t, s, history.Profile(s, marlowe), w, h)
		term.WaitFor("District Noir")
		term.Press("tab")
		return term.WaitFor("3 rated games: 1 won, 2 lost")
	})
}

// TestFiguresHaveWords: every statistic has a name in every language, within the width that a
// record has for it.
func TestFiguresHaveWords(t *testing.T) {
	t.Parallel()
	for _, o := range language.Offers()[1:] {
		for _, g := range []engine.Statistics{districtnoir.Game{}, noirburg.Game{}} {
			for _, f := range g.Figures() {
				said := tuitest.Reader(t, o.Tag).Words(f.Title)
				if said == f.Title || ansi.StringWidth(said) > 22 {
					t.Errorf("%s: %q is %q", o.Tag, f.Title, said)
				}
			}
		}
	}
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

// TestScreensAreLeft by either key.
func TestScreensAreLeft(t *testing.T) {
	t.Parallel()
	tuitest.LeftBy(t, map[string]func(*tui.Session) tui.Screen{
		"RANKINGS":   func(s *tui.Session) tui.Screen { return history.Rankings(s, "district-noir") },
		"MARLOWE":    func(s *tui.Session) tui.Screen { return history.Profile(s, s.Player) },
		"YOUR GAMES": func(s *tui.Session) tui.Screen { return history.Games(s, s.Player) },
		"WATCH":      history.Tables,
	})
}
