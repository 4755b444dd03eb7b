package lobby_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/desk"
	"noir/tui/kit"
	"noir/tui/lobby"
	"noir/tui/tuitest"
)

func TestHomeLooks(t *testing.T) {
	t.Parallel()
	tuitest.Screens(t, "home", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		s := session(house, house.Player("marlowe"))
		s.Online = func() int { return 23 }
		term := start(t, s, lobby.Home(s), w, h)
		return term.WaitFor("23 here")
	})
	tuitest.Screens(t, "home-busy", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		marlowe, spade, vera := house.Player("marlowe"), house.Player("spade"), house.Player("vera")
		house.Played(time.Now().Add(-48*time.Hour), vera, spade)
		house.Played(time.Now().Add(-time.Hour), marlowe, spade)
		house.Seated(spade, vera)
		house.Hosted(marlowe, house.Player("joe"))
		s := session(house, marlowe)
		s.Online = func() int { return 7 }
		term := start(t, s, lobby.Home(s), w, h)
		screen := term.WaitFor("7 here", "Your table", "marlowe  1527?", "nobody waits yet")
		if w > 40 {
			screen = term.WaitFor("busiest 22–1 h your time")
		}
		waiting, move := s.Words("waiting for %s", "joe"), s.Words("your move") // the lot says who begins
		screen = strings.Replace(screen, waiting, kit.Pad(move, kit.Width(waiting)), 1)
		return strings.ReplaceAll(screen, kit.Pad(move, kit.Width(waiting))+"\n", move+"\n")
	})
	tuitest.Screens(t, "home-help", func(t *testing.T, w, h int) string {
		_, _, term := marlowe(t, lobby.Home, w, h)
		term.WaitFor("nobody waits yet")
		term.Press("?")
		return term.WaitFor("hang up; seats are kept")
	})
	tuitest.Screens(t, "home-guest", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		s := session(house, house.Guest("guest-1234"))
		term := start(t, s, lobby.Home(s), w, h)
		return term.WaitFor("ssh-keygen", "no tables")
	})
}

// TestHomeCountsTheMovesThatAreDue in the visitor's running games, of which the lot says who begins.
func TestHomeCountsTheMovesThatAreDue(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe, due := house.Player("marlowe"), 0
		for n := 0; n < 2 || due == 0; n++ {
			if n == 12 {
				t.Fatal("marlowe never begins")
			}
			rival := house.Player(fmt.Sprintf("rival-%02d", n))
			a, err := house.Broker.Challenge(t.Context(), data.Challenge{From: rival, To: marlowe, Game: "district-noir"})
			if err == nil {
				_, err = house.Broker.Accept(t.Context(), marlowe, a.Left.ID)
			}
			if err != nil {
				t.Fatal(err)
			}
			mine, err := house.Broker.Mine(t.Context(), marlowe.ID)
			if err != nil {
				t.Fatal(err)
			}
			due = 0
			for _, row := range mine {
				if row.YourMove() {
					due++
				}
			}
		}
		s := session(house, marlowe)
		start(t, s, lobby.Home(s), 80, 24).WaitFor("Your games", fmt.Sprintf("%d your move", due))
	})
}

// TestColours: what is chosen, what is live, and what can be pressed.
func TestColours(t *testing.T) {
	t.Parallel()
	tuitest.Colours(t, "home", func(t *testing.T) *tuitest.Terminal {
		house := tuitest.Open(t)
		house.Seated(house.Player("spade"), house.Player("vera"))
		s := session(house, house.Player("marlowe"))
		term := start(t, s, lobby.Home(s), 80, 24)
		term.WaitFor("nobody waits yet")
		term.Press("down")
		return term
	})
	tuitest.Colours(t, "house", func(t *testing.T) *tuitest.Terminal {
		house := tuitest.Open(t)
		s := session(house, house.Player("marlowe"))
		term := start(t, s, lobby.House(s, ""), 80, 24)
		term.WaitFor("easy")
		return term
	})
	tuitest.Colours(t, "private", func(t *testing.T) *tuitest.Terminal {
		_, _, term := marlowe(t, lobby.Private, 80, 24)
		term.WaitFor("WITH A")
		return term
	})
}

