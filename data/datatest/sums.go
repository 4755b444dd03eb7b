package datatest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"time"

	"pgregory.net/rapid"

	"noir/data"
	"noir/engine"
)

// ratingsAddUp plays games and operator's acts at random: after all of them each rating is the sum
// of what the matches say.
func (s *suite) ratingsAddUp() {
	rapid.Check(s.T, func(t *rapid.T) {
		store := s.open(s.T, s.TempDir())
		defer store.Close()
		l := &ledger{Store: store, office: store.(data.Operator), ctx: s.Context(), now: time.Now()}
		for range 6 {
			l.newcomer(t)
		}
		t.Repeat(map[string]func(*rapid.T){
			"newcomer": l.newcomer,
			"begin":    l.begin,
			"finish":   l.finish,
			"void":     l.void,
			"merge":    l.merge,
			"rename":   l.rename,
			"mark":     l.mark,
			"delete":   l.delete,
			"record":   l.record,
		})
		l.addsUp(t)
		l.historiesEnd(t)
		l.recordsAddUp(t)
		pass(t, l.office.Check(l.ctx))
	})
}

// ledger is a store and the random acts that were done to it.
type ledger struct {
	Store
	office  data.Operator
	ctx     context.Context
	now     time.Time
	names   int // given so far
	players []data.Player
	running []data.Match
	over    []data.MatchID
}

// pass fails unless an act succeeded or was refused for one of the reasons. It reports whether it
// succeeded.
func pass(t *rapid.T, err error, reasons ...error) bool {
	t.Helper()
	isReason := func(reason error) bool { return errors.Is(err, reason) }
	if err != nil && !slices.ContainsFunc(reasons, isReason) {
		t.Fatal(err)
	}
	return err == nil
}

// among draws one of several; there must be one.
func among[T any](t *rapid.T, what string, all []T) int {
	if len(all) == 0 {
		t.Skip("there is none")
	}
	return rapid.IntRange(0, len(all)-1).Draw(t, what)
}

func (l *ledger) name() string {
	l.names++
	return fmt.Sprint("player-", l.names)
}

func (l *ledger) newcomer(t *rapid.T) {
	name := l.name()
	p, err := l.CreatePlayer(l.ctx, name, "SHA256:"+name, "")
	pass(t, err)
	l.players = append(l.players, p)
}

func (l *ledger) begin(t *rapid.T) {
	if len(l.players) < 2 {
		t.Skip("too few players")
	}
	seated := rapid.Permutation(l.players).Draw(t, "seated")
	id := data.MatchID(fmt.Sprint("m", len(l.over)+len(l.running)))
	m := data.Match{ID: id, Game: game, Rated: rapid.IntRange(0, 4).Draw(t, "casual") > 0, Pace: data.Fast, Started: l.now.Add(-24 * time.Hour)}
	if rapid.Bool().Draw(t, "live") {
		m.Pace = data.Live
	}
	for _, p := range seated[:rapid.IntRange(2, min(3, len(seated))).Draw(t, "seats")] {
		m.Seats = append(m.Seats, data.Seat{Player: p.ID, Name: p.Name, Kind: data.Human})
	}
	m, err := l.Open(l.ctx, m)
	pass(t, err)
	l.running = append(l.running, m)
}

func (l *ledger) finish(t *rapid.T) {
	i := among(t, "match", l.running)
	m := l.running[i]
	r := void(len(m.Seats))
	if rapid.IntRange(0, 9).Draw(t, "aborted") > 0 {
		r = won(rapid.SliceOfN(rapid.IntRange(1, 2), len(m.Seats), len(m.Seats)).Draw(t, "places")...)
	}
	l.now = l.now.Add(time.Hour)
	at := l.now
	if i > 0 { // it ended before others that were stored before it
		at = l.now.Add(time.Duration(len(l.over))*time.Millisecond - 150*time.Minute)
	}
	_, err := l.Finish(l.ctx, m.ID, at, r)
	pass(t, err)
	l.running = slices.Delete(l.running, i, i+1)
	l.over = append(l.over, m.ID)
	l.addsUp(t)
}

