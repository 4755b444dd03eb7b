package tuitest

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"noir/data"
	"noir/data/sqlite"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/matchmaking"
	"noir/tui"
)

// House is a real store and a real broker for the length of a test.
type House struct {
	Store  data.Store
	Broker *matchmaking.Local

	closeStore func()

	t      testing.TB
	guests data.PlayerID
	played int
}

// Open opens an empty house that plays District Noir.
func Open(t testing.TB) *House {
	t.Helper()
	store, err := sqlite.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	broker, err := matchmaking.NewLocal(context.Background(), store, slog.New(slog.DiscardHandler), districtnoir.Game{})
	if err != nil {
		t.Fatal(err)
	}
	h := &House{Store: store, Broker: broker, t: t}
	h.closeStore = sync.OnceFunc(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(func() {
		broker.Close()
		h.closeStore()
	})
	return h
}

// CloseStore closes the store under the feet of everybody.
func (h *House) CloseStore() { h.closeStore() }

// Player makes a player of that name, whose key is called like him.
func (h *House) Player(name string) data.Player {
	h.t.Helper()
	p, err := h.Store.CreatePlayer(context.Background(), name, "SHA256:"+name, "")
	if err != nil {
		h.t.Fatal(err)
	}
	return p
}

// Guest makes a guest.
func (h *House) Guest(name string) data.Player {
	h.guests--
	return data.Player{ID: h.guests, Name: name}
}

// Session makes the session of somebody, with stubs on all routes; it ends with
// the test.
func (h *House) Session(p data.Player) *tui.Session {
	ctx, hangUp := context.WithCancel(context.Background())
	h.t.Cleanup(hangUp)
	match := func(what string) func(*tui.Session, data.MatchID) tui.Screen {
		return func(*tui.Session, data.MatchID) tui.Screen { return Stub(what) }
	}
	player := func(what string) func(*tui.Session, data.Player) tui.Screen {
		return func(_ *tui.Session, p data.Player) tui.Screen { return Stub(what + " " + p.Name) }
	}
	game := func(what string) func(*tui.Session, string) tui.Screen {
		return func(_ *tui.Session, game string) tui.Screen { return Stub(what + " " + game) }
	}
	return &tui.Session{
		Context: ctx, Player: p, User: p.Name, Fingerprint: "SHA256:" + p.Name,
		Broker: h.Broker, Store: h.Store, Games: []engine.Game{districtnoir.Game{}},
		Online: func() int { return 1 }, Address: "ssh noir.example.com", Now: time.Now,
		Routes: tui.Routes{
			Name:  func(*tui.Session) tui.Screen { return Stub("name") },
			Home:  func(*tui.Session) tui.Screen { return Stub("home") },
			Queue: func(*tui.Session, matchmaking.Ticket) tui.Screen { return Stub("queue") },
			Play:  match("at the table"), Watch: match("watching"), Replay: match("replay"),
			Tables: func(*tui.Session) tui.Screen { return Stub("all the tables") },
			Games:  player("games of"), Profile: player("profile of"),
			Rankings: game("rankings of"), Rules: game("rules of"),
		},
	}
}

// Theme is the look in which screens are tested: all colours, all signs.
func Theme() *tui.Theme { return tui.NewTheme(colorprofile.ANSI256, false) }

// Stub is a screen that says one thing and from which esc leads back.
type Stub string

// Init implements tui.Screen.
func (s Stub) Init() tea.Cmd { return nil }

// Update implements tui.Screen.
func (s Stub) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	if press, ok := msg.(tea.KeyPressMsg); ok && press.String() == "esc" {
		return s, tui.Ask(tui.Pop{})
	}
	return s, nil
}

// View implements tui.Screen.
func (s Stub) View(int, int, *tui.Theme) string { return string(s) }

// ShortHelp implements tui.Screen.
func (s Stub) ShortHelp() []key.Binding { return []key.Binding{tui.Bind("esc", "back", "esc")} }

// FullHelp implements tui.Screen.
func (s Stub) FullHelp() [][]key.Binding { return nil }

// Played records a rated game that the first of two players has won, ended at a
// moment, and returns its id.
func (h *House) Played(at time.Time, winner, loser data.Player) data.MatchID {
	h.t.Helper()
	h.played++
	ctx, id := context.Background(), data.MatchID(fmt.Sprintf("played-%d", h.played))
	_, err := h.Store.Open(ctx, data.Match{
		ID: id, Game: "district-noir", Rated: true, Pace: data.Live, Started: at.Add(-10 * time.Minute),
		Seats: []data.Seat{
			{Player: winner.ID, Name: winner.Name, Kind: data.Human},
			{Player: loser.ID, Name: loser.Name, Kind: data.Human},
		},
	})
	if err != nil {
		h.t.Fatal(err)
	}
	result := engine.Result{Reason: "points", Winners: []engine.Seat{0}, Places: []int{1, 2}, Scores: json.RawMessage(`[]`)}
	if _, err := h.Store.Finish(ctx, id, at, result); err != nil {
		h.t.Fatal(err)
	}
	return id
}

// Seated brings two players together through the queue, as strangers meet, and
// returns their table.
func (h *House) Seated(a, b data.Player) data.MatchID {
	h.t.Helper()
	terms := matchmaking.Terms{Game: "district-noir", Rated: !a.ID.Guest() && !b.ID.Guest(), Pace: data.Live}
	h.queue(matchmaking.Ticket{Player: a, Terms: terms})
	return h.until(h.queue(matchmaking.Ticket{Player: b, Terms: terms}), matched).Match
}

// Hosted brings two players together at a casual private table of the first.
func (h *House) Hosted(host, friend data.Player) data.MatchID {
	h.t.Helper()
	terms := matchmaking.Terms{Game: "district-noir", Pace: data.Live}
	table := h.queue(matchmaking.Ticket{Player: host, Terms: terms, Host: true})
	open := h.until(table, func(w matchmaking.Waiting) bool { return w.Code != "" })
	return h.until(h.queue(matchmaking.Ticket{Player: friend, Terms: terms, Join: open.Code}), matched).Match
}

func matched(w matchmaking.Waiting) bool { return w.Match != "" }

// queue hands in a ticket, which is given up with the test.
func (h *House) queue(t matchmaking.Ticket) matchmaking.Place {
	h.t.Helper()
	place, err := h.Broker.Queue(context.Background(), t)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(place.Leave)
	return place
}

// until follows a ticket until its figures satisfy the condition.
func (h *House) until(place matchmaking.Place, enough func(matchmaking.Waiting) bool) (w matchmaking.Waiting) {
	h.t.Helper()
	for !enough(w) {
		var err error
		if w, err = place.Next(context.Background(), w.Revision); err != nil {
			h.t.Fatal(err)
		}
	}
	return w
}
