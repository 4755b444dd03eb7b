package ledger_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"noir/data"
	"noir/data/ledger"
	"noir/engine"
)

var (
	november = time.Date(2026, 11, 5, 20, 0, 0, 0, time.UTC)
	december = time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
)

// result is a result by its places; the first ones win.
func result(places ...int) engine.Result {
	r := engine.Result{Reason: "points", Places: places}
	for i, place := range places {
		if place == 1 {
			r.Winners = append(r.Winners, engine.Seat(i))
		}
	}
	return r
}

// running is a rated match of players with accounts.
func running(accounts ...ledger.Account) data.Match {
	m := data.Match{ID: "m", Game: "g", Rated: true, Started: november}
	var ratings []data.Rating
	for i, a := range accounts {
		m.Seats = append(m.Seats, data.Seat{Player: data.PlayerID(i + 1), Name: fmt.Sprint(i), Kind: data.Human})
		ratings = append(ratings, a.Rating)
	}
	return ledger.Open(m, ratings, 0)
}

func ended(t testing.TB, m data.Match, at time.Time, r engine.Result) ledger.Plan {
	t.Helper()
	plan, err := ledger.End(m, at, r)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func TestWhatCannotBeOpened(t *testing.T) {
	seats := func(ids ...data.PlayerID) (s []data.Seat) {
		for _, id := range ids {
			s = append(s, data.Seat{Player: id})
		}
		return s
	}
	for _, c := range []struct {
		m    data.Match
		want string
	}{
		{data.Match{Seats: seats(1, 0)}, ""},
		{data.Match{Seats: seats(0, 0, -1)}, ""},
		{data.Match{Seats: seats(1, 1)}, "player 1 sits on two seats"},
		{data.Match{Rated: true, Seats: seats(1, 2)}, ""},
		{data.Match{Rated: true, Seats: seats(1)}, "needs two players"},
		{data.Match{Rated: true, Seats: seats(1, 0)}, "seat 1 has none"},
		{data.Match{Rated: true, Seats: seats(-4, 2)}, "seat 0 has none"},
		{data.Match{Rated: true, Seats: seats(2, 2)}, "player 2 sits on two seats"},
		{data.Match{Rated: true, Seats: seats(1, 2), Origin: data.Origin{Match: "m0"}}, "is not rated"},
		{data.Match{Seats: seats(1, 2), Origin: data.Origin{Match: "m0", Plies: 1}, Moves: make([]data.Entry, 1)}, ""},
		{data.Match{Seats: seats(1, 2), Origin: data.Origin{Match: "m0", Plies: 2}, Moves: make([]data.Entry, 1)}, "goes on after 2 plies has a log of 1"},
	} {
		err := ledger.Openable(c.m)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, not %q", c.m, err, c.want)
		}
	}
}

// TestOpen: a rated match notes what its changes will be computed from, whatever the caller has put
// there.
func TestOpen(t *testing.T) {
	lie := 2000.0
	m := data.Match{Rated: true, Seats: []data.Seat{{Player: 1, Before: &lie, After: &lie, Games: 7, PairGames: 7}, {Player: 2}}}
	ratings := []data.Rating{{Value: 1600, Games: 12}, {Value: 1400, Games: 3}}
	got := ledger.Open(m, ratings, 2)
	if got.Rule != data.NewestRule || got.Clock != data.Usual || got.Passing {
		t.Errorf("opened as %+v", got)
	}
	for i, seat := range got.Seats {
		if *seat.Before != ratings[i].Value || seat.Games != ratings[i].Games || seat.PairGames != 2 || seat.After != nil {
			t.Errorf("seat %d is %+v", i, seat)
		}
	}
	m.Clock = data.Double
	if got := ledger.Open(m, ratings, 2); got.Clock != data.Double {
		t.Errorf("at another clock it is opened at %s", got.Clock)
	}
	m.Rated = false
	if seat := ledger.Open(m, nil, 0).Seats[0]; seat.Before != nil || seat.After != nil || seat.Games != 0 || seat.PairGames != 0 {
		t.Errorf("at a casual table: %+v", seat)
	}
	if m.Seats[0].Before != &lie {
		t.Error("the match that was given has changed")
	}
}

