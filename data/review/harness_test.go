package review_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"math/rand/v2"
	"testing"
	"time"

	"noir/data"
	"noir/data/review"
	"noir/data/sqlite"
	"noir/data/sqlite/sqlitetest"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/internal/quota"
)

// open opens an empty store.
func open(t testing.TB) *sqlite.Store {
	t.Helper()
	store := sqlitetest.Open(t, sqlitetest.Dir(t))
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}

// atOnce runs work without waiting for a processor.
func atOnce(ctx context.Context, work func(context.Context)) error {
	if ctx.Err() == nil {
		work(ctx)
	}
	return ctx.Err()
}

// reviewer opens a reviewer of a store.
func reviewer(t testing.TB, store data.Store, think func(context.Context, func(context.Context)) error, games ...engine.Game) *review.Reviewer {
	t.Helper()
	r := review.New(store, games, think, quota.NewLedger(nil), slog.New(slog.DiscardHandler))
	t.Cleanup(r.Close)
	return r
}

// begin opens a casual match between guests.
func begin(t testing.TB, store data.Store, g engine.Game, id data.MatchID, seats int) data.Match {
	t.Helper()
	m := data.Match{ID: id, Game: g.Info().Name, Pace: data.Live, Started: time.Now(), Seed: engine.Seed{7}}
	for i := range seats {
		m.Seats = append(m.Seats, data.Seat{Name: []string{"marlowe", "spade", "archer", "vivian", "mars"}[i], Kind: data.Guest})
	}
	m, err := store.Open(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// chooser makes the move with a number, counted from 1.
type chooser = func(number int, s engine.Sight) json.RawMessage

// play plays a casual match between guests until it is over.
func play(t testing.TB, store data.Store, g engine.Game, id data.MatchID, seats int, choose chooser) data.Match {
	t.Helper()
	m := begin(t, store, g, id, seats)
	state, err := g.Start(m.Setup())
	if err != nil {
		t.Fatal(err)
	}
	logs, chance := make([][]engine.Line, seats), rand.New(rand.NewPCG(1, 1))
	for n := 1; ; n++ {
		result, over := state.Result()
		if over {
			if _, err := store.Finish(t.Context(), id, time.Now(), result, m.Moves...); err != nil {
				t.Fatal(err)
			}
			m.Result = &result
			return m
		}
		asked := state.Prompts()
		seat := asked[chance.IntN(len(asked))].Seat
		body := choose(n, engine.Sight{
			Seat: seat, Seats: seats, View: encode(t, state.View(seat)), Legal: state.Legal(seat), Log: logs[seat],
		})
		next, plies, err := engine.Make(state, engine.Move{Seat: seat, By: engine.ByPlayer, Body: body})
		if err != nil {
			t.Fatal(err)
		}
		state = next
		for _, p := range plies {
			m.Moves = append(m.Moves, data.NewEntry(len(m.Moves)+1, p, int64(n)*1000))
			for s := range logs {
				logs[s] = append(logs[s], p.Line(len(m.Moves), engine.Seat(s), int64(n)*1000))
			}
		}
	}
}

// shortly has normal house players make a number of moves; then all who are asked resign.
func shortly(t testing.TB, g engine.Game, moves int) chooser {
	return func(n int, s engine.Sight) json.RawMessage {
		if n > moves {
			return engine.Resign
		}
		player, err := g.House("normal", 1)
		if err != nil {
			t.Fatal(err)
		}
		body, err := player.Choose(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		return body
	}
}

func encode(t testing.TB, v any) json.RawMessage {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// ruler is District Noir with a critic for whom the chance is 90 % and the first legal move the
// best; the second loses loss, the third twice as much, and so on, and each twice that with open
// cards.
type ruler struct {
	districtnoir.Game
	loss   float64
	worlds int // that it claims to have looked at
}

func (g ruler) Judge(_ context.Context, s engine.Sight, _ engine.Trial, _ ...json.RawMessage) (engine.Judgement, error) {
	return g.judgement(s.Legal, g.loss), nil
}

func (g ruler) JudgeOpen(_ context.Context, st engine.State, s engine.Seat, _ engine.Trial, _ ...json.RawMessage) (engine.Judgement, error) {
	return g.judgement(st.Legal(s), 2*g.loss), nil
}

func (g ruler) JudgeAll(_ context.Context, s engine.Sight, _ engine.Trial) (engine.Judgement, error) {
	return g.judgement(s.Legal, g.loss), nil
}

func (g ruler) judgement(legal []json.RawMessage, loss float64) engine.Judgement {
	j := engine.Judgement{Chance: 0.9, Worlds: g.worlds}
	for i, body := range legal {
		j.Moves = append(j.Moves, engine.Judged{Move: body, Chance: max(0, j.Chance-float64(i)*loss)})
	}
	return j
}
