package service_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"noir/app/service"
	"noir/data"
	"noir/data/account"
	"noir/data/sqlite/sqlitetest"
	"noir/engine"
	"noir/matchmaking"
	"noir/tui/tuitest"
)

const game = "district-noir"

// town is a house with some past games: anna has met bert often, and once cora, who allows no spectators.
type town struct {
	*tuitest.House
	*service.Services
	anna, bert, cora data.Player
}

func newTown(t *testing.T) town {
	h := tuitest.Open(t)
	s := town{h, h.Services(nil, nil), h.Player("anna"), h.Player("bert"), h.Player("cora")}
	for day := range 5 {
		h.Played(time.Now().Add(-time.Duration(day+1)*24*time.Hour), s.anna, s.bert)
	}
	h.Played(time.Now().Add(-time.Hour), s.cora, s.anna)
	if _, err := h.Store.ChangeSettings(t.Context(), s.cora.ID, func(d *data.Settings) { d.NoSpectators = true }); err != nil {
		t.Fatal(err)
	}
	return s
}

// match stores a match of anna's against another seat, which has ended if it is over.
func (s town) match(t *testing.T, id data.MatchID, over bool, other data.Seat, change func(*data.Match)) {
	t.Helper()
	m := data.Match{ID: id, Game: game, Pace: data.Live, Started: time.Now(), Seats: []data.Seat{
		{Player: s.anna.ID, Name: s.anna.Name, Kind: data.Human}, other,
	}}
	change(&m)
	_, err := s.Store.Open(t.Context(), m)
	if err == nil && over {
		_, err = s.Store.Finish(t.Context(), id, time.Now(), engine.Result{Reason: "points", Winners: []engine.Seat{0}, Places: []int{1, 2}})
	}
	if err != nil {
		t.Fatal(id, err)
	}
}

// TestWhatIsPublic shows what readers without a key find: nothing of private or closed tables, and
// nothing of players who allow no spectators.
func TestWhatIsPublic(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		s := newTown(t)
		bert := data.Seat{Player: s.bert.ID, Name: s.bert.Name, Kind: data.Human}
		none := func(*data.Match) {}
		s.match(t, "open", true, bert, none)
		s.match(t, "private", true, bert, func(m *data.Match) { m.Private = true })
		s.match(t, "closed", true, bert, func(m *data.Match) { m.NoSpectators = true })
		s.match(t, "with-cora", true, data.Seat{Player: s.cora.ID, Name: s.cora.Name, Kind: data.Human}, none)
		s.match(t, "with-a-guest", true, data.Seat{Name: "guest-1234", Kind: data.Human}, none)
		s.match(t, "practice", true, data.Seat{Name: "pip/easy", Kind: data.Bot, Level: "easy"}, none)
		s.match(t, "running", false, bert, none)
		for id, want := range map[data.MatchID]error{
			"open": nil, "with-a-guest": nil, "practice": nil, "running": matchmaking.ErrRunning,
			"private": data.ErrNotFound, "closed": data.ErrNotFound, "with-cora": data.ErrNotFound, "nothing": data.ErrNotFound,
		} {
			m, err := s.Public.Match(t.Context(), id)
			if fmt.Sprint(err) != fmt.Sprint(want) || want == data.ErrNotFound && m.ID != "" || m.Moves != nil {
				t.Errorf("%s: %+v, %v", id, m, err)
			}
		}
		past, err := s.Public.Past(t.Context(), s.anna.ID, 6)
		var ids []string
		for _, m := range past {
			ids = append(ids, string(m.ID))
		}
		slices.Sort(ids)
		if err != nil || strings.Join(ids, " ") != "open with-a-guest" {
			t.Errorf("of anna's last six: %v, %v", ids, err)
		}
		if rows, total, err := s.Public.Table(t.Context(), game, 2); err != nil || len(rows) != 2 || total != 3 {
			t.Errorf("the first two of the table: %d of %d, %v", len(rows), total, err)
		}
		rows, total, err := s.Public.Table(t.Context(), game, 10)
		var names []string
		for _, row := range rows {
			names = append(names, fmt.Sprintf("%d. %s", row.Rank, row.Player.Name))
		}
		if want := []string{"1. ", "2. anna", "3. bert"}; err != nil || total != 3 || !slices.Equal(names, want) {
			t.Errorf("the table: %q of %d, %v", names, total, err)
		}
		for name, want := range map[string]data.PlayerID{"anna": s.anna.ID, "ANNA": s.anna.ID, "cora": 0, "nobody": 0} {
			if p, err := s.Public.Player(t.Context(), name); p.ID != want || (err == nil) != (want != 0) {
				t.Errorf("%s is %+v, %v", name, p, err)
			}
		}
	})
}

// TestAnOverviewHasAllGames of those that are asked for, in all tables.
func TestAnOverviewHasAllGames(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		s := newTown(t)
		games := []string{game, "noirburg"}
		o, err := s.Rankings.Overview(t.Context(), games, s.bert, time.Now().AddDate(0, 0, -1), 3)
		if err != nil || len(o.Past) != 3 || o.Ranks[game] != 3 || o.Totals[game] != 3 || o.Seasons[game] != 3 || o.Ratings[game].Games != 5 || len(o.Ranks) != 1 {
			t.Errorf("bert: %+v", o)
		}
		o, err = s.Rankings.Overview(t.Context(), games, s.bert, time.Now().AddDate(0, 1, 0), 0)
		if err != nil || len(o.Past) != 0 || o.Ranks[game] != 3 || len(o.Seasons) != 0 {
			t.Errorf("bert, in a month without games: %+v", o)
		}
	})
}

