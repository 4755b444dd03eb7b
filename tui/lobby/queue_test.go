package lobby_test

import (
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"noir/data"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/lobby"
	"noir/tui/tuitest"
)

func TestQueueLooks(t *testing.T) {
	t.Parallel()
	tuitest.Screens(t, "queue", func(t *testing.T, w, h int) string {
		_, _, term := marlowe(t, lobby.Home, w, h)
		term.WaitFor("1 here")
		term.Press("enter")
		return term.WaitFor("0:12", "the only one so far")
	})
	tuitest.Screens(t, "house", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		s := session(house, house.Player("marlowe"))
		return start(t, s, lobby.House(s, ""), w, h).Screen()
	})
}

func TestLeavingTheQueue(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house, s, term := atHome(t)
		term.Press("enter")
		term.WaitFor("the only one so far")
		term.Press("esc")
		term.WaitFor("You have left the queue.", "With a friend")
		synctest.Wait()
		if n := house.Broker.Counts().Waiting["district-noir"]; n != 0 || s.Search != nil {
			t.Errorf("%d still wait", n)
		}
	})
}

// TestPlaceIsKept goes home, and reads, and plays the house while a ticket waits.
func TestPlaceIsKept(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house, _, term := atHome(t)
		term.Press("enter")
		term.WaitFor("0:10")
		term.Click("Rankings")
		term.WaitFor("rankings of")
		term.Press("esc")
		term.WaitFor("the only one so far")
		term.Click("Back home")
		term.WaitFor("you are waiting", "enter see the queue")
		term.Press("enter")
		term.WaitFor("0:20")
		term.Press("b")
		term.WaitFor("You stay in the queue")
		term.Click("easy")
		term.WaitFor("at the table")
		synctest.Wait()
		if n := house.Broker.Counts().Waiting["district-noir"]; n != 1 {
			t.Errorf("%d wait, want the one", n)
		}
		other := session(house, house.Player("spade"))
		second := start(t, other, lobby.Home(other), 80, 24)
		second.WaitFor("1 waits")
		second.Press("enter")
		term.WaitFor("a stranger is here", "rated", "dropped")
		answer(term, "enter") // the queue's own screen, underneath, is gone then
		term.WaitFor("waiting for the others")
		second.WaitFor("1 of 2 is there")
		second.Press("enter")
		second.WaitFor("at the table")
		term.Wait(func(screen string) bool { return screen == second.Screen() })
		for _, seat := range []*tuitest.Terminal{term, second} {
			seat.Press("esc")
			seat.WaitFor("▸ Your table")
		}
	})
}

// TestWhoWasNotThereLooksAgain misses a table and is asked again.
func TestWhoWasNotThereLooksAgain(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house, _, term := atHome(t)
		term.Press("enter")
		term.WaitFor("the only one so far")
		other := session(house, house.Player("spade"))
		second := start(t, other, lobby.Home(other), 80, 24)
		second.WaitFor("1 waits")
		second.Press("enter")
		second.WaitFor("a stranger is here")
		answer(second, "enter")
		term.WaitFor("You did not answer in time", "enter look again")
		second.WaitFor("You keep your place.")
		term.Press("enter")
		term.WaitFor("a stranger is here")
		answer(term, "esc")
		term.WaitFor("You have left the queue.", "With a friend")
	})
}

// TestWhoComesBackToTheQueueIsTold misses a table on a queue's screen that did not
// begin the search.
func TestWhoComesBackToTheQueueIsTold(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house, _, term := marlowe(t, lobby.Home, 80, 24)
		term.WaitFor("1 here")
		term.Press("enter")
		term.WaitFor("the only one so far")
		term.Click("Back home")
		term.WaitFor("you are waiting", "enter see the queue")
		term.Press("enter")
		term.WaitFor("the only one so far")
		other := session(house, house.Player("spade"))
		second := start(t, other, lobby.Home(other), 80, 24)
		second.WaitFor("1 waits")
		second.Press("enter")
		term.WaitFor("a stranger is here")
		screen := term.Wait(func(screen string) bool { return !strings.Contains(screen, "a stranger is here") })
		if !strings.Contains(screen, "You did not answer in time") || !strings.Contains(screen, "enter look again") {
			t.Errorf("after a table that was missed there is\n%s", screen)
		}
	})
}

var code = regexp.MustCompile(`[0-9A-Z](  [0-9A-Z]){5}`)

func TestPrivateLooks(t *testing.T) {
	t.Parallel()
	tuitest.Screens(t, "private", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		s := session(house, house.Player("marlowe"))
		return start(t, s, lobby.Private(s), w, h).Screen()
	})
	tuitest.Screens(t, "private-code", func(t *testing.T, w, h int) string {
		_, _, term := marlowe(t, lobby.Private, w, h)
		term.Press("down", "enter")
		term.Type("n0su")
		term.Press("enter")
		return term.WaitFor("No private table has that code.")
	})
}

