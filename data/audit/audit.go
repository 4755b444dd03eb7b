// Package audit recomputes every rating from the games alone and compares it with what the store
// holds.
package audit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"

	"noir/data"
	"noir/data/ledger"
	"noir/engine"
)

// Store is what the audit reads. Games may end in the store while it runs.
type Store interface {
	Matches(ctx context.Context) iter.Seq2[data.Match, error]
	Ratings(ctx context.Context, id data.PlayerID) (map[string]data.Rating, error)
	Games(ctx context.Context, id data.PlayerID, before data.MatchID, limit int) ([]data.Match, error)
}

// Count is how much was checked and found right.
type Count struct {
	Games   int // replayed: rated, over, not void
	Ratings int // recomputed: one per player and game
}

// Run replays every rated game, and compares its result, its rating changes, and the ratings that
// follow from all of them with what the store holds. It calls progress after each game with the
// number done so far. The error names the first difference, or is the store's.
func Run(ctx context.Context, store Store, rules []engine.Game, progress func(games int)) (Count, error) {
	books, games := books{}, 0
	for m, err := range store.Matches(ctx) {
		if err != nil {
			return Count{}, err
		}
		if !m.Rated || !m.Voided.IsZero() || m.Result.Reason == engine.Aborted {
			continue
		}
		if err := replay(rules, m); err != nil {
			return Count{}, fmt.Errorf("game %s: %w", m.ID, err)
		}
		books.post(m.Game, ledger.Postings(m))
		games++
		progress(games)
	}
	for who, made := range books {
		ratings, err := store.Ratings(ctx, who.player)
		if err != nil {
			return Count{}, err
		}
		if same(made.Rating, ratings[who.game]) {
			continue
		}
		if err := again(ctx, store, who); err != nil {
			return Count{}, err
		}
	}
	return Count{games, len(books)}, nil
}

// replay plays one game again and compares its end with the stored one.
func replay(rules []engine.Game, m data.Match) error {
	game, ok := engine.Named(rules, m.Game)
	if !ok {
		return fmt.Errorf("the game %q is not played here any more", m.Game)
	}
	steps, err := engine.Replay(game, m.Setup(), data.Moves(m.Moves))
	if err != nil {
		return err
	}
	result, over := steps[len(steps)-1].State.Result()
	if !over {
		return errors.New("it is not over after its last move")
	}
	replayed, err1 := json.Marshal(result)
	stored, err2 := json.Marshal(m.Result)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	if !bytes.Equal(replayed, stored) {
		return errors.New("the moves do not lead to the stored result")
	}
	plan, err := ledger.End(m, m.Ended, result)
	if err != nil {
		return err
	}
	for i, s := range plan.Match.Seats {
		if stored := m.Seats[i].After; stored == nil || math.Abs(*stored-*s.After) > tolerance {
			return fmt.Errorf("the rating of %s after it is not %.6f", s.Name, *s.After)
		}
	}
	return nil
}

// holder identifies an account: a player and a game.
type holder struct {
	player data.PlayerID
	game   string
}

// books are accounts computed from games alone.
type books map[holder]ledger.Account

func (b books) post(game string, postings []ledger.Posting) {
	for _, p := range postings {
		who := holder{p.Player, game}
		account, ok := b[who]
		if !ok {
			account = ledger.NewAccount()
		}
		b[who] = account.Post(p)
	}
}

// tolerance is how far a sum may be off because of the order of its terms.
const tolerance = 1e-6

// same reports whether the computed rating equals the stored one.
func same(made, kept data.Rating) bool {
	off := math.Abs(made.Value - kept.Value)
	made.Value, kept.Value = 0, 0
	return made == kept && (made.Games == 0 || off < tolerance)
}

// tries is how often again reads a rating that keeps changing.
const tries = 10

// again reads one rating and its games until neither changes in between. Games may have ended since
// they were first read.
func again(ctx context.Context, store Store, who holder) error {
	for range tries {
		before, err := store.Ratings(ctx, who.player)
		if err != nil {
			return err
		}
		own, err := booksOf(ctx, store, who.player)
		if err != nil {
			return err
		}
		after, err := store.Ratings(ctx, who.player)
		if err != nil {
			return err
		}
		made, kept := own[who].Rating, after[who.game]
		switch {
		case before[who.game] != kept:
		case !same(made, kept):
			return fmt.Errorf("player %d has %s in %s; the games make %s", who.player, told(kept), who.game, told(made))
		default:
			return nil
		}
	}
	return errors.New("a rating changes all the time: try again, or stop the server first")
}

func told(r data.Rating) string {
	return fmt.Sprintf("%.6f (games: %d, won: %d, lost: %d, drawn: %d)", r.Value, r.Games, r.Wins, r.Losses, r.Draws)
}

// gamesPage is how many of a player's games are read at once.
const gamesPage = 1000

// booksOf posts all games of a player.
func booksOf(ctx context.Context, store Store, id data.PlayerID) (books, error) {
	own := books{}
	for before := data.MatchID(""); ; {
		page, err := store.Games(ctx, id, before, gamesPage)
		if err != nil {
			return nil, err
		}
		for _, m := range page {
			own.post(m.Game, ledger.Postings(m))
			before = m.ID
		}
		if len(page) < gamesPage {
			return own, nil
		}
	}
}
