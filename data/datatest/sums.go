package datatest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"pgregory.net/rapid"

	"noir/data"
)

// ratingsAddUp plays games and has an operator interfere, at random: after all
// that touches ratings each is the sum of what the matches say.
func (s *suite) ratingsAddUp() {
	rapid.Check(s.T, func(t *rapid.T) {
		store := s.open(s.T, s.TempDir())
		defer store.Close()
		l := &ledger{Store: store, office: store.(data.Office), ctx: s.Context(), now: time.Now()}
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
		})
		l.addsUp(t)
		l.historiesEnd(t)
		pass(t, l.office.Check(l.ctx))
	})
}

// ledger is a store and what a random course of events has brought about in it.
type ledger struct {
	Store
	office  data.Office
	ctx     context.Context
	now     time.Time
	names   int // given so far
	players []data.Player
	running []data.Match
	over    []data.MatchID
}

// pass fails unless an act was done or refused for one of the reasons. It
// reports whether it was done.
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
	m := data.Match{ID: id, Game: game, Rated: true, Started: l.now}
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
	_, err := l.Finish(l.ctx, m.ID, l.now, r)
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

// historiesEnd compares what the store says of each player alone with the matches.
func (l *ledger) historiesEnd(t *rapid.T) {
	sums := l.sums(t)
	for _, p := range l.players {
		ratings, err := l.Ratings(l.ctx, p.ID)
		pass(t, err)
		agree(t, p, ratings[game], sums[p.ID])
		history, err := l.History(l.ctx, p.ID, game)
		pass(t, err)
		if want := sums[p.ID]; want.Games > 0 {
			if end := history[len(history)-1].Rating; math.Abs(end-want.Value) > 1e-9 {
				t.Fatalf("%s: the history ends at %v, the matches make %v", p.Name, end, want.Value)
			}
		}
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

// sums are the ratings that the matches that count make of those who have
// played any, but for deleted ones.
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

// count adds what a match did to the ratings.
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
