package plain_test

import (
	"context"
	"encoding/json"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/districtnoir"
	"noir/tui/tuitest"
)

// meet seats two people at a private table by typed lines.
func meet(t *testing.T) (h *tuitest.House, marlowe, spade *talk) {
	h = tuitest.Open(t)
	marlowe, spade = begin(t, session(h, h.Player("marlowe"))), begin(t, session(h, h.Player("spade")))
	marlowe.types("host")
	_, code, _ := strings.Cut(marlowe.hears("Its code is "), "Its code is ")
	code, _, _ = strings.Cut(code, ".")
	spade.types("join " + strings.ToUpper(strings.Join(strings.Split(code, ""), "  "))) // as the screens show it; which says that they are there
	if said := marlowe.hears("A table of 2 is ready. Type enter within 20 seconds"); strings.Contains(said, "Type begin") {
		t.Errorf("a table of two cannot begin before it is full:\n%s", said)
	}
	marlowe.types("hm")
	marlowe.hears("Type enter if you are there, or leave.")
	marlowe.types("enter")
	marlowe.hears("District Noir, casual: ")
	spade.hears("District Noir, casual: ")
	return h, marlowe, spade
}

func TestAGameAgainstTheHouse(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		marlowe := h.Player("marlowe")
		k := begin(t, session(h, marlowe))
		k.hears("You are marlowe.")
		k.types("house easy")
		k.hears("District Noir, casual: marlowe")
		end := k.playOn("Type rematch")
		if !strings.Contains(end, " in all.") || !strings.Contains(end, "no rating has changed") {
			t.Errorf("the end says nothing of points and rating:\n%s", end)
		}
		k.types("rematch")
		k.hears("Round 1 of 4.")
		k.types("resign")
		k.hears("Type resign now to confirm.")
		k.types("resign now")
		k.hears("you resigned")
		k.types("quit")
		k.ends()
		games, err := h.Store.Games(t.Context(), marlowe.ID, "", 10)
		if err != nil || len(games) != 1 { // not the one that was hardly begun
			t.Errorf("%d games are stored, %v; want 1", len(games), err)
		}
	})
}

// TestMovesBeforeTheFirst: an answer is never silence.
func TestMovesBeforeTheFirst(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		_, marlowe, spade := meet(t)
		for _, k := range []*talk{marlowe, spade} {
			k.types("moves")
			k.hears("No move has been made yet.")
		}
	})
}

// TestPeopleOfOneAddressMeetForNothing: their game is casual, and they are told why.
func TestPeopleOfOneAddressMeetForNothing(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		var talks []*talk
		for _, name := range []string{"marlowe", "spade"} {
			s := session(h, h.Player(name))
			s.Context = quota.With(s.Context, quota.Payer{Address: netip.MustParseAddr("192.0.2.7"), ID: name})
			talks = append(talks, begin(t, s))
		}
		talks[0].types("host --rated")
		_, code, _ := strings.Cut(talks[0].hears("Its code is "), "Its code is ")
		code, _, _ = strings.Cut(code, ".")
		talks[1].types("join " + code)
		talks[0].hears("Two players share an address, so it is a casual game.")
		talks[0].hears("Type enter within 20 seconds")
		talks[0].types("enter")
		for _, k := range talks {
			k.hears("District Noir, casual: ")
			k.hears("Two players share an address, so it is a casual game.")
		}
	})
}

func TestPeopleMeetAndTalk(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		_, marlowe, spade := meet(t)
		marlowe.types("say")
		marlowe.hears("3: Well played.")
		marlowe.types("say 3")
		marlowe.hears("You say: Well played.")
		spade.hears("marlowe says: Well played.")
		spade.types("say 1") // the first of them, and the last
		spade.hears("You say: Hello.")
		spade.types("say 9")
		spade.hears("You say: Goodbye.")
		spade.types("resign now")
		marlowe.hears("spade resigned.")
		marlowe.hears("You win: spade resigned.")
		marlowe.hears("Type rematch, or leave.")
		spade.hears("Type rematch, or leave.")
		marlowe.types("rematch")
		spade.hears("marlowe offers a rematch.")
		spade.types("rematch")
		for _, k := range []*talk{marlowe, spade} {
			if said := k.hears("Round 1 of 4."); strings.Contains(said, "Type rematch") {
				t.Errorf("the end is told again: %q", said)
			}
		}
	})
}