// TestPassing: a casual match in which there was no second person passes.
func TestPassing(t *testing.T) {
	human, guest, bot := data.Seat{Kind: data.Human}, data.Seat{Kind: data.Guest}, data.Seat{Kind: data.Bot}
	for _, c := range []struct {
		m    data.Match
		want bool
	}{
		{data.Match{Seats: []data.Seat{human, bot}}, true},
		{data.Match{Seats: []data.Seat{bot, guest, bot}}, true},
		{data.Match{Seats: []data.Seat{human, guest}}, false},
		{data.Match{Seats: []data.Seat{human, bot, human}}, false},
		{data.Match{Seats: []data.Seat{human, bot}, Tournament: 3}, false},
		{data.Match{Rated: true, Seats: []data.Seat{human, bot}}, false},
	} {
		if got := ledger.Open(c.m, make([]data.Rating, len(c.m.Seats)), 0).Passing; got != c.want {
			t.Errorf("%+v passes: %t", c.m, got)
		}
	}
}

func TestOutcomes(t *testing.T) {
	for _, c := range []struct {
		winners []engine.Seat
		want    ledger.Outcome
	}{
		{nil, ledger.Lost}, {[]engine.Seat{0}, ledger.Lost}, {[]engine.Seat{1}, ledger.Won}, {[]engine.Seat{0, 1}, ledger.Drawn},
	} {
		if got := ledger.OutcomeOf(1, c.winners); got != c.want {
			t.Errorf("with the winners %v it is %d", c.winners, got)
		}
	}
}

// TestAnEnd posts Elo's changes; the end is never before the start, and aborted and casual matches
// post nothing.
func TestAnEnd(t *testing.T) {
	m := running(ledger.NewAccount(), ledger.NewAccount())
	plan := ended(t, m, november.Add(-time.Hour), result(1, 2))
	if !plan.Match.Ended.Equal(november) || plan.Match.Result == nil {
		t.Errorf("it ended at %v with %v", plan.Match.Ended, plan.Match.Result)
	}
	want := []ledger.Posting{
		{Seat: 0, Player: 1, Change: 30, Outcome: ledger.Won, Ended: november},
		{Seat: 1, Player: 2, Change: -30, Outcome: ledger.Lost, Ended: november},
	}
	if !reflect.DeepEqual(plan.Postings, want) {
		t.Errorf("posted %+v", plan.Postings)
	}
	if want := []data.Change{{Seat: 0, Player: 1, Before: 1500, After: 1530}, {Seat: 1, Player: 2, Before: 1500, After: 1470}}; !slices.Equal(plan.Changes(), want) {
		t.Errorf("changed %+v", plan.Changes())
	}
	if m.Seats[0].After != nil || !m.Ended.IsZero() {
		t.Error("the match that was given has changed")
	}
	if plan := ended(t, m, december, engine.Result{Reason: engine.Aborted}); len(plan.Postings) > 0 || plan.Match.Seats[0].After != nil {
		t.Errorf("aborted: %+v", plan)
	}
	m.Rated = false
	if plan := ended(t, m, december, result(1, 2)); !plan.Match.Ended.Equal(december) || len(plan.Postings) > 0 || len(plan.Changes()) > 0 {
		t.Errorf("casual: %+v", plan)
	}
	if _, err := ledger.End(m, december, result(1, 2, 3)); err == nil {
		t.Error("three places for two seats")
	}
}

func TestWhatCannotBeVoided(t *testing.T) {
	m := running(ledger.NewAccount(), ledger.NewAccount())
	over := ended(t, m, november, result(1, 2)).Match
	void, err := ledger.Void(over, november.Add(-time.Hour))
	if err != nil || !void.Match.Voided.Equal(november) {
		t.Errorf("void at %v, %v", void.Match.Voided, err)
	}
	casual := over
	casual.Seats = []data.Seat{{Player: 1}, {Player: 2}}
	for want, m := range map[error]data.Match{data.ErrRunning: m, data.ErrVoided: void.Match, data.ErrNotRated: casual} {
		if _, err := ledger.Void(m, december); !errors.Is(err, want) {
			t.Errorf("%v, not %v", err, want)
		}
	}
	if got := ledger.Postings(void.Match); len(got) > 0 {
		t.Errorf("a void match posts %+v", got)
	}
}