// TestSettingsAreKeptForPlayers: how far one has come in a lesson leaves other lessons alone, and what a
// guest sets is their session's.
func TestSettingsAreKeptForPlayers(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		s := newTown(t)
		for _, lessons := range []map[string]data.Progress{{game: {Scene: 3}}, {"noirburg": {Done: true}}} {
			if err := s.Settings.Bookmark(t.Context(), s.anna.ID, lessons); err != nil {
				t.Fatal(err)
			}
		}
		set, err := s.Settings.Of(t.Context(), s.anna.ID)
		if want := map[string]data.Progress{game: {Scene: 3}, "noirburg": {Done: true}}; err != nil || !reflect.DeepEqual(set.Lessons, want) {
			t.Errorf("anna's lessons: %+v, %v", set.Lessons, err)
		}
		for _, one := range account.SettingsOf(s.Guest("guest-1234").ID) {
			value := one.Turn(data.Settings{}, 1)
			set, err := s.Settings.Change(t.Context(), s.Guest("guest-1234").ID, data.Settings{}, one, value)
			if err != nil || one.Of(set) != value {
				t.Errorf("a guest sets %s to %s: %+v, %v", one.Name, value, set, err)
			}
		}
	})
}

// TestWhoIsGoneHasNoKeys: what a session of a deleted player asks of their keyring is refused in a
// sentence for people.
func TestWhoIsGoneHasNoKeys(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		s := newTown(t)
		keys, gone := s.Keys("SHA256:gone"), data.PlayerID(999)
		ctx := t.Context()
		for what, do := range map[string]func() error{
			"invite":   func() error { _, err := keys.Invite(ctx, gone); return err },
			"recovery": func() error { _, err := keys.NewRecovery(ctx, gone); return err },
			"label":    func() error { _, err := keys.Relabel(ctx, gone, 1, "x"); return err },
			"revoke":   func() error { _, err := keys.Revoke(ctx, gone, 1); return err },
			"forget":   func() error { return keys.Forget(ctx, gone) },
		} {
			if said := service.Explain(nil, do()); said != "There is no such key on your keyring: choose one of the list." {
				t.Errorf("%s: %q", what, said)
			}
		}
	})
}

// TestMissingBooksAreTold takes away one table of the store after the other. What a use case reads then
// either fails or is what it was: none takes what cannot be read for something that is not there.
func TestMissingBooksAreTold(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		s := newTown(t)
		id := s.PlayedOut(time.Now().Add(-time.Minute), 3, s.anna, s.bert)
		s.Puzzle(id, 4)
		event := s.Tournament("Night shift", -2*time.Hour)
		s.Beaten(event, s.anna, s.bert)
		if err := s.Circle.Tie(t.Context(), s.anna.ID, s.bert, data.Friend); err != nil {
			t.Fatal(err)
		}
		keys := s.Keys("SHA256:anna")
		ctx := t.Context()
		ask := map[string]func() (any, error){
			"ties":     func() (any, error) { return s.Circle.All(ctx, s.anna.ID) },
			"friends":  func() (any, error) { return s.Circle.Among(ctx, s.anna.ID, data.Friend) },
			"event":    func() (any, error) { c, rows, err := s.Events.Table(ctx, event.ID); return []any{c, rows}, err },
			"keys":     func() (any, error) { return keys.List(ctx, s.anna.ID) },
			"a key":    func() (any, error) { return keys.Find(ctx, s.anna.ID, "1") },
			"letters":  func() (any, error) { return s.Letters.Unread(ctx, s.anna.ID, account.Reader{}) },
			"past":     func() (any, error) { return s.Matches.Past(ctx, s.anna.ID, "", 10) },
			"finished": func() (any, error) { return s.Matches.Finished(ctx, id) },
			"a name":   func() (any, error) { return s.Names.Find(ctx, "bert") },
			"a wish":   func() (any, error) { return s.Names.Check(ctx, "", "dora") },
			"public":   func() (any, error) { return s.Public.Match(ctx, id) },
			"player":   func() (any, error) { return s.Public.Player(ctx, "anna") },
			"games":    func() (any, error) { return s.Public.Past(ctx, s.anna.ID, 10) },
			"table":    func() (any, error) { rows, n, err := s.Public.Table(ctx, game, 10); return []any{rows, n}, err },
			"today":    func() (any, error) { return s.Puzzles.Today(ctx, s.anna, time.Now()) },
			"page":     func() (any, error) { return s.Rankings.Page(ctx, game, data.Filter{Limit: 10}, s.anna.ID, 9) },
			"ratings":  func() (any, error) { return s.Rankings.Ratings(ctx, s.anna.ID) },
			"profile":  func() (any, error) { return s.Rankings.Profile(ctx, game, s.anna.ID, 9) },
			"settings": func() (any, error) { return s.Settings.Of(ctx, s.cora.ID) },
			"bookmark": func() (any, error) {
				return nil, s.Settings.Bookmark(ctx, s.anna.ID, map[string]data.Progress{game: {Scene: 1}})
			},
		}
		usual := map[string]any{}
		for what, do := range ask {
			var err error
			if usual[what], err = do(); err != nil {
				t.Fatalf("%s: %v", what, err)
			}
		}
		failures := map[string]int{}
		sqlitetest.EachTableMissing(t, s.Dir, func(table string) {
			for what, do := range ask {
				answer, err := do()
				if err == nil && !reflect.DeepEqual(answer, usual[what]) {
					t.Errorf("without %s, %s: %+v, and before %s", table, what, answer, usual[what])
				}
				if err != nil {
					failures[what]++
				}
			}
		})
		for what := range ask {
			if failures[what] == 0 {
				t.Errorf("%s never fails", what)
			}
		}
	})
}
