package record_test

import (
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"noir/data"
	"noir/data/ledger"
	"noir/data/record"
	"noir/data/sqlite/sqlitetest"
	"noir/engine"
	"noir/engine/districtnoir"
)

var games = []engine.Game{districtnoir.Game{}}

// signer returns a host key.
func signer(t testing.TB, seed byte) ssh.Signer {
	t.Helper()
	s, err := ssh.NewSignerFromKey(ed25519.NewKeyFromSeed([]byte(strings.Repeat(string(rune('a'+seed)), ed25519.SeedSize))))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// table is a match to be played and stored.
type table struct {
	game  engine.Game
	rated bool
	seed  byte
	moves int         // made before the end; 0 plays to the end of the rules
	end   engine.Move // the move that ends it after these
}

// play plays a match in a store, each move drawn among the legal ones, and
// returns it as it was stored.
func play(t testing.TB, store data.Store, tab table) data.Match {
	t.Helper()
	m := data.Match{
		ID: data.MatchID("match-" + string(rune('a'+tab.seed))), Game: tab.game.Info().Name, Rated: tab.rated,
		Pace: data.Live, Seed: engine.Seed{tab.seed}, Started: time.Date(2026, 3, 1, 20, 15, 0, 123e6, time.UTC),
	}
	for _, name := range []string{"anna", "bert"} {
		seat := data.Seat{Name: name, Kind: data.Guest}
		if tab.rated {
			p, err := store.PlayerByName(t.Context(), name)
			if err != nil {
				p, err = store.CreatePlayer(t.Context(), name, "SHA256:"+name, "")
			}
			if err != nil {
				t.Fatal(err)
			}
			seat.Player, seat.Kind = p.ID, data.Human
		}
		m.Seats = append(m.Seats, seat)
	}
	m, err := store.Open(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	state, err := tab.game.Start(m.Setup())
	if err != nil {
		t.Fatal(err)
	}
	chance := rand.New(rand.NewPCG(uint64(tab.seed), 1))
	ply := 0
	for made := 1; ; made++ {
		move := tab.end
		if tab.moves == 0 || made <= tab.moves {
			seat := state.Prompts()[0].Seat
			legal := state.Legal(seat)
			move = engine.Move{Seat: seat, By: engine.ByPlayer, Body: legal[chance.IntN(len(legal))]}
		}
		next, plies, err := engine.Make(state, move)
		if err != nil {
			t.Fatal(err)
		}
		var entries []data.Entry
		for _, p := range plies {
			ply++
			entries = append(entries, data.NewEntry(ply, p, int64(made)*1500))
		}
		state = next
		result, over := state.Result()
		if over {
			_, err = store.Finish(t.Context(), m.ID, m.Started.Add(time.Hour), result, entries...)
		} else {
			err = store.Append(t.Context(), m.ID, entries...)
		}
		if err != nil {
			t.Fatal(err)
		}
		if over {
			break
		}
	}
	m, err = store.Match(t.Context(), m.ID)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func openStore(t testing.TB) data.Store {
	t.Helper()
	store := sqlitetest.Open(t, sqlitetest.Dir(t))
	t.Cleanup(func() { store.Close() })
	return store
}

// sealed writes a match down and seals it.
func sealed(t testing.TB, game engine.Game, m data.Match) []byte {
	t.Helper()
	r, err := record.New(game, m)
	if err != nil {
		t.Fatal(err)
	}
	r, err = record.Seal(r, signer(t, 0))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

var (
	game    = districtnoir.Game{}
	resigns = engine.Move{Seat: 1, By: engine.ByPlayer, Body: engine.Resign}
	aborts  = engine.Move{Seat: engine.Spectator, By: engine.ByServer, Body: engine.Abort}
)

func TestPlayedMatchesVerify(t *testing.T) {
	store := openStore(t)
	for name, tab := range map[string]table{
		"rated":            {game: game, rated: true},
		"rated again":      {game: game, rated: true, seed: 1},
		"casual":           {game: game, seed: 2},
		"resigned":         {game: game, rated: true, seed: 3, moves: 9, end: resigns},
		"aborted":          {game: game, rated: true, seed: 4, moves: 3, end: aborts},
		"aborted, casual":  {game: game, seed: 5, moves: 3, end: aborts},
		"aborted at once":  {game: game, seed: 6, end: aborts, moves: -1},
		"another to rate":  {game: game, rated: true, seed: 7},
		"moves kept back":  {game: pairing{game}, rated: true, seed: 8},
		"kept back, ended": {game: pairing{game}, seed: 9, moves: 7, end: resigns},
	} {
		t.Run(name, func(t *testing.T) {
			m := play(t, store, tab)
			raw := sealed(t, tab.game, m)
			s, err := record.Verify([]engine.Game{tab.game}, raw)
			if err != nil {
				t.Fatalf("%v\n%s", err, raw)
			}
			want := record.Summary{
				ID: m.ID, Game: m.Game, Plies: len(m.Moves), Reason: m.Result.Reason,
				Sealer: ssh.FingerprintSHA256(signer(t, 0).PublicKey()),
			}
			if s != want {
				t.Errorf("verified %+v, not %+v", s, want)
			}
			if line := s.String(); !strings.HasPrefix(line, "ok ") || !strings.Contains(line, want.Sealer) {
				t.Errorf("told as %q", line)
			}
		})
	}
}

// A game is rated by the rule under which it was played, and its record names the rule: under the
// second one a newcomer moves the rating of a player with twenty games less.
func TestEachRuleVerifies(t *testing.T) {
	m := play(t, openStore(t), table{game: game, rated: true, moves: 8, end: resigns})
	m.Seats[0].Games = 20
	for rule, after := range map[data.Rule]string{data.EqualRivals: "1515.0", data.KnownRivals: "1501.4"} {
		ratings := ledger.Elo(rule, m.Seats, *m.Result)
		m.Rule, m.Seats[0].After, m.Seats[1].After = rule, &ratings[0], &ratings[1]
		raw := string(sealed(t, game, m))
		if _, err := record.Verify(games, []byte(raw)); err != nil {
			t.Errorf("by rule %d: %v\n%s", rule, err, raw)
		}
		if !strings.Contains(raw, fmt.Sprintf(`"record":%d,`, rule)) || !strings.Contains(raw, `"after":`+after) {
			t.Errorf("by rule %d:\n%s", rule, raw)
		}
		doc := parse(t, []byte(raw))
		doc["record"] = data.EqualRivals + data.KnownRivals - rule
		if _, err := record.Verify(games, sealedAgain(t, doc)); err == nil || !strings.Contains(err.Error(), "rating after the game") {
			t.Errorf("by rule %d, said to be by the other: %v", rule, err)
		}
	}
}

// pairing releases every second move together with the one before it.
type pairing struct{ engine.Game }

func (g pairing) Start(from engine.Setup) (engine.State, error) {
	s, err := g.Game.Start(from)
	return paired{State: s}, err
}

type paired struct {
	engine.State
	held []engine.Ply
}

func (s paired) Apply(m engine.Move) (engine.State, []engine.Ply, error) {
	next, plies, err := s.State.Apply(m)
	if err != nil {
		return nil, nil, err
	}
	if _, over := next.Result(); s.held == nil && !over {
		return paired{next, plies}, nil, nil
	}
	return paired{State: next}, append(s.held[:len(s.held):len(s.held)], plies...), nil
}

func TestLayout(t *testing.T) {
	store := openStore(t)
	raw := string(sealed(t, game, play(t, store, table{game: game, rated: true, moves: 1, end: resigns})))
	fields := `^{"id":"match-a","game":"district-noir","record":2,"rated":true,` +
		`"started":"2026-03-01T20:15:00.123Z","ended":"2026-03-01T21:15:00.123Z",` +
		`"commit":"sha256:[0-9a-f]{64}","seed":"[0-9a-f]{64}","options":{},` +
		`"seats":\[{"seat":0,"name":"anna","kind":"human","before":1500.0,"after":1530.0,"games":0,"pair_games":0},` +
		`{"seat":1,"name":"bert","kind":"human","before":1500.0,"after":1470.0,"games":0,"pair_games":0}\],` +
		`"setup":{"deck":\[("[^"]+",){44}"[^"]+"\],"first":[01]},` +
		`"moves":\[{"ply":1,"seat":[01],"move":{"type":"[^}]+"},"at_ms":1500,"by":"player","dice":\[\],"drawn":\[\]},` +
		`{"ply":2,"seat":1,"move":{"type":"resign"},"at_ms":3000,"by":"player","dice":\[\],"drawn":\[\]}\],` +
		`"result":{"reason":"resigned","winners":\[0\],"places":\[1,2\],"scores":\[.+\]},` +
		`"seal":{"key":"ssh-ed25519 [^" ]+","signature":"[^"]+"}}$`
	if !regexp.MustCompile(fields).MatchString(raw) {
		t.Errorf("a rated record:\n%s", raw)
	}
	raw = string(sealed(t, game, play(t, store, table{game: game, seed: 1, moves: 1, end: aborts})))
	if !strings.Contains(raw, `{"seat":0,"name":"anna","kind":"guest","before":null,"after":null},`) {
		t.Errorf("a casual record:\n%s", raw)
	}
}

func TestRunningMatchHasNoRecord(t *testing.T) {
	if _, err := record.New(game, data.Match{ID: "m1", Game: "district-noir", Seats: make([]data.Seat, 2)}); err == nil {
		t.Error("it was written down")
	}
}