// TestNobodysSeat: a void takes nothing back from a deleted player, or from one for whom the game
// did not count.
func TestNobodysSeat(t *testing.T) {
	over := ended(t, running(ledger.NewAccount(), ledger.NewAccount(), ledger.NewAccount()), november, result(1, 2, 3)).Match
	over.Seats[0].Player, over.Seats[1].Apart = 0, true
	plan, err := ledger.Void(over, november)
	if err != nil || len(plan.Postings) != 1 || plan.Postings[0].Player != 3 || len(plan.Changes()) != 1 {
		t.Errorf("%+v, %v", plan.Postings, err)
	}
	if all := ledger.Changes(over); len(all) != 3 {
		t.Errorf("the match says %+v", all)
	}
}

// game draws a posting of a game that ends at a moment.
func game(t *rapid.T, at time.Time) ledger.Posting {
	return ledger.Posting{
		Player: 1, Change: rapid.Float64Range(-60, 60).Draw(t, "change"),
		Outcome: ledger.Outcome(rapid.IntRange(0, 2).Draw(t, "outcome")), Ended: at,
	}
}

// games draws n random games, hours or weeks apart.
func games(t *rapid.T, n int) (all []ledger.Posting) {
	at := november
	for range n {
		at = at.Add(time.Duration(rapid.IntRange(1, 24*40).Draw(t, "hours")) * time.Hour)
		all = append(all, game(t, at))
	}
	return all
}

func post(a ledger.Account, all []ledger.Posting) ledger.Account {
	for _, p := range all {
		a = a.Post(p)
	}
	return a
}

// alike compares two accounts without their runs.
func alike(a, b ledger.Account) bool {
	kept := func(s ledger.Season) bool { return s.Games == 0 }
	one, other := slices.DeleteFunc(slices.Clone(a.Seasons), kept), slices.DeleteFunc(slices.Clone(b.Seasons), kept)
	return equal(a.Rating, b.Rating) && slices.EqualFunc(one, other, func(a, b ledger.Season) bool {
		return a.Month == b.Month && equal(a.Rating, b.Rating)
	})
}

func equal(a, b data.Rating) bool {
	off := a.Value - b.Value
	a.Value, b.Value = 0, 0
	return a == b && near(off, 0)
}

// TestAVoidUndoesAnEnd exactly: a game voided within its month leaves the account as if it had
// never been played.
func TestAVoidUndoesAnEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := games(t, rapid.IntRange(0, 20).Draw(t, "games"))
		before := post(ledger.NewAccount(), all)
		at := november
		if len(all) > 0 {
			at = all[len(all)-1].Ended
		}
		p := game(t, at)
		undo := p
		undo.Change, undo.Voided = -p.Change, at
		after := before.Post(p).Post(undo)
		if !alike(before, after) {
			t.Fatalf("%+v became %+v", before, after)
		}
		if after.Runs != nil {
			t.Fatal("its runs are known")
		}
	})
}

// TestAVoidLeavesThePastAlone: in a later month it changes only that month's table.
func TestAVoidLeavesThePastAlone(t *testing.T) {
	p := ledger.Posting{Player: 1, Change: 30, Outcome: ledger.Won, Ended: november}
	a := ledger.NewAccount().Post(p)
	later := ledger.Posting{Player: 1, Change: 10, Outcome: ledger.Drawn, Ended: december}
	a = a.Post(later)
	undo := p
	undo.Change, undo.Voided = -30, december.Add(time.Hour)
	a = a.Post(undo)
	want := []ledger.Season{
		{Month: data.MonthOf(november), Rating: data.Rating{Value: 1530, Games: 1, Wins: 1}},
		{Month: data.MonthOf(december), Rating: data.Rating{Value: 1510, Games: 1, Draws: 1}},
	}
	if !slices.Equal(a.Seasons, want) || a.Rating != (data.Rating{Value: 1510, Games: 1, Draws: 1}) {
		t.Errorf("%+v", a)
	}
	undo.Voided = december.AddDate(0, 1, 0)
	if a.Seasons = nil; len(a.Post(undo).Seasons) > 0 {
		t.Errorf("a month without a game has %+v", a.Post(undo).Seasons)
	}
}