// TestNobodyIsNewAfterAGame: one for no rating does.
func TestNobodyIsNewAfterAGame(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe := house.Player("marlowe")
		chair, err := house.Broker.Sit(t.Context(), house.Hosted(marlowe, house.Player("spade")), marlowe.ID)
		if err != nil {
			t.Fatal(err)
		}
		defer chair.Leave()
		if err := chair.Resign(t.Context()); err != nil {
			t.Fatal(err)
		}
		s := session(house, marlowe)
		start(t, s, lobby.Home(s), 80, 24).WaitFor("no rated game yet", "last: lost to spade")
	})
}

func TestHomeLeadsEverywhere(t *testing.T) {
	t.Parallel()
	for row, there := range map[string]string{
		"District Noir": "the only one so far", "Practice": "THE HOUSE", "With a friend": "WITH A",
		"Your games": "games of marlowe", "Watch": "all the tables", "Rankings": "rankings of district-noir",
		"Learn": "HOW TO PLAY",
	} {
		t.Run(row, func(t *testing.T) {
			tuitest.Bubble(t, func(t *testing.T) {
				_, _, term := atHome(t)
				term.Click(row)
				term.WaitFor(there)
				term.Press("esc")
				term.WaitFor("1 here")
			})
		})
	}
}

// TestOwnTableComesFirst when a game begins while home is shown, after the cursor has been moved.
func TestOwnTableComesFirst(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe, spade := house.Player("marlowe"), house.Player("spade")
		s := session(house, marlowe)
		term := start(t, s, lobby.Home(s), 80, 24)
		term.WaitFor("1 here")
		house.Hosted(marlowe, spade)
		term.WaitFor("▸ Your table", "v spade", "enter resume")
		term.Press("down", "down")
		term.WaitFor("▸ Practice")
		house.Seated(house.Player("vera"), house.Player("archer"))
		term.WaitFor("▸ Practice", "1 table ")
		term.Press("home", "enter")
		term.WaitFor("at the table")
	})
}

// TestALowHomeTellsWhereTheOthersAre: an arrow points at the entries that have no room, and none where there are no
// others.
func TestALowHomeTellsWhereTheOthersAre(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe := house.Player("marlowe")
		house.Hosted(marlowe, house.Player("spade"))
		house.Tournament("Fridays", time.Hour)
		s := session(house, marlowe)
		term := start(t, s, lobby.Home(s), 40, 12)
		term.WaitFor("1 here")
		for _, c := range []struct {
			key          string
			above, below bool
		}{{"home", false, true}, {"end", true, false}, {"home", false, true}} {
			term.Press(c.key)
			term.Wait(func(screen string) bool {
				lines := strings.Split(screen, "\n")
				ends := func(sign string) bool {
					return slices.ContainsFunc(lines, func(line string) bool { return strings.HasSuffix(strings.TrimRight(line, " "), sign) })
				}
				return ends("↑") == c.above && ends("↓") == c.below
			})
		}
	})
}

// TestOnlyItsOwnSearchIsAStrangers: people who wait for something else may look for a stranger as well.
func TestOnlyItsOwnSearchIsAStrangers(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		ticket matchmaking.Ticket
		waits  bool
	}{
		"this":            {matchmaking.Ticket{}, true},
		"another game":    {matchmaking.Ticket{Terms: matchmaking.Terms{Game: "noirburg"}}, false},
		"a private table": {matchmaking.Ticket{Host: true}, false},
		"an event":        {matchmaking.Ticket{Terms: matchmaking.Terms{Tournament: 1}}, false},
	} {
		tuitest.Bubble(t, func(t *testing.T) {
			house := tuitest.Open(t)
			s := session(house, house.Player("marlowe"))
			c.ticket.Player, c.ticket.Game = s.Player, cmp.Or(c.ticket.Game, "district-noir")
			s.Search = &tui.Search{Ticket: c.ticket, Since: time.Now()}
			screen := start(t, s, lobby.Home(s), 80, 24).WaitFor("1 here", "Play a stranger")
			_, line, _ := strings.Cut(screen, "Play a stranger")
			if line, _, _ = strings.Cut(line, "\n"); strings.Contains(line, "you are waiting") != c.waits {
				t.Errorf("with %s it says %s", what, line)
			}
		})
	}
}