// TestHostedLooks has a code that is different every time.
func TestHostedLooks(t *testing.T) {
	t.Parallel()
	for _, size := range tuitest.Sizes {
		tuitest.Bubble(t, func(t *testing.T) {
			house := tuitest.Open(t)
			s := session(house, house.Player("marlowe"))
			term := start(t, s, lobby.Private(s), size[0], size[1])
			term.Press("enter")
			screen := term.WaitFor("1 of 2 seated", "0:02")
			read := code.FindString(screen)
			if read == "" {
				t.Fatalf("there is no code on\n%s", screen)
			}
			screen = strings.NewReplacer(read, "N  O  C  O  D  E", strings.ReplaceAll(read, " ", ""), "NOCODE").Replace(screen)
			tuitest.Golden(t, tuitest.Sized("private-host", size), screen)
		})
	}
}

func TestFriendsMeetByCode(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		host, guest := session(house, house.Player("marlowe")), session(house, house.Guest("guest-1234"))
		first := start(t, host, lobby.Private(host), 80, 24)
		first.Press("enter")
		read := code.FindString(first.WaitFor("1 of 2 seated"))
		second := start(t, guest, lobby.Private(guest), 80, 24)
		join(second, read)
		first.WaitFor("at the table")
		second.WaitFor("at the table")
	})
}

// TestAHostWhoMayBeAwayIsAsked: one who has not pressed a key for long, whose terminal tells that they look
// elsewhere, or who reads something else.
func TestAHostWhoMayBeAwayIsAsked(t *testing.T) {
	for name, leave := range map[string]func(*tuitest.Terminal){
		"long ago":     func(*tuitest.Terminal) { time.Sleep(5 * time.Minute) },
		"other window": func(term *tuitest.Terminal) { term.Send(tea.BlurMsg{}) },
		"other screen": func(term *tuitest.Terminal) { term.Click("Rankings"); term.WaitFor("rankings of") },
	} {
		t.Run(name, func(t *testing.T) {
			tuitest.Bubble(t, func(t *testing.T) {
				house := tuitest.Open(t)
				host, guest := session(house, house.Player("marlowe")), session(house, house.Guest("guest-1234"))
				first := start(t, host, lobby.Private(host), 80, 24)
				first.Press("enter")
				read := code.FindString(first.WaitFor("1 of 2 seated"))
				leave(first)
				second := start(t, guest, lobby.Private(guest), 80, 24)
				join(second, read)
				second.WaitFor("1 of 2 is there", "marlowe, guest-1234")
				first.WaitFor("the table is set", "casual", "1 of 2 is there")
				answer(first, "enter")
				first.WaitFor("at the table")
				second.WaitFor("at the table")
			})
		})
	}
}

// TestALinkLeadsToATable: the table's screen shows it where there is a page to play at, and a visitor who comes by it
// sits down there, told that anybody may watch.
func TestALinkLeadsToATable(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		host, guest := session(house, house.Player("marlowe")), session(house, house.Guest("guest-1234"))
		host.Door = "https://noir.example.com/play"
		first := start(t, host, lobby.Private(host), 80, 24)
		first.Press("end", "right", "home")
		first.WaitFor("noir.example.com/play", "anybody, and a page of it")
		first.Press("enter")
		read := code.FindString(first.WaitFor("1 of 2 seated", "Anybody may watch the game"))
		guest.Code = strings.ReplaceAll(read, " ", "")
		first.WaitFor("https://noir.example.com/play#join=" + guest.Code)
		second := start(t, guest, lobby.Home(guest), 80, 24)
		second.WaitFor("the table is set", "1 of 2 is there", "Anybody may watch.")
		answer(second, "enter")
		first.WaitFor("at the table")
		second.WaitFor("at the table")
		if guest.Code != "" {
			t.Errorf("home asks for a seat by %s again", guest.Code)
		}
	})
}

func TestHostLeavesHisTable(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		_, s, term := marlowe(t, lobby.Private, 80, 24)
		term.Press("end", "up", "right", "home", "enter")
		term.WaitFor("1 of 2 seated", "rated")
		term.Press("esc")
		term.WaitFor("You have left the private table.", "Open a table")
		if s.Search != nil {
			t.Error("the table is still there")
		}
	})
}

// TestOneGameAtATime asks for another game while one runs, and is led to it.
func TestOneGameAtATime(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe := house.Player("marlowe")
		house.Hosted(marlowe, house.Player("spade"))
		s := session(house, marlowe)
		term := start(t, s, lobby.Home(s), 80, 24)
		term.WaitFor("Your table")
		term.Click("Play a stranger")
		term.WaitFor("at the table", "You have a game running")
	})
}