func TestARematchThatHasLapsedIsToldSo(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		_, marlowe, spade := meet(t)
		spade.types("resign now")
		marlowe.hears("Type rematch, or leave.")
		marlowe.types("rematch")
		spade.hears("marlowe offers a rematch.")
		for _, k := range []*talk{marlowe, spade} { // a minute later
			k.hears("There will be no rematch.")
			k.hears("The table is closed: it is too late for a rematch.")
			k.types("rematch")
			k.hears("It is too late for a rematch. Type play, or challenge and a name.")
		}
	})
}

// TestATableForAnybody is told so to its host, with its link, to the guest and to watchers, until it is over.
func TestATableForAnybody(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		host := session(h, h.Player("marlowe"))
		host.Door = "https://noir.example.com/play"
		marlowe, spade, vera := begin(t, host), begin(t, session(h, h.Player("spade"))), begin(t, session(h, h.Player("vera")))
		marlowe.types("host --public")
		_, code, _ := strings.Cut(marlowe.hears("Its code is "), "Its code is ")
		code, _, _ = strings.Cut(code, ".")
		marlowe.hears("In a browser this link leads here:")
		marlowe.hears("https://noir.example.com/play#join=" + code)
		spade.types("join " + code)
		spade.hears("Anybody may watch.")
		marlowe.hears("A table of 2 is ready.")
		marlowe.types("enter")
		marlowe.hears("District Noir, casual: ")
		vera.types("watch")
		vera.hears("District Noir, casual: ")
		vera.types("p 1")
		vera.hears("You have no seat at this table: leave it, and look for one of your own to play.")
		spade.types("resign now")
		marlowe.hears("Type rematch, or leave.")
		if said := vera.hears("Type leave."); strings.Contains(said, "rematch") {
			t.Errorf("a watcher is told of a rematch:\n%s", said)
		}
		for line, want := range map[string]string{
			"resign": "The game is over.", "p 1": "The game is over. Type rematch, look, moves, leave or quit.", "help": "rematch: offer another game, or accept one.",
		} {
			marlowe.types(line)
			marlowe.hears(want)
		}
		vera.hears("The table is closed. You are at the door")
	})
}

// TestLinesAfterTheLast are read by nobody, and nothing waits for that.
func TestLinesAfterTheLast(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		k := begin(t, session(h, h.Player("marlowe")))
		k.hears("You are marlowe.")
		k.types("quit\nhelp\nhelp")
		k.ends()
	})
}

func TestHangingUpKeepsTheSeat(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h, marlowe, spade := meet(t)
		_ = marlowe.in.Close()
		marlowe.ends()
		spade.hears("marlowe has lost the connection")
		p := h.Player("marlowe")
		again := begin(t, session(h, p))
		again.hears("You have a game running: type sit to go on.")
		again.types("play")
		again.hears("District Noir, casual: ")
		spade.hears("marlowe is back.")
		again.types("leave")
		again.hears("Your seat is kept")
		spade.hears("marlowe has lost the connection")
		again.types("quit")
		again.ends()
	})
}

func TestTimeRunningOutIsTold(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		_, marlowe, spade := meet(t)
		time.Sleep(111 * time.Second)
		synctest.Wait()
		warned := 0
		for _, k := range []*talk{marlowe, spade} {
			if strings.Contains(k.news(), "Your time is running out: 0:10 left.") {
				warned++
			}
		}
		if warned != 1 {
			t.Errorf("%d people are told that their time runs out, want one", warned)
		}
	})
}

