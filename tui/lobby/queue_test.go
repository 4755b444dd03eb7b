package lobby_test

import (
	"encoding/json"
	"fmt"
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
		return term.WaitFor("No private table has that code")
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

// TestWhatAWaitSays in every state that the broker can report, for every kind of ticket.
func TestWhatAWaitSays(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		coming := house.Tournament("Fridays", time.Hour)
		running := house.Tournament("Night shift", -time.Minute)
		live := func(game string, seats int) matchmaking.Terms {
			return matchmaking.Terms{Game: game, Rated: true, Pace: data.Live, Seats: seats}
		}
		clocked := func(pace data.Pace, clock data.Clock) matchmaking.Terms {
			return matchmaking.Terms{Game: "district-noir", Pace: pace, Clock: clock}
		}
		in := func(d time.Duration) time.Time { return time.Now().Add(d) }
		spade, guests := house.Player("spade"), matchmaking.Guests{"marlowe", "spade", "vera"}
		var all tuitest.Sheet
		for i, c := range []struct {
			ticket  matchmaking.Ticket
			since   time.Duration
			waiting matchmaking.Waiting
			ends    error // the search
		}{
			{matchmaking.Ticket{Terms: live("district-noir", 0)}, time.Second, matchmaking.Waiting{Waiting: 1}, nil},
			{matchmaking.Ticket{Terms: live("district-noir", 0)}, time.Minute, matchmaking.Waiting{Waiting: 2, Estimate: 41600 * time.Millisecond}, nil},
			{matchmaking.Ticket{Terms: live("district-noir", 0)}, time.Hour, matchmaking.Waiting{Waiting: 2, Held: in(90 * time.Second)}, nil},
			{matchmaking.Ticket{Terms: live("district-noir", 0)}, time.Second, matchmaking.Waiting{Waiting: 2, Held: in(0)}, nil},
			{matchmaking.Ticket{Terms: live("noirburg", 0)}, time.Second, matchmaking.Waiting{Waiting: 2, Eager: 1}, nil},
			{matchmaking.Ticket{Terms: live("noirburg", 0)}, time.Second, matchmaking.Waiting{Waiting: 2, Eager: 2, Begun: true}, nil},
			{matchmaking.Ticket{Terms: live("noirburg", 0)}, 1500 * time.Millisecond, matchmaking.Waiting{Waiting: 3, Eager: 1}, nil},
			{matchmaking.Ticket{Terms: live("noirburg", 0)}, matchmaking.LateAfter, matchmaking.Waiting{Waiting: 3}, nil},
			{matchmaking.Ticket{Terms: live("noirburg", 4)}, time.Second, matchmaking.Waiting{Waiting: 3, Eager: 1}, nil},
			{matchmaking.Ticket{Terms: clocked(data.Day, "")}, time.Second, matchmaking.Waiting{Waiting: 1}, nil},
			{matchmaking.Ticket{Terms: matchmaking.TermsOf(coming)}, time.Second, matchmaking.Waiting{Waiting: 1}, nil},
			{matchmaking.Ticket{Terms: matchmaking.TermsOf(running)}, time.Second, matchmaking.Waiting{Waiting: 1}, nil},
			{matchmaking.Ticket{Terms: matchmaking.Terms{Game: "district-noir", Pace: data.Live, Tournament: 999}}, time.Second, matchmaking.Waiting{Waiting: 1}, nil},
			{matchmaking.Ticket{Terms: clocked(data.Live, data.NoClock), Host: true}, time.Second, matchmaking.Waiting{Code: "abc", Seated: 1, Seats: 2}, nil},
			{matchmaking.Ticket{Terms: clocked(data.Live, data.Double), Host: true}, time.Second, matchmaking.Waiting{Code: "abc", Rated: true, Seated: 1, Seats: 2}, nil},
			{matchmaking.Ticket{Terms: clocked(data.Day, ""), Host: true}, time.Second, matchmaking.Waiting{Code: "abc", Seated: 1, Seats: 2, Public: true}, nil},
			{matchmaking.Ticket{Terms: clocked(data.Live, ""), Host: true, To: spade}, time.Second, matchmaking.Waiting{Code: "abc", Seated: 1, Seats: 2}, nil},
			{matchmaking.Ticket{Terms: clocked(data.Live, ""), Host: true, To: spade}, time.Second, matchmaking.Waiting{Code: "abc", Seated: 2, Seats: 2, Guests: guests, Found: 2, Ready: 1}, nil},
			{matchmaking.Ticket{Terms: live("noirburg", 4), Host: true}, time.Second, matchmaking.Waiting{Code: "abc", Seated: 3, Seats: 4, Guests: guests, OneAddress: true}, nil},
			{matchmaking.Ticket{Terms: live("noirburg", 4), Host: true, Fill: "hard"}, time.Second, matchmaking.Waiting{Code: "abc", Seated: 1, Seats: 4, Found: 4, Ready: 2}, nil},
			{matchmaking.Ticket{Terms: matchmaking.Terms{Pace: data.Live}, Join: "abc"}, time.Second, matchmaking.Waiting{Code: "abc", Seated: 2, Seats: 2, Guests: guests}, nil},
			{matchmaking.Ticket{Terms: live("district-noir", 0)}, 0, matchmaking.Waiting{}, matchmaking.ErrNotReady},
			{matchmaking.Ticket{Terms: live("district-noir", 0)}, 0, matchmaking.Waiting{}, matchmaking.ErrParted},
			{matchmaking.Ticket{Terms: live("district-noir", 0)}, 0, matchmaking.Waiting{}, matchmaking.ErrDraining},
			{matchmaking.Ticket{Terms: live("district-noir", 0), Host: true}, 0, matchmaking.Waiting{}, matchmaking.ErrNotReady},
		} {
			s := both(house, house.Player("marlowe"))
			if i%2 == 1 {
				s.Door = "https://noir.example.com/play"
			}
			c.ticket.Player, c.waiting.Revision = s.Player, 1
			s.Search = &tui.Search{Ticket: c.ticket, Since: in(-c.since), Waiting: c.waiting}
			screen := lobby.Queue(s, c.ticket)
			if c.ends != nil {
				s.Search = nil
				screen.Update(tui.Sought{Err: c.ends})
			}
			all.Add(fmt.Sprint(i), screen, s)
		}
		all.Golden(t, "waits")
	})
}