// TestCursorStaysAcrossAPage goes to a page and back: twice with nothing going
// on, once to find a game begun meanwhile.
func TestCursorStaysAcrossAPage(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe, spade := house.Player("marlowe"), house.Player("spade")
		s := session(house, marlowe)
		term := start(t, s, lobby.Home(s), 80, 24)
		term.WaitFor("1 here")
		term.Click("Rankings")
		term.WaitFor("rankings of")
		term.Press("esc")
		term.WaitFor("▸ Rankings")
		time.Sleep(10 * time.Second) // of the bubble's clock: new figures have come
		term.WaitFor("▸ Rankings")
		term.Press("enter")
		term.WaitFor("rankings of")
		house.Hosted(marlowe, spade)
		term.Press("esc")
		term.WaitFor("▸ Your table")
	})
}

// TestHomeRestsWhileCovered counts how often the house is looked at.
func TestHomeRestsWhileCovered(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s := session(house, house.Player("marlowe"))
		looks := make(chan struct{}, 1000)
		s.Online = func() int { looks <- struct{}{}; return 1 }
		term := start(t, s, lobby.Home(s), 80, 24)
		term.WaitFor("1 here")
		time.Sleep(time.Minute) // of the bubble's clock
		if n := len(looks); n < 25 || n > 35 {
			t.Errorf("looked %d times in a minute, want about 30", n)
		}
		term.Click("Rankings")
		term.WaitFor("rankings of")
		before := len(looks)
		time.Sleep(time.Minute)
		if n := len(looks) - before; n > 1 {
			t.Errorf("looked %d times while nobody saw it", n)
		}
		term.Press("esc")
		term.WaitFor("1 here")
	})
}

func TestGuestOwnsNothing(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s := session(house, house.Guest("guest-1234"))
		term := start(t, s, lobby.Home(s), 80, 24)
		screen := term.WaitFor("ssh-keygen", "1 here")
		if strings.Contains(screen, "Your games") {
			t.Errorf("a guest is offered games:\n%s", screen)
		}
		term.Press("enter")
		term.WaitFor("casual", "the only one so far")
		if rated := s.Search.Ticket.Rated; rated {
			t.Error("a guest waits for a rated game")
		}
	})
}

// TestPlainTerminal shows every screen of the lobby on an ASCII terminal.
func TestPlainTerminal(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe := house.Player("marlowe")
		house.Hosted(marlowe, house.Player("spade"))
		s := session(house, marlowe)
		s.Games[0].Texts = page(rulesText)
		term := tuitest.Start(t, plainRoot(s, lobby.Home(s)), 80, 24)
		ascii := func(where string) {
			for _, r := range term.Screen() {
				if r > '~' {
					t.Errorf("%s shows %q:\n%s", where, r, term.Screen())
					return
				}
			}
		}
		term.WaitFor("1 here", "Your table")
		ascii("home")
		term.Press("?")
		ascii("the help")
		term.Press("esc")
		for _, row := range []string{"Practice", "With a friend", "Learn"} {
			term.Click(row)
			term.Wait(func(screen string) bool { return !strings.Contains(screen, "rain since") })
			ascii(row)
			term.Press("esc")
			term.WaitFor("here")
		}
	})
}

// TestHomeSpeaksAnotherLanguageAtOnce when one comes back from the settings.
func TestHomeSpeaksAnotherLanguageAtOnce(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s := session(house, house.Player("marlowe"))
		s.Routes.Settings = desk.Settings
		term := start(t, s, lobby.Home(s), 80, 24)
		term.WaitFor("Practice", "enter wait for one", "1 here")
		term.Press("s")
		term.WaitFor("SETTINGS")
		term.Press("end", "up", "up", "up", "right")
		term.WaitFor("← English →")
		term.Press("right")
		term.WaitFor("Sprache", "← Deutsch →")
		term.Press("esc")
		term.WaitFor("Üben", "enter warten", "1 da")
	})
}