func TestATableIsOrdered(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		s := session(h, h.Player("marlowe"))
		s.Games = append(s.Games, tui.Game{Rules: ballroom{s.Games[0].Rules}, Switches: []tui.Switch{
			{Name: "late_bell", Usual: true, Flag: "no-late-bell", About: "the late bell is silent"},
		}})
		d := &desk{Broker: s.Broker}
		s.Broker = d
		k := begin(t, s)
		k.types("help play")
		k.hears("the late bell is silent")
		ballroom := func(seats int, rated bool, options string) matchmaking.Terms {
			terms := matchmaking.Terms{Game: "ballroom", Rated: rated, Pace: data.Live, Seats: seats}
			if options != "" {
				terms.Options = json.RawMessage(options)
			}
			return terms
		}
		district := matchmaking.Terms{Game: districtnoir.Name, Pace: data.Live}
		with := func(t matchmaking.Terms, c data.Clock) matchmaking.Terms {
			t.Clock = c
			return t
		}
		for line, want := range map[string]matchmaking.Ticket{
			"play ballroom":                          {Terms: ballroom(0, true, "")},
			"play --seats 5 --no-late-bell ballroom": {Terms: ballroom(5, true, `{"late_bell":false}`)},
			"house slow ballroom --seats 3":          {Terms: ballroom(3, false, ""), Bot: "slow"},
			"house easy":                             {Terms: district, Bot: "easy"},
			"house easy --clock x2":                  {Terms: with(district, data.Double), Bot: "easy"},
			"host --clock none":                      {Terms: with(district, data.NoClock), Host: true},
			"host":                                   {Terms: district, Host: true},
			"host ballroom --fill slow":              {Terms: ballroom(0, false, ""), Host: true, Fill: "slow"},
			"HOST --seats 6 Ballroom --rated --no-late-bell ": {Terms: ballroom(6, true, `{"late_bell":false}`), Host: true},
			"join xyz": {Terms: matchmaking.Terms{Pace: data.Live}, Join: "xyz"},
		} {
			d.asked = nil
			k.types(line)
			k.hears("Full house")
			want.Player = s.Player
			if len(d.asked) != 1 || !reflect.DeepEqual(d.asked[0], want) {
				t.Errorf("%q asks for %+v, want %+v", line, d.asked, want)
			}
		}
	})
}

func TestWatching(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		marlowe, spade := h.Player("marlowe"), h.Player("spade")
		player := begin(t, session(h, marlowe))
		h.Seated(marlowe, spade)
		player.types("play")
		player.hears("District Noir, rated: ")
		k := begin(t, session(h, h.Guest("guest-0001")))
		k.types("tables")
		k.hears("district-noir")
		k.types("watch 2")
		k.hears("Type watch and a number from 1 to 1.")
		k.types("watch 1")
		k.hears(" is to move.")
		k.types("p 1")
		k.hears("You have no seat at this table: leave it, and look for one of your own to play.")
		player.types("resign now")
		k.hears("marlowe resigned.")
		k.hears("spade 1500 to 1530 (+30)")
		k.types("leave", "quit")
		k.ends()
	})
}

// ballroom is a second game: the same rules under another name, for more people,
// with a switch.
type ballroom struct{ engine.Game }

func (ballroom) Info() engine.Info {
	return engine.Info{Name: "ballroom", Title: "The Ballroom", MinSeats: 3, MaxSeats: 6, House: []engine.Opponent{{Level: "slow"}}}
}

// desk is a broker that records requests and has nothing.
type desk struct {
	matchmaking.Broker
	asked []matchmaking.Ticket
}

func (d *desk) Queue(_ context.Context, t matchmaking.Ticket) (matchmaking.Place, error) {
	d.asked = append(d.asked, t)
	return nil, matchmaking.BadTermsf("full house")
}
