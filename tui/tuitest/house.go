package tuitest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"noir/app/service"
	"noir/data"
	"noir/data/review"
	"noir/data/sqlite/sqlitetest"
	"noir/data/stats"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/engine/noirburg"
	"noir/internal/await"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/local"
	"noir/tui"
)

// The games of the house by their names.
const (
	district = "district-noir"
	burg     = "noirburg"
)

var allGames = []engine.Game{districtnoir.Game{}, noirburg.Game{}}

// House is a real store and a real broker for the length of a test.
type House struct {
	Dir    string // of the store
	Store  data.Store
	Quota  *quota.Ledger
	Broker *local.Broker

	closeStore func()
	reviewer   *review.Reviewer

	t      testing.TB
	guests data.PlayerID
	played int
}

// Open opens an empty house that plays District Noir and Noirburg.
func Open(t testing.TB) *House {
	t.Helper()
	dir := sqlitetest.Dir(t)
	store := sqlitetest.Open(t, dir)
	broker, err := local.New(context.Background(), local.Config{
		Store: store, Games: allGames,
	})
	if err != nil {
		t.Fatal(err)
	}
	h := &House{Dir: dir, Store: store, Broker: broker, Quota: quota.NewLedger(nil), t: t}
	h.reviewer = review.New(store, allGames, broker.Lend, quota.NewLedger(nil), slog.New(slog.DiscardHandler))
	h.closeStore = sync.OnceFunc(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(func() {
		h.reviewer.Close()
		broker.Close()
		h.closeStore()
	})
	return h
}

// CloseStore closes the store while it is in use.
func (h *House) CloseStore() { h.closeStore() }

// Player makes a player with a name, whose key has the same name, or finds them.
func (h *House) Player(name string) data.Player {
	h.t.Helper()
	return sqlitetest.Player(h.t, h.Store, name)
}

// Guest makes a guest.
func (h *House) Guest(name string) data.Player {
	h.guests--
	return data.Player{ID: h.guests, Name: name}
}

// Keys returns the use cases of a visitor with a key; it makes players as the front door does.
func (h *House) Keys(fingerprint string) *service.Keys {
	return service.NewKeys(h.Store, fingerprint, func(ctx context.Context, name string) (data.Player, error) {
		p, err := h.Store.CreatePlayer(ctx, name, fingerprint, "")
		if errors.Is(err, data.ErrKeyTaken) {
			return h.Store.PlayerByKey(ctx, fingerprint)
		}
		return p, err
	})
}

// Services returns the use cases of all sessions, with webhooks and feeds if given.
func (h *House) Services(hooks service.Hooks, feeds service.Feeds) *service.Services {
	return service.New(service.Config{
		Store: h.Store, Broker: h.Broker, Games: allGames, Stats: stats.New(h.Store, allGames, h.Quota), Reviewer: h.reviewer,
		Quota: h.Quota, Hooks: hooks, Feeds: feeds,
	})
}

// Session makes a visitor's session, with stubs on all routes; it ends with the test.
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
		Language: Spoken(h.t), Reads: reads(h.t), Context: ctx, Player: p, User: p.Name,
		Services: h.Services(nil, nil), Keys: h.Keys("SHA256:" + p.Name), Themes: new(tui.Themes), Look: look(),
		Broker: h.Broker, Games: []tui.Game{{Rules: districtnoir.Game{}}},
		Online: func() int { return 1 }, Here: func(data.PlayerID) bool { return false }, Around: func() []data.Player { return nil },
		Address: "ssh noir.example.com", Web: "https://noir.example.com", Busy: func() bool { return false }, Now: time.Now,
		Routes: tui.Routes{
			Name:  func(*tui.Session) tui.Screen { return Stub("name") },
			Home:  func(*tui.Session) tui.Screen { return Stub("home") },
			Queue: func(*tui.Session, matchmaking.Ticket) tui.Screen { return Stub("queue") },
			Play:  match("at the table"), Watch: match("watching"), Replay: match("replay"), Review: match("review"),
			Tables: func(*tui.Session) tui.Screen { return Stub("all the tables") },
			Event:  func(*tui.Session) tui.Screen { return Stub("the events") },
			Games:  player("games of"), Profile: player("profile of"), Tie: player("you and"), Invite: player("invite"), Friends: func(*tui.Session) tui.Screen { return Stub("friends") },
			Rankings: game("rankings of"), Rules: game("rules of"), Lesson: game("lesson of"),
			Puzzle: func(*tui.Session) tui.Screen { return Stub("puzzle") },
			Retry: func(_ *tui.Session, id data.MatchID, ply int) tui.Screen {
				return Stub(fmt.Sprintf("move %d of %s again", ply, id))
			},
			Keys:     func(*tui.Session) tui.Screen { return Stub("keys") },
			Settings: func(*tui.Session) tui.Screen { return Stub("settings") },
			Code:     func(*tui.Session) tui.Screen { return Stub("code") },
		},
	}
}

// Theme is the look in which screens are tested: all colours, all signs.
func Theme() *tui.Theme { return tui.NewTheme(look()) }