// TestGermanInASCII is for a locale without UTF-8.
func TestGermanInASCII(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s := session(house, house.Player("marlowe"))
		s.Language = s.Reads("de").ASCII()
		theme := tui.NewTheme(tui.Look{ASCII: true})
		theme.Reader = s.Language
		term := tuitest.Start(t, tui.NewRoot(s, theme, lobby.Home(s)), 80, 24)
		term.WaitFor("Ueben", "Tisch eroeffnen - Code eintippen")
		term.OnlyASCII()
		term.Press("?")
		term.WaitFor("Plaetze bleiben")
		term.OnlyASCII()
	})
}

// TestANewcomerBeginsWithTheLesson, goes on with practice, and then with strangers.
func TestANewcomerBeginsWithTheLesson(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe := house.Player("marlowe")
		s := session(house, marlowe)
		s.Games[0].Lesson = tui.Lesson{Scenes: make([]tui.Scene, 3)}
		start(t, s, lobby.Home(s), 80, 24).WaitFor("▸ Learn District Noir", "enter learn")
		s.Settings.Lessons = map[string]data.Progress{"district-noir": {Done: true}}
		term := start(t, s, lobby.Home(s), 80, 24)
		if screen := term.WaitFor("▸ Practice", "Learn District Noir 3/3"); strings.Contains(screen, "ten minutes") {
			t.Errorf("what has been learnt is offered first:\n%s", screen)
		}
		house.Played(time.Now().Add(-time.Hour), marlowe, house.Player("spade"))
		start(t, s, lobby.Home(s), 80, 24).WaitFor("▸ Play a stranger")
	})
}

// TestTheLitWindows are the people who are here: one walks to them, and sees who plays where.
func TestTheLitWindows(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe, spade, vera := house.Player("marlowe"), house.Player("spade"), house.Player("vera")
		house.Seated(spade, vera)
		s := session(house, marlowe)
		s.Online, s.Around = func() int { return 4 }, func() []data.Player { return []data.Player{marlowe, spade, vera} }
		term := start(t, s, lobby.Home(s), 80, 24)
		term.WaitFor("one lit window for everyone here", "1 table")
		term.Press("down", "down", "down", "down", "down", "down")
		term.WaitFor("marlowe  your own window", "←→ walk", "enter profile")
		seen := map[string]bool{}
		for range 4 {
			term.Press("left")
		}
		for range 4 {
			screen := term.WaitFor("←→ walk")
			for _, who := range []string{"marlowe  your own", "spade  plays District Noir with vera", "vera  plays District Noir with spade", "A guest, or a neighbour"} {
				seen[who] = seen[who] || strings.Contains(screen, who)
			}
			term.Press("right")
		}
		for who, found := range seen {
			if !found {
				t.Errorf("at no window: %q", who)
			}
		}
		for n := 0; n < 4 && !strings.Contains(term.Screen(), "spade  plays"); n++ {
			term.Press("left")
		}
		term.WaitFor("enter watch")
		term.Press("enter")
		term.WaitFor("watching")
		term.Press("esc")
		term.WaitFor("one lit window")
	})
}