// TestASearchIsTakenUp if the screen is for the ticket that waits; any other ticket takes its place.
func TestASearchIsTakenUp(t *testing.T) {
	t.Parallel()
	house := tuitest.Open(t)
	s := session(house, house.Player("marlowe"))
	waits := matchmaking.Ticket{Player: s.Player, Terms: matchmaking.Terms{Game: "noirburg", Pace: data.Live}}
	first := func(screen tui.Screen) tea.Msg { return screen.Init()().(tea.BatchMsg)[0]() }
	for what, change := range map[string]func(*matchmaking.Ticket){
		"the game":       func(t *matchmaking.Ticket) { t.Game = "district-noir" },
		"the stake":      func(t *matchmaking.Ticket) { t.Rated = true },
		"the pace":       func(t *matchmaking.Ticket) { t.Pace = data.Day },
		"the seats":      func(t *matchmaking.Ticket) { t.Seats = 3 },
		"the options":    func(t *matchmaking.Ticket) { t.Options = json.RawMessage(`{}`) },
		"the host":       func(t *matchmaking.Ticket) { t.Host = true },
		"the house":      func(t *matchmaking.Ticket) { t.Fill = "easy" },
		"the code":       func(t *matchmaking.Ticket) { t.Join = "abc" },
		"who is invited": func(t *matchmaking.Ticket) { t.To.ID = 7 },
		"the watchers":   func(t *matchmaking.Ticket) { t.Public = true },
		"the event":      func(t *matchmaking.Ticket) { t.Tournament = 1 },
	} {
		other := waits
		change(&other)
		for _, way := range [][2]matchmaking.Ticket{{waits, other}, {other, waits}} {
			s.Search = &tui.Search{Ticket: way[0], Since: time.Now()}
			if _, seeks := first(lobby.Queue(s, way[1])).(tui.Seek); !seeks {
				t.Errorf("a ticket that differs in %s keeps the other's place", what)
			}
		}
		s.Search = &tui.Search{Ticket: other, Since: time.Now()}
		if _, attends := first(lobby.Queue(s, other)).(tui.Attend); !attends {
			t.Errorf("with another value of %s the place is lost", what)
		}
	}
	event := waits
	event.Tournament = 1
	later := event
	later.Seats, later.Rated = 4, true // its own terms
	s.Search = &tui.Search{Ticket: event, Since: time.Now()}
	if _, attends := first(lobby.Queue(s, later)).(tui.Attend); !attends {
		t.Error("the place in an event's queue is lost")
	}
}
