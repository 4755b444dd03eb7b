package plain_test

import (
	"context"
	"encoding/json"
	"io"
	"io/fs"
	"net/netip"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine"
	"noir/internal/await"
	"noir/internal/language"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/server/command"
	"noir/tui"
	"noir/tui/districtnoir"
	"noir/tui/plain"
	"noir/tui/tuitest"
)

// talk is a conversation in a synctest bubble, seen from the client.
type talk struct {
	t     *testing.T
	in    *io.PipeWriter
	ended chan error

	mu    sync.Mutex
	heard strings.Builder
	read  int // bytes that the test has looked at
}

// Write takes what the house says.
func (k *talk) Write(p []byte) (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.heard.Write(p)
}

// session is a player's session, with the real board.
func session(h *tuitest.House, p data.Player) *tui.Session {
	s := h.Session(p)
	s.Games = []tui.Game{districtnoir.Game()}
	return s
}

// page are rules in whatever language.
func page(text string) fs.FS { return fstest.MapFS{"rules.md": {Data: []byte(text)}} }

// answers is the desk of a session's house.
func answers(s *tui.Session) *command.Desk {
	d := &command.Desk{
		Services: s.Services, Broker: s.Broker, Address: s.Address,
		Tellers: map[string]func(*language.Reader) command.Teller{}, Rules: map[string]func(string) string{},
		Here: func(_, p data.PlayerID) bool { return s.Here(p) },
	}
	for _, g := range s.Games {
		name := g.Info().Name
		d.Games = append(d.Games, g.Rules)
		d.Tellers[name], d.Rules[name] = func(r *language.Reader) command.Teller { return g.Board(r) }, g.Page
		for _, w := range g.Switches {
			d.Switches = append(d.Switches, command.Switch{Flag: w.Flag, About: w.About, Option: w.Name, Value: !w.Usual})
		}
	}
	return d
}

// begin starts a conversation that ends with the test.
func begin(t *testing.T, s *tui.Session) *talk {
	in, client := io.Pipe()
	k := &talk{t: t, in: client, ended: make(chan error, 1)}
	go func() { k.ended <- plain.Run(s.Context, s, answers(s), in, k) }()
	t.Cleanup(func() { _ = client.Close() })
	return k
}

// types sends lines.
func (k *talk) types(lines ...string) {
	k.t.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(k.in, line+"\n"); err != nil {
			k.t.Fatalf("%q was not read: %v", line, err)
		}
	}
}

// news is what has been said and not looked at yet.
func (k *talk) news() string {
	synctest.Wait()
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.heard.String()[k.read:]
}

// hears waits until one of the texts is said, and returns what was said up to
// the end of the first line with one of them.
func (k *talk) hears(texts ...string) string {
	k.t.Helper()
	for range 1200 {
		said := ""
		for line := range strings.Lines(k.news()) {
			said += line
			for _, text := range texts {
				if strings.Contains(line, text) {
					k.read += len(said)
					return said
				}
			}
		}
		time.Sleep(100 * time.Millisecond) // of the bubble's clock
	}
	k.t.Fatalf("nobody says %q, but:\n%s", texts, k.news())
	return ""
}

// ends waits for the end of the conversation.
func (k *talk) ends() {
	k.t.Helper()
	if err := await.One(k.t, k.ended, "end of the conversation"); err != nil {
		k.t.Errorf("the conversation ended with: %v", err)
	}
}