// TestAGameOfAnEarlierMonth changes the ratings in later rows; its own row keeps the rating of its
// time.
func TestAGameOfAnEarlierMonth(t *testing.T) {
	a := ledger.NewAccount().Post(ledger.Posting{Change: 20, Outcome: ledger.Won, Ended: december})
	a.Later = 20 // as of November's end
	a = a.Post(ledger.Posting{Change: -5, Outcome: ledger.Lost, Ended: november})
	want := []ledger.Season{
		{Month: data.MonthOf(december), Rating: data.Rating{Value: 1515, Games: 1, Wins: 1}},
		{Month: data.MonthOf(november), Rating: data.Rating{Value: 1495, Games: 1, Losses: 1}},
	}
	if !slices.Equal(a.Seasons, want) || a.Runs != nil || !a.Latest.Equal(december) {
		t.Errorf("%+v", a)
	}
}

// TestRuns counts wins in a row, losses in a row and the highest rating.
func TestRuns(t *testing.T) {
	a := ledger.NewAccount()
	for i, c := range []struct {
		outcome ledger.Outcome
		change  float64
		want    ledger.Runs
	}{
		{ledger.Lost, -10, ledger.Runs{Streak: -1, Highest: 1490}},
		{ledger.Lost, -10, ledger.Runs{Streak: -2, Highest: 1490}},
		{ledger.Won, 30, ledger.Runs{Streak: 1, Best: 1, Highest: 1510}},
		{ledger.Won, 10, ledger.Runs{Streak: 2, Best: 2, Highest: 1520}},
		{ledger.Drawn, -5, ledger.Runs{Best: 2, Highest: 1520}},
		{ledger.Won, 1, ledger.Runs{Streak: 1, Best: 2, Highest: 1520}},
	} {
		a = a.Post(ledger.Posting{Change: c.change, Outcome: c.outcome, Ended: november.Add(time.Duration(i) * time.Hour)})
		if *a.Runs != c.want {
			t.Errorf("after game %d: %+v, not %+v", i, *a.Runs, c.want)
		}
	}
	if late := a.Post(ledger.Posting{Outcome: ledger.Won, Ended: november}); late.Runs != nil {
		t.Errorf("a game that ended before others were: %+v", *late.Runs)
	} else if next := late.Post(ledger.Posting{Outcome: ledger.Won, Ended: december}); next.Runs != nil {
		t.Errorf("known again after the next game: %+v", *next.Runs)
	}
}

// TestAMergeIsARecomputation: a merged account is the one that all games together make, in the
// current month's table too. The two accounts stay as they are.
func TestAMergeIsARecomputation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ones, others := games(t, rapid.IntRange(0, 10).Draw(t, "ones")), games(t, rapid.IntRange(0, 10).Draw(t, "others"))
		all := slices.Concat(ones, others)
		slices.SortStableFunc(all, func(a, b ledger.Posting) int { return a.Ended.Compare(b.Ended) })
		now := november
		if len(all) > 0 {
			now = all[len(all)-1].Ended
		}
		goesOn := func(a ledger.Account) ledger.Account {
			a.Seasons = slices.DeleteFunc(slices.Clone(a.Seasons), func(s ledger.Season) bool { return s.Month.Before(data.MonthOf(now)) })
			return a
		}
		want := goesOn(post(ledger.NewAccount(), all))
		gone, stays := goesOn(post(ledger.NewAccount(), ones)), goesOn(post(ledger.NewAccount(), others))
		before := slices.Clone(stays.Seasons)
		got := ledger.Merge(gone, stays)
		if !alike(got, want) || !got.Latest.Equal(want.Latest) {
			t.Fatalf("%+v, not %+v", got, want)
		}
		if !slices.Equal(stays.Seasons, before) {
			t.Fatalf("of the account that stays are left %+v, and before %+v", stays.Seasons, before)
		}
		if known := got.Runs != nil; known != (len(ones) == 0) {
			t.Fatalf("of %d games merged into %d the runs are known: %t", len(ones), len(others), known)
		}
	})
}

// TestCurve draws all changes from the beginning, and some from the end.
func TestCurve(t *testing.T) {
	changes := []float64{10, -20, 5}
	for want, got := range map[string][]float64{
		"[1510 1490 1495]": ledger.Curve(changes, 1495, true),
		"[1490 1495]":      ledger.Curve(changes[1:], 1495, false),
		"[]":               ledger.Curve(nil, 1495, true),
	} {
		if fmt.Sprint(got) != want {
			t.Errorf("%v, not %s", got, want)
		}
	}
}
