package review_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"syscall"
	"testing"
	"time"

	"noir/data"
	"noir/data/review"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/engine/noirburg"
)

// of reviews a match.
func of(t testing.TB, r *review.Reviewer, m data.Match) review.Review {
	t.Helper()
	made, err := r.Review(t.Context(), m, func(review.Progress) {})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// TestReview has the real critics judge short games: figures are chances, the same each time and in exercises, and
// stored with the match.
func TestReview(t *testing.T) {
	for _, c := range []struct {
		game         engine.Game
		seats, moves int
	}{{districtnoir.Game{}, 2, 4}, {noirburg.Game{}, 3, 7}} {
		name := c.game.Info().Name
		store := open(t)
		m := play(t, store, c.game, "m1", c.seats, shortly(t, c.game, c.moves))
		r := reviewer(t, store, atOnce, c.game)
		first := of(t, r, m)
		if first.ID != "m1" || first.Game != name || len(first.Decisions) < 3 {
			t.Fatalf("%s: %+v", name, first)
		}
		for _, d := range first.Decisions {
			e := m.Moves[d.Ply-1]
			if d.Seat != e.Seat || d.By != engine.ByPlayer || !bytes.Equal(d.Move, e.Move) {
				t.Errorf("%s: %+v is not %+v", name, d, e)
			}
			checkEstimate(t, d.Known, d.Move)
			checkEstimate(t, d.Open, d.Move)
		}
		body, err := store.Analysis(t.Context(), "m1")
		var kept review.Review
		if err != nil || json.Unmarshal(body, &kept) != nil || !reflect.DeepEqual(kept, first) {
			t.Errorf("%s: kept %s, %v", name, body, err)
		}
		checkExercises(t, r, m, first)
		checkLines(t, c.game, m, first)
		other := open(t)
		if again := of(t, reviewer(t, other, atOnce, c.game), play(t, other, c.game, "m1", c.seats, shortly(t, c.game, c.moves))); !reflect.DeepEqual(again, first) {
			t.Errorf("%s: again it is\n%+v, not\n%+v", name, again, first)
		}
	}
}

// checkLines: the best move has a line where it was not made, and nowhere else.
func checkLines(t *testing.T, g engine.Game, m data.Match, made review.Review) {
	t.Helper()
	lines, err := review.Better(g, m, made)
	if err != nil {
		t.Error(err)
	}
	for _, d := range made.Decisions {
		l, told := lines[d.Ply]
		if told != (d.Known.Loss > 0) || told && (l.Ply != d.Ply || l.Seat != d.Seat || !bytes.Equal(l.Move, d.Known.Best) || l.AtMS != m.Moves[d.Ply-1].AtMS) {
			t.Errorf("%+v, which loses %v against %s, has the line %+v", d.Move, d.Known.Loss, d.Known.Best, l)
		}
	}
	beyond := made
	beyond.Decisions = append(beyond.Decisions[:len(beyond.Decisions):len(beyond.Decisions)], review.Decision{Ply: len(m.Moves) + 1})
	if _, err := review.Better(g, m, beyond); err == nil {
		t.Error("a ply that the match does not have has a line")
	}
}

func checkEstimate(t *testing.T, e review.Estimate, made json.RawMessage) {
	t.Helper()
	switch {
	case e.Chance < 0 || e.Chance > 1 || e.Made < 0 || e.Loss < 0 || len(e.Best) == 0:
		t.Errorf("%+v", e)
	case e.Loss == 0 != (e.Made == e.Chance):
		t.Errorf("%+v loses nothing", e)
	case e.Loss == 0 && !bytes.Equal(made, engine.Resign) && !bytes.Equal(e.Best, made):
		t.Errorf("%s is as good as %+v", made, e)
	case bytes.Equal(made, engine.Resign) && (e.Made != 0 || e.Loss != e.Chance):
		t.Errorf("after resigning: %+v", e)
	}
}

// TestMarks: losses below five points are good, below fifteen dubious, more a blunder, and good
// if the loss is less than two standard errors. Losses by open cards do not count.
func TestMarks(t *testing.T) {
	for g, want := range map[ruler]review.Mark{
		{loss: 0, worlds: 10_000}:      review.Good,
		{loss: 0.0499, worlds: 10_000}: review.Good,
		{loss: 0.05, worlds: 10_000}:   review.Dubious,
		{loss: 0.1499, worlds: 10_000}: review.Dubious,
		{loss: 0.15, worlds: 10_000}:   review.Blunder,
		{loss: 0.0999, worlds: 100}:    review.Good,
		{loss: 0.1, worlds: 100}:       review.Dubious,
		{loss: 0.2, worlds: 16}:        review.Good,
	} {
		store, loss := open(t), g.loss
		var legal []json.RawMessage
		m := play(t, store, g, "m1", 2, func(n int, s engine.Sight) json.RawMessage {
			if n == 1 {
				legal = s.Legal
				return legal[1]
			}
			return engine.Resign
		})
		r := of(t, reviewer(t, store, atOnce, g), m)
		d := r.Decisions[0]
		if d.Mark != want || d.Known.Chance != 0.9 || d.Known.Loss != loss || d.Open.Loss != 2*loss {
			t.Errorf("a loss of %v is %+v, not %s", loss, d, want)
		}
		if loss > 0 {
			checkBetter(t, g, m, r, legal[0])
		}
	}
}

// checkBetter checks that the given move is the best for the first ply, and its line known.
func checkBetter(t *testing.T, g engine.Game, m data.Match, r review.Review, best json.RawMessage) {
	t.Helper()
	lines, err := review.Better(g, m, r)
	if l := lines[1]; err != nil || !bytes.Equal(r.Decisions[0].Known.Best, best) || !bytes.Equal(l.Move, best) || l.Ply != 1 {
		t.Errorf("the best is %s, told as %+v (%v), not %s", r.Decisions[0].Known.Best, l, err, best)
	}
}

// TestTurning: the turning point is a loser's, even if the winner gave away more; without one there
// is none.
func TestTurning(t *testing.T) {
	for _, lost := range [][2]int{{1, 2}, {2, 1}, {1, 1}, {0, 0}} { // by the fifth and the sixth move
		store, g := open(t), ruler{loss: 0.06, worlds: 10_000}
		m := play(t, store, g, "m1", 2, func(n int, s engine.Sight) json.RawMessage {
			if n == 5 || n == 6 {
				return s.Legal[lost[n-5]]
			}
			return s.Legal[0]
		})
		r := of(t, reviewer(t, store, atOnce, g), m)
		switch {
		case lost[0] == 0 && r.Turning != nil:
			t.Errorf("the turning point is %d, with nothing lost", *r.Turning)
		case lost[0] == 0:
		case r.Turning == nil || *r.Turning != 5 && *r.Turning != 6 || m.Moves[*r.Turning-1].Seat == m.Result.Winners[0]:
			t.Errorf("%+v, won by %v: the turning point is %v", lost, m.Result.Winners, r.Turning)
		}
	}
}

// TestForcedMovesAreLeftOut: of a whole game all moves are judged for which there was a
// choice, and no others.
func TestForcedMovesAreLeftOut(t *testing.T) {
	store, g := open(t), ruler{loss: 0.01}
	choices := 0
	m := play(t, store, g, "m1", 2, func(_ int, s engine.Sight) json.RawMessage {
		if len(s.Legal) > 1 {
			choices++
		}
		return s.Legal[0]
	})
	r := of(t, reviewer(t, store, atOnce, g), m)
	sums := 0
	for s := range m.Seats {
		sums += r.Sum(engine.Seat(s)).Decisions
	}
	if len(r.Decisions) != choices || choices == len(m.Moves) || sums != choices {
		t.Errorf("%d of %d moves judged, %d added up; %d were choices", len(r.Decisions), len(m.Moves), sums, choices)
	}
}

// witness is Noirburg with a critic that records its questions.
type witness struct {
	noirburg.Game
	told map[int]map[engine.Seat]engine.Sight // by number of plies
}

func (g witness) Judge(_ context.Context, s engine.Sight, _ engine.Trial, also ...json.RawMessage) (engine.Judgement, error) {
	if g.told[len(s.Log)] == nil {
		g.told[len(s.Log)] = map[engine.Seat]engine.Sight{}
	}
	g.told[len(s.Log)][s.Seat] = s
	return engine.Judgement{Worlds: 1, Moves: []engine.Judged{{Move: also[0]}, {Move: s.Legal[0]}}}, nil
}

func (witness) JudgeOpen(_ context.Context, _ engine.State, _ engine.Seat, _ engine.Trial, also ...json.RawMessage) (engine.Judgement, error) {
	return engine.Judgement{Worlds: 1, Moves: []engine.Judged{{Move: also[0]}}}, nil
}

// TestJudgedByWhatWasKnown: the critic is told what the seat could see after the plies
// that were in the log, with no trace of answers that were kept back then.
func TestJudgedByWhatWasKnown(t *testing.T) {
	store, g := open(t), witness{told: map[int]map[engine.Seat]engine.Sight{}}
	m := play(t, store, g, "m1", 5, shortly(t, g, math.MaxInt))
	of(t, reviewer(t, store, atOnce, g), m)
	together := 0
	for n, told := range g.told {
		if len(told) > 1 {
			together++
		}
		steps, err := engine.Replay(g, m.Setup(), data.Moves(m.Moves[:n]))
		if err != nil {
			t.Fatal(err)
		}
		for seat, s := range told {
			want := engine.Sight{
				Seat: seat, Seats: 5, View: encode(t, steps[n].State.View(seat)), Legal: steps[n].State.Legal(seat),
				Log: linesOf(steps, m.Moves, seat),
			}
			if !reflect.DeepEqual(s, want) {
				t.Errorf("after %d plies seat %d is said to see\n%+v, not\n%+v", n, seat, s, want)
			}
		}
	}
	if together == 0 {
		t.Errorf("of %d moments none at which several seats answered", len(g.told))
	}
}

// sparing is Noirburg with a critic that notes how many of the usual games it should play, and that
// sees a puzzle everywhere.
type sparing struct {
	noirburg.Game
	*spent
}

type spent struct {
	known, open, all []engine.Trial
}

func (g sparing) Judge(_ context.Context, s engine.Sight, t engine.Trial, also ...json.RawMessage) (engine.Judgement, error) {
	g.known = append(g.known, t)
	return g.clear(s.Legal, also), nil
}

func (g sparing) JudgeOpen(_ context.Context, st engine.State, s engine.Seat, t engine.Trial, also ...json.RawMessage) (engine.Judgement, error) {
	g.open = append(g.open, t)
	return g.clear(st.Legal(s), also), nil
}

func (g sparing) JudgeAll(_ context.Context, s engine.Sight, t engine.Trial) (engine.Judgement, error) {
	g.all = append(g.all, t)
	return g.clear(s.Legal, nil), nil
}

// clear has one good move.
func (sparing) clear(legal, also []json.RawMessage) engine.Judgement {
	j := engine.Judgement{Chance: 0.9, Worlds: 10_000, Moves: []engine.Judged{{Move: legal[0], Chance: 0.9}}}
	for _, body := range append(also, legal[1:]...) {
		j.Moves = append(j.Moves, engine.Judged{Move: body})
	}
	return j
}

// TestLongGamesTakeNoLonger: the more decisions, the fewer games are played for each. In a short
// game each gets all of them.
func TestLongGamesTakeNoLonger(t *testing.T) {
	const most, puzzles = 48, 8
	for _, c := range []struct{ seats, moves int }{{3, 12}, {5, math.MaxInt}} {
		store, g := open(t), sparing{spent: new(spent)}
		m := play(t, store, g, "m1", c.seats, shortly(t, g, c.moves))
		of(t, reviewer(t, store, atOnce, g), m)
		want := min(1, most/float64(len(g.known)))
		if c.moves > most && want == 1 {
			t.Errorf("a game of %d decisions is short", len(g.known))
		}
		for _, trials := range [][]engine.Trial{g.known, g.open} {
			seeds := map[uint64]bool{}
			for _, trial := range trials {
				seeds[trial.Seed] = true
				if trial.Of(10_000) != int(10_000*want) {
					t.Errorf("%d decisions: %d games of 10,000 for one", len(trials), trial.Of(10_000))
				}
			}
			if len(seeds) != len(trials) {
				t.Errorf("%d seeds for %d decisions", len(seeds), len(trials))
			}
		}
		if len(g.all) != puzzles && want < 1 || len(g.all) > puzzles {
			t.Errorf("%d decisions of %d were judged as puzzles", len(g.all), len(g.known))
		}
		for _, trial := range g.all {
			if trial.Of(10_000) != 10_000 {
				t.Errorf("a puzzle rests on %d games of 10,000", trial.Of(10_000))
			}
		}
	}
}

// linesOf is a log as a seat sees it.
func linesOf(steps []engine.Step, written []data.Entry, seat engine.Seat) []engine.Line {
	var log []engine.Line
	for _, step := range steps {
		for _, p := range step.Plies {
			n := len(log)
			log = append(log, p.Line(n+1, seat, written[n].AtMS))
		}
	}
	return log
}

// BenchmarkReview reviews whole games between house players and reports how many seconds
// of a processor that takes.
func BenchmarkReview(b *testing.B) {
	for _, c := range []struct {
		game  engine.Game
		seats int
	}{{districtnoir.Game{}, 2}, {noirburg.Game{}, 3}, {noirburg.Game{}, 5}} {
		b.Run(fmt.Sprintf("%s-%d", c.game.Info().Name, c.seats), func(b *testing.B) {
			var spent time.Duration
			for b.Loop() {
				store := open(b)
				m := play(b, store, c.game, "m1", c.seats, shortly(b, c.game, math.MaxInt))
				before := processor(b)
				r := of(b, reviewer(b, store, atOnce, c.game), m)
				spent += processor(b) - before
				b.ReportMetric(float64(len(r.Decisions)), "decisions")
			}
			b.ReportMetric(spent.Seconds()/float64(b.N), "cpu-s/op")
		})
	}
}

// processor returns how much processor time the process has used.
func processor(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestRatedByBoth: with both ratings a chance is also that of these two; without one of them it is not.
func TestRatedByBoth(t *testing.T) {
	g := ruler{loss: 0.2, worlds: 1000}
	strong, weak := 1900.0, 1500.0
	for _, ratings := range [][2]*float64{{&strong, &weak}, {&strong, nil}} {
		store := open(t)
		m := play(t, store, g, "m1", 2, shortly(t, g, 6))
		m.Seats[0].Before, m.Seats[1].Before = ratings[0], ratings[1]
		r := of(t, reviewer(t, store, atOnce, g), m)
		for _, d := range r.Decisions {
			if ratings[1] == nil {
				if d.Known.Rated != nil || d.Open.Rated != nil {
					t.Errorf("rated without a rating: %+v", d)
				}
				continue
			}
			own, rival := *ratings[d.Seat], *ratings[1-d.Seat]
			want := g.Between(d.Known.Chance, own, rival, 1-float64(d.Ply-1)/float64(len(m.Moves)))
			if d.Known.Rated == nil || math.Abs(*d.Known.Rated-want) > 1e-4 {
				t.Errorf("ply %d: %v, want %g", d.Ply, d.Known.Rated, want)
			}
			if now := r.Rated(d.Seat, d.Ply-1); now == nil || *now != *d.Known.Rated {
				t.Errorf("ply %d: it stands at %v", d.Ply, now)
			}
		}
	}
}

// TestRatedAgainstTheHouse: a house player's rating is that of its level.
func TestRatedAgainstTheHouse(t *testing.T) {
	store, g := open(t), ruler{loss: 0.2, worlds: 1000}
	m := play(t, store, g, "m1", 2, shortly(t, g, 2))
	own := 1900.0
	m.Seats[0].Before, m.Seats[1].Kind, m.Seats[1].Level = &own, data.Bot, "normal"
	house, known := g.Info().Opponent("normal")
	if !known || house.Rating == 0 {
		t.Fatal("normal has no rating")
	}
	of := of(t, reviewer(t, store, atOnce, g), m)
	for _, d := range of.Decisions {
		ratings := [2]float64{own, house.Rating}
		want := g.Between(d.Known.Chance, ratings[d.Seat], ratings[1-d.Seat], 1-float64(d.Ply-1)/float64(len(m.Moves)))
		if d.Known.Rated == nil || math.Abs(*d.Known.Rated-want) > 1e-4 {
			t.Errorf("ply %d: %v, want %g", d.Ply, d.Known.Rated, want)
		}
	}
}

// TestChancesOfASeat at each moment: by its newest decision, before it has one by its first, and in the end by the result.
func TestChancesOfASeat(t *testing.T) {
	rated := func(chance float64) *float64 { return &chance }
	r := review.Review{Decisions: []review.Decision{
		{Ply: 2, Seat: 0, By: engine.ByPlayer, Mark: review.Good, Known: review.Estimate{Chance: 0.6, Rated: rated(0.61), Loss: 0.1}},
		{Ply: 3, Seat: 1, By: engine.ByPlayer, Mark: review.Good, Known: review.Estimate{Chance: 0.3, Rated: rated(0.31)}},
		{Ply: 5, Seat: 0, By: engine.ByPlayer, Mark: review.Dubious, Known: review.Estimate{Chance: 0.7, Rated: rated(0.71), Loss: 0.2}},
		{Ply: 6, Seat: 0, By: engine.ByBot, Mark: review.Blunder, Known: review.Estimate{Chance: 0.8, Rated: rated(0.81), Loss: 0.6}},
	}}
	for _, c := range []struct {
		seat    engine.Seat
		winners []engine.Seat
		want    []float64
	}{
		{0, []engine.Seat{0}, []float64{0.6, 0.6, 0.6, 0.6, 0.7, 0.8, 0.8, 1}},
		{0, []engine.Seat{0, 1}, []float64{0.6, 0.6, 0.6, 0.6, 0.7, 0.8, 0.8, 0.5}},
		{1, []engine.Seat{0}, []float64{0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0}},
		{2, []engine.Seat{0}, nil},
	} {
		if got := r.Chances(c.seat, c.winners, 7); !slices.Equal(got, c.want) {
			t.Errorf("seat %d, won by %v: %v, not %v", c.seat, c.winners, got, c.want)
		}
		for at := range 7 {
			now := r.Rated(c.seat, at)
			if c.want == nil && now != nil || c.want != nil && (now == nil || math.Abs(*now-c.want[at]-0.01) > 1e-9) {
				t.Errorf("seat %d at %d, by the ratings: %v", c.seat, at, now)
			}
		}
	}
	sum := r.Sum(0)
	if sum.Decisions != 2 || !maps.Equal(sum.Marks, map[review.Mark]int{review.Good: 1, review.Dubious: 1}) || math.Abs(sum.Loss-0.15) > 1e-9 {
		t.Errorf("what the player decided comes to %+v", sum)
	}
}