// playOn plays until one of the texts is said.
func (k *talk) playOn(until string) string {
	k.t.Helper()
	for range 60 {
		said := k.hears("Your move:", until)
		time.Sleep(time.Second) // of the bubble's clock: no line is in flight
		switch {
		case strings.Contains(said, until):
			return said
		case strings.Contains(said, "Your move: take with t"):
			k.types("t")
		default:
			k.types("p 1")
		}
	}
	k.t.Fatal("the game does not end")
	return ""
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

func TestAFirstVisitorChoosesAName(t *testing.T) {
	for wish, want := range map[string]string{"": "marlowe-2", "Vivian": "vivian"} {
		tuitest.Bubble(t, func(t *testing.T) {
			h := tuitest.Open(t)
			h.Player("marlowe")
			s := session(h, data.Player{})
			s.User, s.Keys = "marlowe", h.Keys("SHA256:new")
			k := begin(t, s)
			k.hears("An empty line takes marlowe-2.")
			k.types("admin")
			k.hears("That name is reserved.")
			k.types("help")
			k.hears("Choose a name first, or type quit.")
			k.types("marl0we")
			k.hears("Somebody here already has that name")
			k.types(wish)
			if wish != "" {
				k.hears("Do you want to be called vivian? Type yes or no.")
				k.types("yes")
			}
			k.hears("You are " + want + ".")
			p, err := h.Store.PlayerByKey(t.Context(), "SHA256:new")
			if err != nil || p.Name != want {
				t.Errorf("the key is %q's, %v; want %q", p.Name, err, want)
			}
		})
	}
}

// TestNoLineBecomesANameUnasked: a word that was meant otherwise is asked about, and
// whatever is no answer is taken as what it is.
func TestNoLineBecomesANameUnasked(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		s := session(h, data.Player{})
		s.User, s.Keys = "marlowe", h.Keys("SHA256:new")
		k := begin(t, s)
		k.hears("An empty line takes marlowe.")
		k.types("how")
		k.hears("Do you want to be called how? Type yes or no.")
		k.types("")
		k.hears("Do you want to be called how? Type yes or no.")
		k.types("help")
		k.hears("Choose a name first, or type quit.")
		k.hears("An empty line takes marlowe.")
		k.types("velma")
		k.hears("Do you want to be called velma?")
		k.types("no")
		k.hears("An empty line takes marlowe.")
		k.types("viv")
		k.hears("Do you want to be called viv?")
		k.types("Vivian")
		k.hears("Do you want to be called vivian?")
		k.types(strings.Repeat("x", 10_000))
		k.hears("That line is too long.")
		k.hears("Do you want to be called vivian?")
		if p, err := h.Store.PlayerByKey(t.Context(), "SHA256:new"); err == nil {
			t.Fatalf("the key is %s's, who has not said yes", p.Name)
		}
		k.types("y")
		k.hears("You are vivian.")
	})
}

// TestYesTakesTheProposal, in the visitor's language too.
func TestYesTakesTheProposal(t *testing.T) {
	for tag, yes := range map[string]string{"en": "yes", "de": "ja", "tr": "EVET"} {
		tuitest.Bubble(t, func(t *testing.T) {
			h := tuitest.Open(t)
			s := session(h, data.Player{})
			s.User, s.Keys = "marlowe", h.Keys("SHA256:new")
			s.Language = s.Reads(tag)
			k := begin(t, s)
			k.types(yes)
			k.hears("marlowe.")
			k.types("quit")
			k.ends()
			if p, err := h.Store.PlayerByKey(t.Context(), "SHA256:new"); err != nil || p.Name != "marlowe" {
				t.Errorf("the key is %q's, %v", p.Name, err)
			}
		})
	}
}

// meet seats two people at a private table by what they type.
func meet(t *testing.T) (h *tuitest.House, marlowe, spade *talk) {
	h = tuitest.Open(t)
	marlowe, spade = begin(t, session(h, h.Player("marlowe"))), begin(t, session(h, h.Player("spade")))
	marlowe.types("host")
	_, code, _ := strings.Cut(marlowe.hears("Its code is "), "Its code is ")
	code, _, _ = strings.Cut(code, ".")
	spade.types("join " + strings.ToUpper(strings.Join(strings.Split(code, ""), "  "))) // as the screens show it; which says that they are there
	marlowe.hears("A table of 2 is ready. Type enter within 20 seconds")
	marlowe.types("hm")
	marlowe.hears("Type enter if you are there, or leave.")
	marlowe.types("enter")
	marlowe.hears("District Noir, casual: ")
	spade.hears("District Noir, casual: ")
	return h, marlowe, spade
}

// TestPeopleOfOneAddressMeetForNothing, and are told why.
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

func TestHangingUpKeepsTheSeat(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h, marlowe, spade := meet(t)
		_ = marlowe.in.Close()
		marlowe.ends()
		spade.hears("marlowe has lost the connection")
		p, err := h.Store.PlayerByName(t.Context(), "marlowe")
		if err != nil {
			t.Fatal(err)
		}
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

func TestWrongLinesAreAnswered(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		k := begin(t, session(h, h.Player("marlowe")))
		for line, want := range map[string]string{
			"dance":                      "There is no command \"dance\"; ",
			"\x1b[2Jdance":               "There is no command \"\\x1b[2jdance\"",
			strings.Repeat("play ", 300): "That line is too long.",
			strings.Repeat("x", 10_000):  "That line is too long.",
			"house":                      "Type house and a level: easy",
			"house cruel":                "The house does not play at the level \"cruel\"; it plays at easy",
			"play --seats 5":             "--seats is 2 to 2 in district-noir.",
			"play easy":                  "There is no game \"easy\"; there are district-noir",
			"house easy --rated":         "House has no flag \"rated\"",
			"rankings chess":             "There is no game \"chess\"; there are district-noir",
			"join":                       "Type join CODE.",
			"join xyz":                   "No private table has that code.",
			"watch":                      "Nobody plays at the moment.",
			"games":                      "marlowe has no finished game yet.",
			"rankings":                   "District Noir: nobody has a rated game yet.",
			"rules":                      "lines are left. Type more, all or stop.",
			"help":                       "lines are left. Type more, all or stop.",
			"HELP":                       "What you can type here; help and a word explains it:",
		} {
			k.types(line)
			k.hears(want)
		}
		k.types("house easy")
		k.hears("help says what you can type")
		for line, want := range map[string]string{
			"p 9":     "a number from 1 to ",
			"dance":   "lay with p 1",
			"decline": "lay with p 1", // there are no windows
			"say 77":  "Type say and a number from 1 to 9.",
			"resign":  "Type resign now to confirm.",
			"rematch": "The game is not over.",
			"clock":   "There is no clock here",
			"look":    "Your hand: 1, ",
			"help":    "leave: back to the door",
		} {
			k.hears("Your move:") // the house may be thinking still
			k.types(line, "look")
			k.hears(want)
		}
	})
}