func (l *ledger) void(t *rapid.T) {
	_, err := l.office.Void(l.ctx, operator, l.over[among(t, "match", l.over)], "")
	if pass(t, err, data.ErrVoided, data.ErrNotRated) {
		l.addsUp(t)
	}
}

func (l *ledger) merge(t *rapid.T) {
	from, into := among(t, "from", l.players), among(t, "into", l.players)
	if from == into {
		t.Skip("the same")
	}
	err := l.office.Merge(l.ctx, operator, l.players[from].ID, l.players[into].ID)
	if pass(t, err, data.ErrRunning, data.ErrMet) {
		l.players = slices.Delete(l.players, from, from+1)
		l.addsUp(t)
	}
}

func (l *ledger) rename(t *rapid.T) {
	i := among(t, "player", l.players)
	p, err := l.office.Rename(l.ctx, operator, l.players[i].ID, l.name())
	pass(t, err)
	l.players[i] = p
}

func (l *ledger) mark(t *rapid.T) {
	i := among(t, "player", l.players)
	l.players[i].Bot = rapid.Bool().Draw(t, "bot")
	pass(t, l.office.MarkBot(l.ctx, operator, l.players[i].ID, l.players[i].Bot))
}

func (l *ledger) delete(t *rapid.T) {
	i := among(t, "player", l.players)
	_, err := l.office.Delete(l.ctx, operator, l.players[i].ID)
	if pass(t, err, data.ErrRunning) {
		l.players = slices.Delete(l.players, i, i+1)
		l.addsUp(t)
	}
}

// record makes a player's record known from now on.
func (l *ledger) record(t *rapid.T) {
	l.recordAddsUp(t, l.players[among(t, "player", l.players)])
}

// addsUp compares the tables of ratings with the matches that count.
func (l *ledger) addsUp(t *rapid.T) {
	sums := l.sums(t)
	for _, field := range []data.Field{data.People, data.Programs} {
		rows, total, err := l.Table(l.ctx, game, data.Filter{Field: field, Limit: 2 * len(l.players)})
		pass(t, err)
		for _, row := range rows {
			agree(t, row.Player, row.Rating, sums[row.Player.ID])
			delete(sums, row.Player.ID)
		}
		if total != len(rows) {
			t.Fatalf("%d of %d %s are ranked", len(rows), total, field)
		}
	}
	if len(sums) > 0 {
		t.Fatalf("in no table: %+v", sums)
	}
}

// historiesEnd compares what the store says about each single player with the matches.
func (l *ledger) historiesEnd(t *rapid.T) {
	sums := l.sums(t)
	for _, p := range l.players {
		ratings, err := l.Ratings(l.ctx, p.ID)
		pass(t, err)
		agree(t, p, ratings[game], sums[p.ID])
		history, err := l.History(l.ctx, p.ID, game, 1000)
		pass(t, err)
		if want := sums[p.ID]; want.Games > 0 {
			if end := history[len(history)-1].Rating; math.Abs(end-want.Value) > 1e-9 {
				t.Fatalf("%s: the history ends at %v, the matches make %v", p.Name, end, want.Value)
			}
		}
	}
}

// recordsAddUp checks every player's record twice: the second time it is stored, if it had to be
// recomputed before.
func (l *ledger) recordsAddUp(t *rapid.T) {
	for range 2 {
		for _, p := range l.players {
			l.recordAddsUp(t, p)
		}
	}
}

