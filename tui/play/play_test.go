package play_test

import (
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/tui"
	"noir/tui/districtnoir"
	"noir/tui/play"
	"noir/tui/tuitest"
)

// session is somebody's, with the real screens of the table.
func session(h *tuitest.House, p data.Player) *tui.Session {
	s := h.Session(p)
	s.Games[0].Board = districtnoir.New
	s.Routes.Play, s.Routes.Watch, s.Routes.Replay, s.Routes.Review = play.Seat, play.Watch, play.Replay, play.Review
	return s
}

// home is the lowest screen; it asks for something at once.
type home struct {
	tuitest.Stub
	wish tea.Msg
}

func (h home) Init() tea.Cmd { return tui.Ask(h.wish) }

// start shows a screen over the home of somebody's session.
func start(t *testing.T, s *tui.Session, to tui.Screen) *tuitest.Terminal {
	return tuitest.Start(t, tui.NewRoot(s, tuitest.Themed(s), home{"home", tui.Push{Screen: to}}), 80, 24)
}

// pair is two players, each at a terminal, at one table.
type pair struct {
	house    *tuitest.House
	match    data.MatchID
	sessions [2]*tui.Session
	terms    [2]*tuitest.Terminal
}

// meet pairs two players and seats them.
func meet(t *testing.T) *pair {
	t.Helper()
	return meetWith(t, data.Settings{})
}

// settle waits until nothing moves, longer than a turn is closed after it has
// opened.
func (p *pair) settle() {
	time.Sleep(500 * time.Millisecond)
	synctest.Wait()
}

// mover is the terminal whose turn it is; -1 when it is nobody's.
func (p *pair) mover() int {
	for i, term := range p.terms {
		if strings.Contains(term.Screen(), "Your move") {
			return i
		}
	}
	return -1
}

// play makes a move by keys and waits for what comes of it.
func (p *pair) play(keys ...string) {
	p.terms[p.mover()].Press(keys...)
	p.settle()
}

// resign has marlowe leave the game, and returns when both see its end.
func (p *pair) resign() {
	p.terms[0].Press("q", "r", "enter", "y")
	for _, term := range p.terms {
		term.WaitFor("resigned", "r rematch", "n next game")
	}
}

func TestTwoTerminalsFinishAGame(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := meet(t)
		for moves := 0; p.mover() >= 0; moves++ {
			if moves > 48 {
				t.Fatalf("no end in sight:\n%s", p.terms[0].Screen())
			}
			if strings.Contains(p.terms[p.mover()].Screen(), "t  take five") && moves%3 == 0 ||
				!strings.Contains(p.terms[p.mover()].Screen(), " pick") {
				p.play("t", "enter")
			} else {
				p.play("1", "enter")
			}
		}
		for _, term := range p.terms {
			term.WaitFor("total", "marlowe 1500", "r rematch", "enter home")
		}
		stored, err := p.house.Store.Match(t.Context(), p.match)
		if err != nil || stored.Result == nil {
			t.Fatalf("the game is stored as %+v, %v", stored.Result, err)
		}
	})
}

func TestAKeyInFlightDoesNotPlay(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		p := meet(t)
		mover := p.mover()
		other := p.terms[1-mover]
		other.Press("1")
		p.terms[mover].Press("1", "enter")
		synctest.Wait()
		other.WaitFor("enter plays")
		time.Sleep(300 * time.Millisecond) // a key that was pressed before the turn was seen has come by then
		other.Press("enter")
		synctest.Wait()
		if screen := other.Screen(); !strings.Contains(screen, "enter plays") {
			t.Fatalf("a key in flight has played:\n%s", screen)
		}
		p.settle()
		other.Press("enter")
		other.WaitFor("is to move")
	})
}

// TestClockTicks: both screens show the time that passes, in large steps first
// and by seconds in the end.
func TestClockTicks(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		p := meet(t)
		if shown := strings.Count(p.terms[0].Screen(), "0:30 +1:30"); shown != 2 {
			t.Errorf("%d full clocks before the first move", shown)
		}
		for _, c := range []struct {
			wait time.Duration
			want string
		}{{6, "0:25 +1:30"}, {15, "0:10 +1:30"}, {10, "0:00 +1:30"}, {70, "0:00 +0:19"}, {1, "0:00 +0:18"}} {
			time.Sleep(c.wait * time.Second)
			synctest.Wait()
			for _, term := range p.terms {
				if screen := term.Screen(); !strings.Contains(screen, c.want) {
					t.Errorf("after another %d s the clock is not at %s:\n%s", c.wait, c.want, screen)
				}
			}
		}
	})
}