func TestNothingMovesTheCursor(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		s := session(h, h.Player("marlowe"))
		s.Games[0].Texts = page("one\x1b[2J\x07\u202e\r\ntwo\u009b1m")
		k := begin(t, s)
		k.types("rules")
		k.hears("two")
		if said := k.heard.String(); !strings.Contains(said, "\none[2J\ntwo1m\n") {
			t.Errorf("the page is shown as %q", said)
		}
	})
}

func TestLongTextsStop(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		s := session(h, h.Guest("guest-1234"))
		text := strings.Repeat("Long.\n", 13) + "\n" + strings.Repeat("Without end.\n", 21) + "\nThe end."
		s.Games[0].Texts = page(text)
		k := begin(t, s)
		k.types("more")
		k.hears("There is nothing more to read.")
		k.types("rules")
		if said := k.hears("23 lines are left. Type more, all or stop."); strings.Count(said, "Long.") != 13 {
			t.Errorf("the first paragraph is said as %q", said)
		}
		k.types("more")
		if said := k.hears("3 lines are left."); strings.Count(said, "Without end.") != 20 {
			t.Errorf("a paragraph that is too long is said as %q", said)
		}
		k.types("settings", "all") // something else between
		k.hears("The end.")
		k.types("rules", "stop", "all")
		k.hears("You stop reading.")
		k.hears("There is nothing more to read.")
	})
}

func TestWaitingCanBeGivenUp(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		k := begin(t, session(h, h.Player("marlowe")))
		k.types("play")
		k.hears("You are waiting for a stranger.")
		k.types("hm")
		k.hears("Type leave to stop")
		k.types("leave")
		k.hears("You are not waiting any more.")
		if n := h.Broker.Counts().Waiting[districtnoir.Name]; n != 0 {
			t.Errorf("%d tickets wait still", n)
		}
		k.types("play")
		k.hears("You are waiting for a stranger.")
		k.types("quit")
		k.ends()
	})
}

// TestWhoIsNotThere: two strangers are paired and one says nothing.
func TestWhoIsNotThere(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		marlowe, spade := begin(t, session(h, h.Player("marlowe"))), begin(t, session(h, h.Player("spade")))
		marlowe.types("play")
		spade.types("play")
		marlowe.hears("A table of 2 is ready.")
		marlowe.types("") // in flight
		marlowe.hears("A table is waiting for you. Type enter if you are there, or leave.")
		time.Sleep(time.Second)
		marlowe.types("")
		marlowe.hears("You are in. We are waiting for the others. Answers: 1 of 2.")
		spade.hears("You did not answer in time; look for another table.")
		marlowe.hears("Somebody did not show up. You keep your place.")
		spade.types("play")
		spade.hears("A table of 2 is ready.")
		spade.types("leave")
		spade.hears("You are not waiting any more.")
		marlowe.hears("Somebody did not show up. You keep your place.")
		spade.types("play") // after the second time that she did not come
		spade.hears("Others have recently waited for you in vain. Your search starts in 60 seconds.")
		time.Sleep(time.Minute)
		marlowe.hears("A table of 2 is ready.")
		spade.hears("A table of 2 is ready.")
	})
}

// ballroom is a second game: the same rules under another name, for more people,
// with a switch.
type ballroom struct{ engine.Game }

func (ballroom) Info() engine.Info {
	return engine.Info{Name: "ballroom", Title: "The Ballroom", MinSeats: 3, MaxSeats: 6, House: []engine.Opponent{{Level: "slow"}}}
}

// desk is a broker that notes what it is asked for, and has nothing.
type desk struct {
	matchmaking.Broker
	asked []matchmaking.Ticket
}

func (d *desk) Queue(_ context.Context, t matchmaking.Ticket) (matchmaking.Place, error) {
	d.asked = append(d.asked, t)
	return nil, &matchmaking.BadTerms{Message: "full house"}
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
		k.hears("You have no seat at this table.")
		player.types("resign now")
		k.hears("marlowe resigned.")
		k.hears("spade 1500 to 1530 (+30)")
		k.types("leave", "quit")
		k.ends()
	})
}
