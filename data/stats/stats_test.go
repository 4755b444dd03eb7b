package stats_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/data/sqlite"
	"noir/data/sqlite/sqlitetest"
	"noir/data/stats"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/engine/noirburg"
	"noir/internal/quota"
	"noir/internal/quota/quotatest"
)

// open opens an empty store.
func open(t *testing.T) *sqlite.Store {
	t.Helper()
	store := sqlitetest.Open(t, sqlitetest.Dir(t))
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}

func player(t *testing.T, store *sqlite.Store, name string) data.Player {
	t.Helper()
	p, err := store.CreatePlayer(t.Context(), name, "SHA256:"+name, "")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// game plays a random rated game of District Noir from a seed, stores it, and returns how the seats
// were counted.
func game(t *testing.T, store *sqlite.Store, n int, players ...data.Player) []map[string]float64 {
	t.Helper()
	rules, chance := districtnoir.Game{}, rand.New(rand.NewPCG(uint64(n), 1))
	m := data.Match{ID: data.MatchID(fmt.Sprint("m", n)), Game: rules.Info().Name, Rated: true, Pace: data.Live, Started: time.Now()}
	m.Seed[0] = byte(n)
	for _, p := range players {
		m.Seats = append(m.Seats, data.Seat{Player: p.ID, Name: p.Name, Kind: data.Human})
	}
	m, err := store.Open(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	state, err := rules.Start(m.Setup())
	if err != nil {
		t.Fatal(err)
	}
	for {
		if result, over := state.Result(); over {
			if _, err := store.Finish(t.Context(), m.ID, time.Now(), result, m.Moves...); err != nil {
				t.Fatal(err)
			}
			break
		}
		seat := state.Prompts()[0].Seat
		legal := state.Legal(seat)
		next, plies, err := engine.Make(state, engine.Move{Seat: seat, By: engine.ByPlayer, Body: legal[chance.IntN(len(legal))]})
		if err != nil {
			t.Fatal(err)
		}
		state = next
		m.Moves = append(m.Moves, data.NewEntry(len(m.Moves)+1, plies[0], 0))
	}
	steps, err := engine.Replay(rules, m.Setup(), data.Moves(m.Moves))
	if err != nil {
		t.Fatal(err)
	}
	return rules.Count(steps)
}

// counted is a store that counts how many logs are read.
type counted struct {
	*sqlite.Store
	logs int
}

func (c *counted) Match(ctx context.Context, id data.MatchID) (data.Match, error) {
	c.logs++
	return c.Store.Match(ctx, id)
}

// TestMeans counts a player on both sides of the table, again after one more game,
// and once a game is void. Each game is read once, and one whose log leads to no end counts for nothing.
func TestMeans(t *testing.T) {
	store := open(t)
	read := &counted{Store: store}
	marlowe, spade := player(t, store, "marlowe"), player(t, store, "spade")
	uncounted := struct{ engine.Game }{noirburg.Game{}}
	book := stats.New(read, []engine.Game{districtnoir.Game{}, uncounted}, quota.NewLedger(nil))
	means := func(game string, p data.PlayerID) map[string]stats.Mean {
		t.Helper()
		list, err := book.Means(t.Context(), game, p)
		if err != nil {
			t.Fatal(err)
		}
		named := map[string]stats.Mean{}
		for _, m := range list {
			named[m.Name] = m
		}
		return named
	}
	const kind, takes = "district-noir", "takes_of_five"
	if got := means(kind, marlowe.ID); len(got) != 0 {
		t.Errorf("without a game: %v", got)
	}
	first := game(t, store, 1, marlowe, spade)[0][takes]
	if got := means(kind, marlowe.ID)[takes]; got.Games != 1 || got.Value != first {
		t.Errorf("one game: %v", got)
	}
	second := game(t, store, 2, spade, marlowe)[1][takes]
	third := game(t, store, 3, marlowe, spade)[0][takes]
	if first == second && second == third {
		t.Fatal("the games are too much alike to tell them apart")
	}
	for range 2 { // the second time without counting
		if got := means(kind, marlowe.ID)[takes]; got.Games != 3 || got.Value != (first+second+third)/3 {
			t.Errorf("three games of %v, %v and %v: %v", first, second, third, got)
		}
	}
	if _, err := store.Void(t.Context(), "test", "m2", ""); err != nil {
		t.Fatal(err)
	}
	if got := means(kind, marlowe.ID)[takes]; got.Games != 2 || got.Value != (first+third)/2 {
		t.Errorf("without the second: %v", got)
	}
	m, err := store.Match(t.Context(), "m3")
	if err != nil {
		t.Fatal(err)
	}
	m.ID, m.Rated, m.Origin = "m4", false, data.Origin{Match: m.ID, Plies: len(m.Moves)}
	if _, err := store.Open(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Finish(t.Context(), "m4", time.Now(), *m.Result); err != nil {
		t.Fatal(err)
	}
	if got := means(kind, marlowe.ID)[takes]; got.Games != 2 {
		t.Errorf("with one that goes on from the third: %v", got)
	}
	moves := m.Moves
	m.ID, m.Origin, m.Moves = "m5", data.Origin{}, nil
	other := m
	other.ID, other.Game = "m6", "noirburg"
	for _, more := range []struct {
		data.Match
		log []data.Entry
	}{{m, nil}, {other, moves}} {
		if _, err := store.Open(t.Context(), more.Match); err != nil {
			t.Fatal(err)
		}
		if _, err := store.Finish(t.Context(), more.ID, time.Now(), *m.Result, more.log...); err != nil {
			t.Fatal(err)
		}
	}
	if got := means(kind, marlowe.ID)[takes]; got.Games != 2 || got.Value != (first+third)/2 {
		t.Errorf("with one whose log has no end, and one of another kind: %v", got)
	}
	if read.logs != 4 {
		t.Errorf("%d logs of four games were read", read.logs)
	}
	for _, other := range []string{"checkers", "noirburg"} {
		if got := means(other, marlowe.ID); len(got) != 0 {
			t.Errorf("of %s, which has no figures: %v", other, got)
		}
	}
}

// TestAmounts: shares are percentages, and differences have a sign.
func TestAmounts(t *testing.T) {
	for want, m := range map[string]stats.Mean{
		"12 %": {Figure: engine.Figure{Share: true}, Value: 0.123}, "+3.2": {Figure: engine.Figure{Signed: true}, Value: 3.2},
		"-0.5": {Figure: engine.Figure{Signed: true}, Value: -0.5}, "1.9": {Value: 1.94},
	} {
		if got := m.Amount(nil); got != want {
			t.Errorf("%+v is %q, not %q", m, got, want)
		}
	}
}

// TestWhoWaitsMayGo calls a keeper with a context that has ended.
func TestWhoWaitsMayGo(t *testing.T) {
	book := stats.New(open(t), []engine.Game{districtnoir.Game{}}, quota.NewLedger(nil))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := book.Means(ctx, "district-noir", 1); err == nil {
		t.Error("means of a context that has ended")
	}
}

// slow is a store that takes a second to read a log.
type slow struct{ *sqlite.Store }

func (s slow) Match(ctx context.Context, id data.MatchID) (data.Match, error) {
	time.Sleep(time.Second)
	return s.Store.Match(ctx, id)
}

// TestOneLogIsReadAtATime: anyone who comes meanwhile waits for their turn, or gives up. Whoever wants what is being
// read waits for that, and nobody waits for anything else.
func TestOneLogIsReadAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := open(t)
		marlowe, spade, vera := player(t, store, "marlowe"), player(t, store, "spade"), player(t, store, "vera")
		game(t, store, 1, marlowe, spade)
		book := stats.New(slow{store}, []engine.Game{districtnoir.Game{}}, quota.NewLedger(nil))
		began := time.Now()
		means := func(ctx context.Context, p data.Player) error {
			_, err := book.Means(ctx, "district-noir", p.ID)
			return err
		}
		var work sync.WaitGroup
		for _, p := range []data.Player{marlowe, spade, marlowe} {
			work.Go(func() {
				if err := means(t.Context(), p); err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		if _, err := book.Busy(t.Context()); err != nil || means(t.Context(), vera) != nil || !time.Now().Equal(began) {
			t.Errorf("the hours, and the means of somebody without a game, are there after %v: %v", time.Since(began), err)
		}
		ctx, stop := context.WithTimeout(t.Context(), time.Second/2)
		defer stop()
		if err := means(ctx, spade); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != time.Second/2 {
			t.Errorf("after %v, whoever gives up waiting is told %v", time.Since(began), err)
		}
		work.Wait()
		if took := time.Since(began); took != 2*time.Second {
			t.Errorf("two readings of a second each took %v", took)
		}
	})
}

// broken is a store that answers for some logs with an error.
type broken struct {
	counted
	errs map[data.MatchID]error
}

func (b *broken) Match(ctx context.Context, id data.MatchID) (data.Match, error) {
	if err := b.errs[id]; err != nil {
		return data.Match{}, err
	}
	return b.counted.Match(ctx, id)
}

// TestALogThatCannotBeReplayed, or is gone, counts for nothing, and keeps nobody from the means of the others. When the
// store fails there are none, but what was counted until then stays so.
func TestALogThatCannotBeReplayed(t *testing.T) {
	store := open(t)
	marlowe, spade := player(t, store, "marlowe"), player(t, store, "spade")
	for n := range 4 {
		game(t, store, n+1, marlowe, spade)
	}
	m, err := store.Match(t.Context(), "m1")
	if err != nil {
		t.Fatal(err)
	}
	moves := m.Moves
	m.ID, m.Moves = "bad", nil
	m.Seed[0] = 200 // which deals others cards
	if _, err := store.Open(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Finish(t.Context(), m.ID, time.Now(), *m.Result, moves...); err != nil {
		t.Fatal(err)
	}
	if m, err = store.Match(t.Context(), m.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := engine.Replay(districtnoir.Game{}, m.Setup(), data.Moves(m.Moves)); err == nil {
		t.Fatal("the bad log can be replayed")
	}
	unread := errors.New("the disk is on fire")
	read := &broken{counted{Store: store}, map[data.MatchID]error{"m3": data.ErrNotFound, "m1": unread}}
	book := stats.New(read, []engine.Game{districtnoir.Game{}}, quota.NewLedger(nil))
	if _, err := book.Means(t.Context(), "district-noir", marlowe.ID); !errors.Is(err, unread) {
		t.Errorf("while the store fails: %v", err)
	}
	if read.logs != 3 {
		t.Errorf("%d logs of three were read", read.logs)
	}
	delete(read.errs, "m1")
	means, err := book.Means(t.Context(), "district-noir", marlowe.ID)
	if err != nil || len(means) == 0 || means[0].Games != 3 {
		t.Errorf("%v, %v, of three games that can be counted", means, err)
	}
	if read.logs != 4 {
		t.Errorf("%d logs of four were read", read.logs)
	}
}

// TestWhoWantsItPays for the logs that are read for them, and for no others; somebody in debt gets nothing.
func TestWhoWantsItPays(t *testing.T) {
	store := open(t)
	marlowe, spade := player(t, store, "marlowe"), player(t, store, "spade")
	game(t, store, 1, marlowe, spade)
	ledger := quotatest.Ledger(t, map[string]string{"processor-per-address": "1/1h"})
	book := stats.New(store, []engine.Game{districtnoir.Game{}}, ledger)
	of := func(address string) context.Context {
		return quota.With(t.Context(), quota.Payer{Address: netip.MustParseAddr(address), Guest: true})
	}
	owes := func(address string) bool { return ledger.Take(quota.From(of(address)), quota.Processor, 1) != nil }
	for _, who := range []string{"192.0.2.1", "192.0.2.2"} {
		if _, err := book.Means(of(who), "district-noir", marlowe.ID); err != nil {
			t.Fatal(err)
		}
	}
	if !owes("192.0.2.1") || owes("192.0.2.2") {
		t.Error("the first does not pay for what is counted, or the second does for what is known")
	}
	synctest.Test(t, func(t *testing.T) {
		poor := quota.Payer{Address: netip.MustParseAddr("192.0.2.3"), Guest: true}
		ledger.Charge(poor, quota.Processor, 10)
		_, err := book.Means(quota.With(t.Context(), poor), "district-noir", spade.ID)
		if _, refused := errors.AsType[*quota.Refused](err); !refused {
			t.Errorf("whoever owes ten seconds is told %v", err)
		}
	})
}

// TestTheLongestUnusedIsForgotten when there are too many, and nobody else.
func TestTheLongestUnusedIsForgotten(t *testing.T) {
	store := open(t)
	read := &counted{Store: store}
	marlowe, spade := player(t, store, "marlowe"), player(t, store, "spade")
	game(t, store, 1, marlowe, spade)
	book := stats.New(read, []engine.Game{districtnoir.Game{}}, quota.NewLedger(nil))
	ask := func(p data.PlayerID) int {
		t.Helper()
		before := read.logs
		if _, err := book.Means(t.Context(), "district-noir", p); err != nil {
			t.Fatal(err)
		}
		return read.logs - before
	}
	ask(marlowe.ID)
	ask(spade.ID)
	for i := range data.PlayerID(198) {
		ask(1000 + i)
	}
	if ask(spade.ID) != 0 {
		t.Error("of two hundred the second is forgotten")
	}
	ask(2000)
	if ask(spade.ID) != 0 || ask(marlowe.ID) != 1 {
		t.Error("after one more spade is forgotten, or marlowe, of whom nobody has asked for longest, is not")
	}
}

// TestBusyIsReadOnceAnHour: a game that ends is not counted at once.
func TestBusyIsReadOnceAnHour(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := open(t)
		book := stats.New(store, nil, quota.NewLedger(nil))
		busy := func() bool {
			t.Helper()
			week, err := book.Busy(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			_, _, ok := week.Busiest(time.Now())
			return ok
		}
		if busy() {
			t.Error("an empty house has busy hours")
		}
		game(t, store, 1, player(t, store, "marlowe"), player(t, store, "spade"))
		time.Sleep(59 * time.Minute)
		if busy() {
			t.Error("read again within the hour")
		}
		time.Sleep(2 * time.Minute)
		if !busy() {
			t.Error("not read again after an hour")
		}
	})
}

func TestBusiest(t *testing.T) {
	var w stats.Week
	if _, _, ok := w.Busiest(time.Now()); ok {
		t.Error("an empty house has busy hours")
	}
	w[time.Friday][21], w[time.Friday][22], w[time.Saturday][23], w[time.Sunday][3] = 2, 3, 2, 2
	for zone, want := range map[string][2]int{
		"UTC": {21, 0}, "America/New_York": {16, 19}, "Asia/Kolkata": {2, 5}, "Pacific/Auckland": {10, 13},
	} {
		there, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		january := time.Date(2026, time.January, 10, 12, 0, 0, 0, there)
		if from, to, ok := w.Busiest(january); !ok || from != want[0] || to != want[1] {
			t.Errorf("%s: %d to %d, %t", zone, from, to, ok)
		}
	}
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	if from, _, _ := w.Busiest(time.Date(2026, time.July, 1, 12, 0, 0, 0, berlin)); from != 23 {
		t.Errorf("in summer from %d", from)
	}
}