func TestTimeRunsOut(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := meet(t)
		p.play("1", "enter")
		p.play("1", "enter")
		loser := p.mover()
		time.Sleep(2*time.Minute + time.Second)
		p.terms[loser].WaitFor("you ran out of time")
		p.terms[1-loser].WaitFor("You win", "ran out of time")
	})
}

func TestPeopleTalk(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		p := meet(t)
		p.terms[0].Press("c")
		p.terms[0].WaitFor("3 Well played.")
		p.terms[0].Press("3")
		p.terms[1].WaitFor("marlowe says: Well played.")
		p.terms[1].Press("c")
		p.terms[1].Click("1 Hello.")
		p.terms[0].WaitFor("spade says: Hello.")
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if screen := p.terms[0].Screen(); strings.Contains(screen, "says") {
			t.Errorf("a notice stays for ever:\n%s", screen)
		}
	})
}

func TestLeavingKeepsTheSeat(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := meet(t)
		p.terms[0].Press("q", "l", "enter")
		p.terms[0].WaitFor("home")
		p.terms[1].WaitFor("marlowe has lost the connection; the clock keeps running.", "marlowe away")
		again := start(t, p.sessions[0], play.Seat(p.sessions[0], p.match))
		again.WaitFor("DISTRICT NOIR")
		p.terms[1].WaitFor("marlowe is back.")
	})
}

// TestResigningIsAskedOnce: the enter that has led to the question is no answer to it.
func TestResigningIsAskedOnce(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := meet(t)
		p.terms[0].Press("q", "enter") // stays
		p.terms[0].Press("q", "r", "esc")
		p.terms[0].Press("q", "enter")
		p.settle()
		if screen := p.terms[0].Screen(); !strings.Contains(screen, "q menu") {
			t.Fatalf("the game is gone:\n%s", screen)
		}
		p.terms[0].Press("q", "r", "enter")
		p.terms[0].WaitFor("Resign?", "You lose the game, and rating", "rating", "y resign", "n play on")
		p.terms[0].Press("enter", "enter", "r", "n")
		p.terms[0].Press("q", "r", "enter", "esc")
		p.settle()
		if screen := p.terms[0].Screen(); !strings.Contains(screen, "q menu") || strings.Contains(screen, "Resign?") {
			t.Fatalf("the game is gone, or still asked about:\n%s", screen)
		}
		p.terms[0].Press("q", "down", "down", "enter", "y")
		p.terms[1].WaitFor("You win: marlowe resigned.", "spade 1500 → 1530 (+30)")
		p.terms[0].WaitFor("spade wins: you resigned.", "marlowe 1500 → 1470 (−30)")
	})
}

func TestWatching(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := meet(t)
		s := session(p.house, p.house.Guest("guest-0001"))
		third := start(t, s, play.Watch(s, p.match))
		third.WaitFor("you are watching", "hand ▯▯▯▯▯")
		p.terms[0].WaitFor("1 watching")
		third.Press("?")
		if help := third.WaitFor("hang up"); strings.Contains(help, "menu") || strings.Contains(help, "say") || !strings.Contains(help, "moves") {
			t.Errorf("a watcher's keys are:\n%s", help)
		}
		third.Press("?", "1", "enter", "t", "enter", "c", "1")
		p.play("1", "enter")
		third.WaitFor(" played ", "hand ▯▯▯▯ ")
		p.terms[0].Press("q", "r", "enter", "y")
		third.WaitFor("spade wins: marlowe resigned.")
		p.settle()
		third.Press("q")
		third.WaitFor("home")
	})
}

func TestReplaying(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := meet(t)
		for range 4 {
			p.play("1", "enter")
		}
		p.terms[0].Press("q", "r", "enter", "y")
		p.terms[0].WaitFor("w replay")
		p.terms[0].Press("w")
		replay := p.terms[0]
		screen := replay.WaitFor("move 0 of 5", "is to move.", "replay")
		if hand := regexp.MustCompile(`(?m)^ *([╭┏╔]\S+[╮┓╗] *){5}$`); !hand.MatchString(screen) {
			t.Errorf("a hand of five is not shown:\n%s", screen)
		}
		for _, c := range []struct{ keys, want string }{
			{"right", "move 1 of 5"},
			{"right", "move 2 of 5"},
			{"left", "move 1 of 5"},
			{"end", "move 5 of 5"},
			{"tab", "spade wins: marlowe resigned."},
			{"home", "move 0 of 5"},
			{"pgdown", "move 5 of 5"},
			{"g 3 enter", "move 3 of 5"},
			{"g 9 9 enter", "move 5 of 5"},
			{"g 1 esc", "move 5 of 5"},
			{"home n", "move 5 of 5"}, // it ends in the first round
			{"p", "move 0 of 5"},
			{"end m", "5 marlowe resigned"},
		} {
			replay.Press(strings.Fields(c.keys)...)
			replay.WaitFor(c.want)
		}
		replay.Press("esc")
		replay.Press("space")
		replay.WaitFor("move 0 of 5", "playing, 2s a move")
		time.Sleep(5 * time.Second)
		replay.WaitFor("move 2 of 5")
		replay.Press("home", "space", "space", "space") // what was played before is not played on
		replay.WaitFor("move 2 of 5", "playing")
		time.Sleep(2500 * time.Millisecond)
		replay.WaitFor("move 3 of 5")
		replay.Press("+", "+")
		replay.WaitFor("playing, 500ms a move")
		time.Sleep(5 * time.Second)
		replay.WaitFor("move 5 of 5", "stopped")
		replay.Press("q")
		replay.WaitFor("enter home")
	})
}