// TestWhatHomeSaysOfThePast: how the last game ended, and how the events and puzzles went.
func TestWhatHomeSaysOfThePast(t *testing.T) {
	t.Parallel()
	drawn := engine.Result{Reason: "points", Winners: []engine.Seat{0, 1}, Places: []int{1, 1}, Scores: json.RawMessage(`[]`)}
	third := engine.Result{Reason: "points", Winners: []engine.Seat{2}, Places: []int{3, 2, 1}, Scores: json.RawMessage(`[]`)}
	ago := func(d time.Duration) time.Time { return time.Now().Add(-d) }
	var all tuitest.Sheet
	for _, c := range []struct {
		name    string
		prepare func(t *testing.T, h *tuitest.House, marlowe, spade, vera data.Player)
		says    string
	}{
		{"shared", func(_ *testing.T, h *tuitest.House, marlowe, spade, _ data.Player) {
			h.Ended("district-noir", ago(time.Hour), drawn, marlowe, spade)
		}, "last: shared with spade"},
		{"void", func(_ *testing.T, h *tuitest.House, marlowe, spade, _ data.Player) {
			h.Ended("district-noir", ago(time.Hour), engine.Result{Reason: engine.Aborted}, spade, marlowe)
		}, "last: void with spade"},
		{"third of three", func(_ *testing.T, h *tuitest.House, marlowe, spade, vera data.Player) {
			h.Ended("noirburg", ago(time.Hour), third, marlowe, spade, vera)
		}, "last: 3rd, a table of 3"},
		{"many", func(_ *testing.T, h *tuitest.House, marlowe, spade, _ data.Player) {
			for n := range 10 {
				h.Played(ago(time.Duration(20-n)*time.Hour), marlowe, spade)
			}
		}, "many to replay"},
		{"nine", func(_ *testing.T, h *tuitest.House, marlowe, spade, _ data.Player) {
			for n := range 9 {
				h.Played(ago(time.Duration(20-n)*time.Hour), spade, marlowe)
			}
		}, "9 to replay"},
		{"an event of others", func(_ *testing.T, h *tuitest.House, _, spade, vera data.Player) {
			h.Beaten(h.Tournament("Night shift", -40*time.Minute), spade, vera)
		}, "Night shift over"},
		{"missed", func(t *testing.T, h *tuitest.House, marlowe, spade, vera data.Player) {
			solved(t, h, marlowe, spade, vera, false)
		}, "not solved"},
		{"two days", func(t *testing.T, h *tuitest.House, marlowe, spade, vera data.Player) {
			solved(t, h, marlowe, spade, vera, true, true)
		}, "2 days in a row"},
		{"a day between", func(t *testing.T, h *tuitest.House, marlowe, spade, vera data.Player) {
			solved(t, h, marlowe, spade, vera, true, false, true)
		}, "puzzle solved"},
	} {
		tuitest.Bubble(t, func(t *testing.T) {
			house := tuitest.Open(t)
			marlowe := house.Player("marlowe")
			c.prepare(t, house, marlowe, house.Player("spade"), house.Player("vera"))
			s := both(house, marlowe)
			all.AddText(c.name, start(t, s, lobby.Home(s), 80, 24).WaitFor("1 here", c.says))
		})
	}
	all.Golden(t, "pasts")
}

// solved answers the puzzles of some days, the last one today's, of which a player finds the best move or not.
func solved(t *testing.T, h *tuitest.House, p, one, other data.Player, best ...bool) {
	t.Helper()
	puzzle := h.Puzzle(h.PlayedOut(time.Now().Add(-time.Hour), 1, one, other), 12)
	for i, found := range best {
		move := puzzle.Best().Move
		if !found {
			move = puzzle.Moves[len(puzzle.Moves)-1].Move
		}
		day := data.DateOf(time.Now().AddDate(0, 0, i+1-len(best)))
		if _, err := h.Store.Solve(t.Context(), p.ID, day, move, found); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTheCursorGoesEverywhere on home, by keys and by the wheel, and stays where there is nothing further.
func TestTheCursorGoesEverywhere(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		house.Tournament("Fridays", time.Hour)
		s := session(house, house.Player("marlowe"))
		term := start(t, s, lobby.Home(s), 40, 24)
		term.WaitFor("1 here", "Fridays")
		for _, step := range []struct{ key, at string }{
			{"left", "Play a stranger"}, {"right", "Play a stranger"}, {"up", "Play a stranger"}, {"down", "Practice"},
			{"wheel down", "With a friend"}, {"down", "Your games"}, {"left", "Your games"}, {"down", "Event"}, {"left", "Event"},
			{"down", "Watch"}, {"right", "Rankings"}, {"up", "Event"}, {"right", "Watch"}, {"right", "Rankings"}, {"down", "Learn"},
			{"right", "Learn"}, {"left", "Rankings"}, {"left", "Watch"}, {"left", "Event"}, {"left", "Event"},
			{"wheel up", "Your games"}, {"pgdown", "Learn"}, {"pgup", "Play a stranger"}, {"G", "Learn"}, {"g", "Play a stranger"},
		} {
			switch step.key {
			case "wheel up":
				term.Send(tea.MouseWheelMsg{Button: tea.MouseWheelUp})
			case "wheel down":
				term.Send(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
			default:
				term.Press(step.key)
			}
			term.WaitFor("▸ " + step.at)
		}
	})
}