// TestRefusedAtTheDoor: enter leads back from a search that cannot be.
func TestRefusedAtTheDoor(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house, _, term := atHome(t)
		house.Broker.Drain(t.Context())
		term.Press("enter")
		term.WaitFor("The server is going down", "enter back")
		term.Press("enter")
		term.WaitFor("With a friend")
	})
}

// TestTheQueueTellsTheHours, with games of the previous evening, UTC, and a visitor one hour east
// of that.
func TestTheQueueTellsTheHours(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe := house.Player("marlowe")
		house.Played(time.Now().Add(-3*time.Hour), marlowe, house.Player("spade"))
		s := session(house, marlowe)
		s.Settings.Zone = "Europe/Stockholm"
		term := start(t, s, lobby.Home(s), 80, 24)
		term.WaitFor("1 here", "busiest 20–23 h your time")
		term.Press("enter")
		term.WaitFor("Most people are here at", "20–23 h, your time.")
	})
}

// TestWhoIsHeldIsTold on the screen of the queue for how long, and then not any more.
func TestWhoIsHeldIsTold(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house, _, term := atHome(t)
		other := session(house, house.Player("spade"))
		second := start(t, other, lobby.Home(other), 80, 24)
		second.Press("enter")
		for range 2 {
			term.Press("enter")
			term.WaitFor("a stranger is here", "I am there")
			second.WaitFor("a stranger is here", "I am there")
			second.Press("enter")
			term.Press("esc")
			term.WaitFor("You have left the queue.")
			second.WaitFor("Somebody did not show up.")
		}
		term.Press("enter")
		term.WaitFor("Others have recently waited for you in vain. Your search starts in")
		second.WaitFor("2 are waiting")
		time.Sleep(time.Minute)
		term.WaitFor("a stranger is here")
	})
}

// TestTheQueueHasOneClock, however often something covers it.
func TestTheQueueHasOneClock(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s := session(house, house.Player("marlowe"))
		var looks atomic.Int64
		s.Now = func() time.Time {
			looks.Add(1)
			return time.Now()
		}
		term := start(t, s, lobby.Home(s), 80, 24)
		term.WaitFor("1 here")
		term.Press("enter")
		term.WaitFor("the only one so far")
		inTen := func() int64 {
			synctest.Wait()
			before := looks.Load()
			time.Sleep(10 * time.Second)
			synctest.Wait()
			return looks.Load() - before
		}
		once := inTen()
		for range 5 {
			term.Click("Rankings")
			term.WaitFor("rankings of")
			term.Press("esc")
			term.WaitFor("the only one so far")
		}
		if often := inTen(); often > 2*once {
			t.Errorf("it looks at the clock %d times, and before %d times", often, once)
		}
	})
}

// TestEnoughForATable: those who wait for any table are told that they wait for a bigger one, and begin
// with fewer if all want that.
func TestEnoughForATable(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s := both(house, house.Player("marlowe"))
		terms := matchmaking.Terms{Game: "noirburg", Rated: true, Pace: data.Live}
		var others []matchmaking.Place
		for _, name := range []string{"spade", "vera"} {
			place, err := house.Broker.Queue(t.Context(), matchmaking.Ticket{Player: house.Player(name), Terms: terms})
			if err != nil {
				t.Fatal(err)
			}
			defer place.Leave()
			others = append(others, place)
		}
		term := start(t, s, lobby.Queue(s, matchmaking.Ticket{Player: s.Player, Terms: terms}), 80, 24)
		term.WaitFor("Enough for a table of 3. Waiting up to 25 s more for a bigger one.", "▸ Begin with 3", "as soon as 3 want that", "esc stop looking")
		for _, other := range others {
			if err := other.Begin(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		term.WaitFor("Would begin with 3: 2.")
		term.Press("enter")
		term.WaitFor("a table of three is here")
	})
}

// TestATableHasNoCodeAtFirst: until the broker has answered, none is drawn.
func TestATableHasNoCodeAtFirst(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s := session(house, house.Player("marlowe"))
		ticket := matchmaking.Ticket{Player: s.Player, Host: true, Terms: matchmaking.Terms{Game: "district-noir", Pace: data.Live, Seats: 2}}
		s.Search = &tui.Search{Ticket: ticket, Since: time.Now()}
		look := ansi.Strip(strings.Join(lobby.Queue(s, ticket).View(80, 22, tuitest.Theme()), "\n"))
		if !strings.Contains(look, "Clearing a table.") || strings.Contains(look, "╔") {
			t.Errorf("before the first answer:\n%s", look)
		}
		s.Search.Waiting = matchmaking.Waiting{Revision: 1, Code: "abc", Seated: 1, Seats: 2}
		look = ansi.Strip(strings.Join(lobby.Queue(s, ticket).View(80, 22, tuitest.Theme()), "\n"))
		if !strings.Contains(look, "║   A  B  C   ║") || !strings.Contains(look, "1 of 2 seated") {
			t.Errorf("after it:\n%s", look)
		}
	})
}