func TestMissingTables(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := meet(t)
		s := p.sessions[0]
		const cleared = "That game is over, and its table has been cleared."
		for _, lost := range []struct {
			screen     tui.Screen
			says, away string
		}{
			{play.Seat(s, "nowhere"), cleared, "enter"},
			{play.Watch(s, "nowhere"), cleared, "q"},
			{play.Replay(s, "nowhere"), "There is no such game: choose another.", "esc"},
			{play.Replay(s, p.match), "The game is not over: try again when it is.", "enter"},
		} {
			term := start(t, s, lost.screen)
			term.WaitFor(lost.says, "enter back")
			term.Press(lost.away)
			term.WaitFor("home")
		}
		over := start(t, s, play.Seat(s, recorded(t, p.house)))
		over.WaitFor(cleared, "w replay")
		over.Press("w")
		over.WaitFor("move 0 of 48")
	})
}

// TestATableClosesInTheGame: its last picture stays, and it is said that the game is kept.
func TestATableClosesInTheGame(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := meet(t)
		p.house.Broker.Close()
		for _, term := range p.terms {
			term.WaitFor("The table is closed for now. The game is kept.", "round 1 of 4")
		}
	})
}

func TestChairsAreGivenUp(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		p := meet(t)
		watchers := func() int {
			time.Sleep(2 * time.Second)
			synctest.Wait()
			rows, err := p.house.Broker.Mine(t.Context(), p.sessions[0].Player.ID)
			if err != nil || len(rows) != 1 {
				t.Fatalf("marlowe's tables are %v, %v", rows, err)
			}
			return rows[0].Watchers
		}
		gone := play.Watch(p.sessions[1], p.match)
		sit := gone.Init()
		gone.(tui.Leaver).Leave() // before the chair has come
		sit()
		term := start(t, p.sessions[1], play.Watch(p.sessions[1], p.match))
		term.WaitFor("you are watching")
		if n := watchers(); n != 1 {
			t.Errorf("%d people watch, want 1", n)
		}
		term.Press("q")
		term.WaitFor("home")
		if n := watchers(); n != 0 {
			t.Errorf("%d people watch, want 0", n)
		}
	})
}

func TestEverySizeHoldsTheScreen(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := meet(t)
		term := p.terms[0]
		resize := func(what string) {
			for _, size := range [][2]int{{32, 12}, {40, 20}, {60, 15}, {80, 24}, {112, 21}, {120, 40}, {200, 60}} {
				term.Resize(size[0], size[1]) // a frame that does not fit fails the test
				if screen := term.Screen(); !strings.Contains(screen, what) {
					t.Errorf("%q is not on the screen of %v:\n%s", what, size, screen)
				}
			}
		}
		resize("round 1 of 4")
		for overlay, what := range map[string]string{"c": "9 Goodbye.", "q": "the game is lost", "q r enter": "n play on", "m": "Nothing has been"} {
			term.Press(strings.Split(overlay, " ")...)
			resize(what)
			term.Press("esc")
		}
		term.Press("q")
		term.WaitFor("the game is lost")
		term.Click("DISTRICT NOIR") // beside what lies over the table
		term.Wait(func(screen string) bool { return !strings.Contains(screen, "the game is lost") })
		term.Press("q", "r", "enter", "y")
		term.WaitFor("resigned")
		resize("resigned")
	})
}

func TestTheMousePlaysToo(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := meet(t)
		mover := p.mover()
		p.terms[mover].Click("take two")
		p.terms[mover].WaitFor("enter takes")
		p.terms[mover].Click("enter takes")
		p.terms[1-mover].WaitFor("the row is empty")
		p.settle()
		p.terms[1-mover].Click("q menu")
		p.terms[1-mover].Click("resign")
		p.terms[1-mover].Click("resign")
		p.terms[1-mover].WaitFor("Resign?")
		p.terms[1-mover].Click("y resign")
		p.terms[mover].WaitFor("You win")
	})
}
