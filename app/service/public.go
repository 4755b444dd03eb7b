package service

import (
	"context"
	"errors"
	"slices"
	"strings"

	"noir/data"
	"noir/matchmaking"
)

// Public has the use cases of readers without a key. It leaves out private tables, players who
// allow no spectators, and their tables. Its errors are data.ErrNotFound for all of these, and the
// store's.
type Public struct {
	store    publicStore
	rankings Rankings
}

type publicStore interface {
	matchesStore
	PlayerByName(ctx context.Context, name string) (data.Player, error)
	Settings(ctx context.Context, id data.PlayerID) (data.Settings, error)
}

// Match returns a match, with its log. A running one has no log and matchmaking.ErrRunning.
func (p Public) Match(ctx context.Context, id data.MatchID) (data.Match, error) {
	m, err := p.store.Match(ctx, id)
	if err != nil {
		return data.Match{}, err
	}
	if shown, err := p.shows(ctx, m); err != nil || !shown {
		return data.Match{}, errors.Join(err, data.ErrNotFound)
	}
	if m.Result == nil {
		m.Moves = nil
		return m, matchmaking.ErrRunning
	}
	return m, nil
}

// shows reports whether a match is public.
func (p Public) shows(ctx context.Context, m data.Match) (bool, error) {
	if m.Private || m.NoSpectators {
		return false, nil
	}
	for _, s := range m.Seats {
		if hidden, err := p.hides(ctx, s.Player); hidden || err != nil {
			return false, err
		}
	}
	return true, nil
}

// hides reports whether a player allows no spectators.
func (p Public) hides(ctx context.Context, id data.PlayerID) (bool, error) {
	if id == 0 || id.Guest() {
		return false, nil
	}
	set, err := p.store.Settings(ctx, id)
	if errors.Is(err, data.ErrNotFound) { // deleted: the seat has their new name
		return false, nil
	}
	return set.NoSpectators, err
}

// Player returns the player with a name, in any case.
func (p Public) Player(ctx context.Context, name string) (data.Player, error) {
	player, err := p.store.PlayerByName(ctx, strings.ToLower(name))
	if err != nil {
		return data.Player{}, err
	}
	if hidden, err := p.hides(ctx, player.ID); err != nil || hidden {
		return data.Player{}, errors.Join(err, data.ErrNotFound)
	}
	return player, nil
}

// Past returns a player's latest finished games against people, newest first, without logs: the
// public ones among at most limit.
func (p Public) Past(ctx context.Context, id data.PlayerID, limit int) ([]data.Match, error) {
	list, err := p.store.Games(ctx, id, "", limit)
	if err != nil {
		return nil, err
	}
	var shown []data.Match
	for _, m := range list {
		if !slices.ContainsFunc(m.Seats, func(s data.Seat) bool { return s.Kind == data.Human && s.Player != id }) {
			continue
		}
		ok, err := p.shows(ctx, m)
		if err != nil {
			return nil, err
		}
		if ok {
			shown = append(shown, m)
		}
	}
	return shown, nil
}

// Profile returns a player's results in a game (Rankings.Profile).
func (p Public) Profile(ctx context.Context, game string, id data.PlayerID, points int) (Profile, error) {
	return p.rankings.Profile(ctx, game, id, points)
}

// Table returns the first rows of a game's all-time table, and how many there are in all. Players
// who allow no spectators have no name in it.
func (p Public) Table(ctx context.Context, game string, limit int) ([]data.Standing, int, error) {
	sheet, err := p.rankings.Page(ctx, game, data.Filter{Limit: limit}, 0, 0)
	if err != nil {
		return nil, 0, err
	}
	rows := slices.Clone(sheet.Rows)
	for i, row := range rows {
		hidden, err := p.hides(ctx, row.Player.ID)
		if err != nil {
			return nil, 0, err
		}
		if hidden {
			rows[i].Player = data.Player{}
		}
	}
	return rows, sheet.Total, nil
}
