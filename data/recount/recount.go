// Package recount computes every rating again from nothing but the games that made
// them, and compares it with the one that a store holds.
package recount

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"

	"noir/data"
	"noir/engine"
)

// Store is what is read of a store; data.Store and data.Office have it. Games may
// end in it meanwhile.
type Store interface {
	Matches(ctx context.Context) iter.Seq2[data.Match, error]
	Ratings(ctx context.Context, id data.PlayerID) (map[string]data.Rating, error)
	Games(ctx context.Context, id data.PlayerID, before data.MatchID, limit int) ([]data.Match, error)
}

// Count is how much has been looked at and found right.
type Count struct {
	Games   int // replayed: rated, over, not void
	Ratings int // recomputed: of a player in a kind of game
}

// Run replays every game that counts by its rules and compares its result, what it
// did to ratings, and the ratings that come of all of them with what the store holds.
// It calls progress after each game, with how many there have been. The error names
// the first thing that is wrong, or is the store's.
func Run(ctx context.Context, store Store, rules []engine.Game, progress func(games int)) (Count, error) {
	r := recount{store: store, rules: rules, progress: progress, sums: map[standing]total{}}
	if err := r.replayAll(ctx); err != nil {
		return Count{}, err
	}
	for who, sum := range r.sums {
		ratings, err := store.Ratings(ctx, who.player)
		if err != nil {
			return Count{}, err
		}
		if sum.makes(ratings[who.game]) {
			continue
		}
		if err := r.again(ctx, who); err != nil {
			return Count{}, err
		}
	}
	return Count{r.games, len(r.sums)}, nil
}

// recount adds up what games have done to ratings.
type recount struct {
	store    Store
	rules    []engine.Game
	progress func(games int)

	games int
	sums  map[standing]total
}

// standing is a player in a kind of game, total what his games come to.
type (
	standing struct {
		player data.PlayerID
		game   string
	}
	total struct {
		change float64
		games  int
	}
)

// tolerance is how far a sum may be off because of the order of its terms.
const tolerance = 1e-6

func (t total) makes(r data.Rating) bool {
	return t.games == r.Games && (t.games == 0 || math.Abs(data.StartRating+t.change-r.Value) < tolerance)
}

// replayAll replays every game that counts and adds its changes up.
func (r *recount) replayAll(ctx context.Context) error {
	for m, err := range r.store.Matches(ctx) {
		if err != nil {
			return err
		}
		if !counts(m) {
			continue
		}
		if err := r.replay(m); err != nil {
			return fmt.Errorf("game %s: %w", m.ID, err)
		}
		r.add(m)
		r.games++
		r.progress(r.games)
	}
	return nil
}

// counts reports whether a match that is over has changed ratings that stand.
func counts(m data.Match) bool {
	return m.Rated && m.Voided.IsZero() && m.Result.Reason != engine.Aborted
}

// replay plays one game again, and compares its result and the changes made of it.
func (r *recount) replay(m data.Match) error {
	game, ok := engine.Named(r.rules, m.Game)
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
	for i, after := range data.Elo(m.Rule, m.Seats, result) {
		if s := m.Seats[i]; s.After == nil || math.Abs(*s.After-after) > tolerance {
			return fmt.Errorf("the rating of %s after it is not %.6f", s.Name, after)
		}
	}
	return nil
}

// add adds what a game has done to the ratings of those who are still known, and
// whose rating it was.
func (r *recount) add(m data.Match) {
	for _, s := range m.Seats {
		if s.Player == 0 || s.Apart {
			continue
		}
		who := standing{s.Player, m.Game}
		sum := r.sums[who]
		sum.change += *s.After - *s.Before
		sum.games++
		r.sums[who] = sum
	}
}

// tries is how often a rating that changes meanwhile is looked at.
const tries = 10

// again looks at one rating and its games until neither has changed in between:
// games may have ended since they were read.
func (r *recount) again(ctx context.Context, who standing) error {
	for range tries {
		before, err := r.store.Ratings(ctx, who.player)
		if err != nil {
			return err
		}
		matches, err := r.gamesOf(ctx, who.player)
		if err != nil {
			return err
		}
		after, err := r.store.Ratings(ctx, who.player)
		if err != nil {
			return err
		}
		if before[who.game] == after[who.game] {
			return who.compare(matches, after[who.game])
		}
	}
	return errors.New("a rating changes all the time: try again, or stop the server first")
}

// gamesPage is how many of a player's games are read at once.
const gamesPage = 1000

// gamesOf reads all games of a player.
func (r *recount) gamesOf(ctx context.Context, id data.PlayerID) (all []data.Match, err error) {
	for before := data.MatchID(""); ; before = all[len(all)-1].ID {
		page, err := r.store.Games(ctx, id, before, gamesPage)
		all = append(all, page...)
		if err != nil || len(page) < gamesPage {
			return all, err
		}
	}
}

// compare compares a rating with the games that it is made of.
func (who standing) compare(matches []data.Match, rating data.Rating) error {
	own := recount{sums: map[standing]total{}}
	for _, m := range matches {
		if m.Game == who.game && counts(m) {
			own.add(m)
		}
	}
	if sum := own.sums[who]; !sum.makes(rating) {
		return fmt.Errorf("player %d has %.6f after %d games in %s; the games make %.6f after %d",
			who.player, rating.Value, rating.Games, who.game, data.StartRating+sum.change, sum.games)
	}
	return nil
}