// Themed is Theme in the language of a session.
func Themed(s *tui.Session) *tui.Theme {
	th := Theme()
	th.Reader = s.Language
	return th
}

func look() tui.Look { return tui.Look{Colours: colorprofile.ANSI256} }

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
func (s Stub) View(int, int, *tui.Theme) []string { return []string{string(s)} }

// ShortHelp implements tui.Screen.
func (s Stub) ShortHelp() []key.Binding { return []key.Binding{tui.Bind("esc", "back", "esc")} }

// FullHelp implements tui.Screen.
func (s Stub) FullHelp() [][]key.Binding { return nil }

// Played records a rated game of District Noir that the first of two players has
// won, ended at a moment, and returns its id.
func (h *House) Played(at time.Time, winner, loser data.Player) data.MatchID {
	h.t.Helper()
	return h.past(district, at, winner, loser)
}

// Fought records a rated game of Noirburg, whose players are in the order of their
// places, ended at a moment, and returns its id.
func (h *House) Fought(at time.Time, players ...data.Player) data.MatchID {
	h.t.Helper()
	return h.past(burg, at, players...)
}

// past records a rated game whose players are in the order of their places.
func (h *House) past(game string, at time.Time, players ...data.Player) data.MatchID {
	h.t.Helper()
	result := engine.Result{Reason: "points", Winners: []engine.Seat{0}, Scores: json.RawMessage(`[]`)}
	for i := range players {
		result.Places = append(result.Places, i+1)
	}
	return h.Ended(game, at, result, players...)
}

// Ended records a rated game with its result, ended at a moment, and returns its id.
func (h *House) Ended(game string, at time.Time, result engine.Result, players ...data.Player) data.MatchID {
	h.t.Helper()
	m := h.open(game, at, engine.Seed{}, players...)
	if _, err := h.Store.Finish(context.Background(), m.ID, at, result); err != nil {
		h.t.Fatal(err)
	}
	return m.ID
}

// Seated brings two players together through the queue, as strangers meet, and
// returns their table.
func (h *House) Seated(a, b data.Player) data.MatchID {
	h.t.Helper()
	terms := matchmaking.Terms{Game: district, Rated: !a.ID.Guest() && !b.ID.Guest(), Pace: data.Live}
	first := h.queue(matchmaking.Ticket{Player: a, Terms: terms})
	return h.ready(first, h.queue(matchmaking.Ticket{Player: b, Terms: terms}))
}

// Entered brings two players together at a table of an event, and returns it.
func (h *House) Entered(c data.Tournament, a, b data.Player) data.MatchID {
	h.t.Helper()
	terms := matchmaking.TermsOf(c)
	first := h.queue(matchmaking.Ticket{Player: a, Terms: terms})
	return h.ready(first, h.queue(matchmaking.Ticket{Player: b, Terms: terms}))
}

// Gathered brings players together at a rated table of Noirburg, as strangers meet,
// and returns it.
func (h *House) Gathered(players ...data.Player) data.MatchID {
	h.t.Helper()
	terms := matchmaking.Terms{Game: burg, Rated: true, Pace: data.Live, Seats: len(players)}
	var places []matchmaking.Place
	for _, p := range players {
		places = append(places, h.queue(matchmaking.Ticket{Player: p, Terms: terms}))
	}
	return h.ready(places...)
}

// Practised has a player begin a casual game of District Noir against the house, and returns it.
func (h *House) Practised(p data.Player) data.MatchID {
	h.t.Helper()
	place := h.queue(matchmaking.Ticket{Player: p, Terms: matchmaking.Terms{Game: district, Pace: data.Live}, Bot: "easy"})
	return h.until(place, func(w matchmaking.Waiting) bool { return w.Match != "" }).Match
}

// Hosted brings two players together at a casual private table of the first.
func (h *House) Hosted(host, friend data.Player) data.MatchID {
	h.t.Helper()
	terms := matchmaking.Terms{Game: district, Pace: data.Live}
	table := h.queue(matchmaking.Ticket{Player: host, Terms: terms, Host: true})
	open := h.until(table, func(w matchmaking.Waiting) bool { return w.Code != "" })
	return h.ready(table, h.queue(matchmaking.Ticket{Player: friend, Terms: terms, Join: open.Code}))
}

// ready waits until a table is found for some tickets, answers for all of them and returns it.
func (h *House) ready(places ...matchmaking.Place) data.MatchID {
	h.t.Helper()
	for _, place := range places {
		h.until(place, func(w matchmaking.Waiting) bool { return w.Found > 0 })
		if err := place.Ready(context.Background()); err != nil {
			h.t.Fatal(err)
		}
	}
	return h.until(places[0], func(w matchmaking.Waiting) bool { return w.Match != "" }).Match
}

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
	ctx, stop := context.WithTimeout(context.Background(), await.Limit())
	defer stop()
	for !enough(w) {
		var err error
		if w, err = place.Next(ctx, w.Revision); err != nil {
			h.t.Fatalf("%v, last %+v", err, w)
		}
	}
	return w
}
