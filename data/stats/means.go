package stats

import (
	"context"
	"fmt"
	"math"
	"slices"

	"noir/data"
	"noir/engine"
	"noir/internal/language"
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

// tally is what was counted in each game: a value for each figure, NaN where it means nothing.
type tally map[data.MatchID][]float64

// Means returns a game's figures for a player, averaged over those of their latest 200 games that
// are of that kind and count. It returns none for a guest or a game without figures. It blocks
// while it reads logs of games not counted yet, some milliseconds each.
func (k *Keeper) Means(ctx context.Context, game string, player data.PlayerID) ([]Mean, error) {
	rules, counts := k.games[game]
	if !counts || player.Guest() {
		return nil, nil
	}
	if err := k.begin(ctx); err != nil {
		return nil, err
	}
	defer k.end()
	matches, err := k.store.Games(ctx, player, "", span)
	if err != nil {
		return nil, err
	}
	matches = slices.DeleteFunc(matches, func(m data.Match) bool { return m.Game != game || void(m) })
	about := subject{player, game}
	before, now := k.tallies[about], make(tally, len(matches))
	for _, m := range matches {
		values, known := before[m.ID]
		if !known {
			if values, err = k.count(ctx, rules, player, m.ID); err != nil {
				return nil, err
			}
		}
		now[m.ID] = values
	}
	if before == nil && len(k.tallies) >= room {
		clear(k.tallies)
	}
	k.tallies[about] = now
	return mean(rules.Figures(), matches, now), nil
}

// void reports whether a match does not count.
func void(m data.Match) bool {
	return !m.Voided.IsZero() || m.Result.Reason == engine.Aborted || m.Origin != data.Origin{}
}

// count replays a match.
func (k *Keeper) count(ctx context.Context, rules engine.Statistics, player data.PlayerID, id data.MatchID) ([]float64, error) {
	values := make([]float64, len(rules.Figures()))
	for i := range values {
		values[i] = math.NaN()
	}
	m, err := k.store.Match(ctx, id)
	if err != nil {
		return nil, err
	}
	steps, err := engine.Replay(rules, m.Setup(), data.Moves(m.Moves))
	if err != nil {
		return nil, fmt.Errorf("match %s: %w", id, err)
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
func mean(figures []engine.Figure, matches []data.Match, of tally) []Mean {
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
