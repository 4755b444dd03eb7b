package tuitest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
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
	records
	tables
	Dir   string // of the store
	Quota *quota.Ledger

	closeStore func()
	reviewer   *review.Reviewer

	t      testing.TB
	guests data.PlayerID
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
	h := &House{records: records{Store: store, t: t}, tables: tables{broker, t}, Dir: dir, Quota: quota.NewLedger(nil), t: t}
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

// Dealt stores a running casual match that is dealt from a seed to players of these names, and returns it with a broker
// that has its table. The House's own broker began earlier, and does not know the match.
func (h *House) Dealt(g engine.Game, seed engine.Seed, names ...string) (data.Match, *local.Broker) {
	h.t.Helper()
	m := data.Match{ID: "dealt", Game: g.Info().Name, Pace: data.Live, Started: time.Now(), Seed: seed}
	for _, name := range names {
		m.Seats = append(m.Seats, data.Seat{Player: h.Player(name).ID, Name: name, Kind: data.Human})
	}
	state, err := g.Start(m.Setup())
	if err != nil {
		h.t.Fatal(err)
	}
	m.Options = engine.Options(state)
	if _, err := h.Store.Open(context.Background(), m); err != nil {
		h.t.Fatal(err)
	}
	broker, err := local.New(context.Background(), local.Config{Store: h.Store, Games: []engine.Game{g}})
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(broker.Close)
	return m, broker
}

// Tournament opens an event of half an hour of District Noir that starts when a time has
// passed, and waits until the house knows of it: some seconds by a bubble's clock.
func (h *House) Tournament(title string, in time.Duration) data.Tournament {
	h.t.Helper()
	from := time.Now().Add(in)
	c, err := h.Store.OpenTournament(context.Background(), "vivian", data.Tournament{
		Title: title, Game: district, Seats: 2, Starts: from, Ends: from.Add(30 * time.Minute),
	})
	if err != nil {
		h.t.Fatal(err)
	}
	listed := func() bool {
		return slices.ContainsFunc(h.Broker.Tournaments(), func(one data.Tournament) bool { return one.ID == c.ID })
	}
	_ = listed() // they are read while anybody asks for them; whether in this moment or later would shift a bubble's clock
	for late := time.Now().Add(await.Limit()); ; {
		if time.Sleep(time.Second); listed() {
			break
		}
		if time.Now().After(late) {
			h.t.Fatalf("the event %s is not announced", title)
		}
	}
	return c
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