// recordAddsUp compares a player's record with the matches, in the order in which they
// ended.
func (l *ledger) recordAddsUp(t *rapid.T, p data.Player) {
	t.Helper()
	var matches []data.Match
	for m, err := range l.office.Matches(l.ctx) {
		pass(t, err)
		if m.Voided.IsZero() && m.Result.Reason != engine.Aborted {
			matches = append(matches, m)
		}
	}
	slices.SortStableFunc(matches, func(a, b data.Match) int { return a.Ended.Compare(b.Ended) })
	want := reckon(matches, p.ID)
	got, err := l.Record(l.ctx, p.ID, game)
	pass(t, err)
	rivals := map[data.PlayerID]data.Rival{}
	for i, r := range got.Rivals {
		if i > 0 && (r.Games > got.Rivals[i-1].Games || r.Games == got.Rivals[i-1].Games && r.Player.ID < got.Rivals[i-1].Player.ID) {
			t.Fatalf("%s: rivals in the wrong order: %+v", p.Name, got.Rivals)
		}
		rivals[r.Player.ID] = data.Rival{Games: r.Games, Wins: r.Wins, Losses: r.Losses, Draws: r.Draws}
	}
	if math.Abs(got.Highest-want.Highest) > 1e-9 || !maps.Equal(rivals, want.rivals) {
		t.Fatalf("%s: at best %v against %+v, the matches make %v and %+v", p.Name, got.Highest, rivals, want.Highest, want.rivals)
	}
	got.Highest, got.Rivals, want.Highest = 0, nil, 0
	if !reflect.DeepEqual(got, want.Record) {
		t.Fatalf("%s: %+v, the matches make %+v", p.Name, got, want.Record)
	}
}

// reckoned is a record computed from the matches.
type reckoned struct {
	data.Record
	rivals map[data.PlayerID]data.Rival // without who they are
}

func reckon(matches []data.Match, id data.PlayerID) reckoned {
	r := reckoned{data.Record{ByPace: map[data.Pace]data.Rating{}}, map[data.PlayerID]data.Rival{}}
	rating := data.StartRating
	for _, m := range matches {
		for i, seat := range m.Seats {
			if seat.Player != id {
				continue
			}
			r.Hours[m.Started.Hour()]++
			r.meet(m, i)
			if seat.After == nil {
				continue
			}
			rating += *seat.After - *seat.Before
			r.Highest = max(r.Highest, rating)
			paced := r.ByPace[m.Pace]
			paced.Games++
			switch {
			case m.Result.Places[i] != 1:
				paced.Losses++
				r.Streak = min(r.Streak, 0) - 1
			case len(m.Result.Winners) > 1:
				paced.Draws++
				r.Streak = 0
			default:
				paced.Wins++
				r.Streak = max(r.Streak, 0) + 1
			}
			r.ByPace[m.Pace] = paced
			r.Best = max(r.Best, r.Streak)
		}
	}
	return r
}

// meet counts a match against every other known player at the table.
func (r *reckoned) meet(m data.Match, own int) {
	for i, seat := range m.Seats {
		if seat.Player == 0 || seat.Player == m.Seats[own].Player {
			continue
		}
		met := r.rivals[seat.Player]
		met.Games++
		switch places := m.Result.Places; {
		case places[own] < places[i]:
			met.Wins++
		case places[own] > places[i]:
			met.Losses++
		default:
			met.Draws++
		}
		r.rivals[seat.Player] = met
	}
}

func agree(t *rapid.T, p data.Player, got, want data.Rating) {
	t.Helper()
	if math.Abs(got.Value-want.Value) > 1e-9 {
		t.Fatalf("%s: rated %v, the matches make %v", p.Name, got.Value, want.Value)
	}
	if got.Value = want.Value; got != want {
		t.Fatalf("%s: counted %+v, the matches make %+v", p.Name, got, want)
	}
}

// sums are the ratings computed from the matches that count, without deleted players.
func (l *ledger) sums(t *rapid.T) map[data.PlayerID]data.Rating {
	sums := map[data.PlayerID]data.Rating{}
	for m, err := range l.office.Matches(l.ctx) {
		pass(t, err)
		if m.Voided.IsZero() {
			count(sums, m)
		}
	}
	delete(sums, 0)
	return sums
}

// count adds a match's changes to the ratings.
func count(sums map[data.PlayerID]data.Rating, m data.Match) {
	for i, seat := range m.Seats {
		if seat.After == nil {
			continue
		}
		r, played := sums[seat.Player]
		if !played {
			r.Value = data.StartRating
		}
		r.Value += *seat.After - *seat.Before
		r.Games++
		switch {
		case m.Result.Places[i] != 1:
			r.Losses++
		case len(m.Result.Winners) > 1:
			r.Draws++
		default:
			r.Wins++
		}
		sums[seat.Player] = r
	}
}
