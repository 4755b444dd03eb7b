package stats

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"noir/data"
	"noir/engine"
	"noir/internal/language"
	"noir/internal/quota"
)

// Mean is a figure's average over some games.
type Mean struct {
	engine.Figure
	Games int // games in which it was counted
	Value float64
}

// subject is a player and the kind of games to count.
type subject struct {
	player data.PlayerID
	game   string
}

// tally is what was counted in the games of a subject: a value for each figure, NaN where it means
// nothing.
type tally struct {
	games map[data.MatchID][]float64
	used  int // the newest use
}

// Means returns a game's figures for a player, averaged over those of their latest 200 games that
// are of that kind and count. It returns none for a guest or a game without figures. It blocks
// while it reads logs of games not counted yet, some milliseconds each, for which ctx's payer pays:
// *quota.Refused. What was counted before an error stays counted.
func (k *Keeper) Means(ctx context.Context, game string, player data.PlayerID) ([]Mean, error) {
	rules, counts := k.games[game]
	if !counts || player.Guest() {
		return nil, nil
	}
	matches, err := k.store.Games(ctx, player, "", span)
	if err != nil {
		return nil, err
	}
	matches = slices.DeleteFunc(matches, func(m data.Match) bool { return m.Game != game || void(m) })
	about := subject{player, game}
	counted := k.known(about, matches)
	for _, m := range matches {
		if counted[m.ID] != nil {
			continue
		}
		if counted[m.ID], err = k.add(ctx, rules, about, m.ID); err != nil {
			return nil, err
		}
	}
	return mean(rules.Figures(), matches, counted), nil
}

// known returns what was counted of some matches, and forgets what was counted of others.
func (k *Keeper) known(about subject, matches []data.Match) map[data.MatchID][]float64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	of := k.tallies[about]
	if of == nil {
		if len(k.tallies) >= room {
			delete(k.tallies, k.oldest())
		}
		of = &tally{games: map[data.MatchID][]float64{}}
		k.tallies[about] = of
	}
	k.uses++
	of.used = k.uses
	known := make(map[data.MatchID][]float64, len(matches))
	for _, m := range matches {
		if values := of.games[m.ID]; values != nil {
			known[m.ID] = values
		}
	}
	of.games = maps.Clone(known)
	return known
}

// oldest is the subject of the tally that has not been used for the longest time. The mutex must be
// held.
func (k *Keeper) oldest() (found subject) {
	least := k.uses + 1
	for about, of := range k.tallies {
		if of.used < least {
			found, least = about, of.used
		}
	}
	return found
}

// add counts a match of a subject, unless somebody else has done so by the time it is its turn.
func (k *Keeper) add(ctx context.Context, rules engine.Statistics, about subject, id data.MatchID) ([]float64, error) {
	payer := quota.From(ctx)
	if err := k.quota.Pay(ctx, payer, quota.Processor, 0, quota.Patience); err != nil { // what they owe
		return nil, err
	}
	if err := k.logs.begin(ctx); err != nil {
		return nil, err
	}
	defer k.logs.end()
	if values := k.counted(about, id); values != nil {
		return values, nil
	}
	began := time.Now()
	values, err := k.count(ctx, rules, about.player, id)
	k.quota.Charge(payer, quota.Processor, time.Since(began).Seconds())
	if err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if of := k.tallies[about]; of != nil {
		of.games[id] = values
	}
	return values, nil
}

// counted is what was counted in a match of a subject; nil if it was not.
func (k *Keeper) counted(about subject, id data.MatchID) []float64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	if of := k.tallies[about]; of != nil {
		return of.games[id]
	}
	return nil
}

// void reports whether a match does not count.
func void(m data.Match) bool {
	return !m.Voided.IsZero() || m.Result.Reason == engine.Aborted || m.Origin != data.Origin{}
}

// count replays a match. One that is gone meanwhile, or that cannot be replayed, counts for nothing.
func (k *Keeper) count(ctx context.Context, rules engine.Statistics, player data.PlayerID, id data.MatchID) ([]float64, error) {
	values := make([]float64, len(rules.Figures()))
	for i := range values {
		values[i] = math.NaN()
	}
	m, err := k.store.Match(ctx, id)
	switch {
	case errors.Is(err, data.ErrNotFound):
		return values, nil
	case err != nil:
		return nil, err
	}
	steps, err := engine.Replay(rules, m.Setup(), data.Moves(m.Moves))
	if err != nil {
		return values, nil
	}
	_, over := steps[len(steps)-1].State.Result()
	own := m.SeatOf(player)
	if own < 0 || !over {
		return values, nil // the seat is another player's by now, or the log leads to no end
	}
	counted := rules.Count(steps)[own]
	for i, f := range rules.Figures() {
		if v, ok := counted[f.Name]; ok {
			values[i] = v
		}
	}
	return values, nil
}

// mean averages the statistics of some matches.
func mean(figures []engine.Figure, matches []data.Match, of map[data.MatchID][]float64) []Mean {
	var means []Mean
	for i, f := range figures {
		m, sum := Mean{Figure: f}, 0.0
		for _, match := range matches {
			if v := of[match.ID][i]; !math.IsNaN(v) {
				m.Games++
				sum += v
			}
		}
		if m.Games > 0 {
			m.Value = sum / float64(m.Games)
			means = append(means, m)
		}
	}
	return means
}

// Amount formats the value for a reader: "+3.2", "12 %", "1.9".
func (m Mean) Amount(r *language.Reader) string {
	switch {
	case m.Share:
		return r.Words("%.0f %%", 100*m.Value)
	case m.Signed:
		return r.Number(fmt.Sprintf("%+.1f", m.Value))
	}
	return r.Number(fmt.Sprintf("%.1f", m.Value))
}
