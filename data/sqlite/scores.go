package sqlite

import (
	"cmp"
	"context"
	"slices"

	"noir/data"
	"noir/engine"
)

// Standings implements data.Contests.
func (s *Store) Standings(ctx context.Context, id int64, limit, offset int) (page []data.Score, total int, err error) {
	var all []data.Score
	err = s.read(ctx, func(t tx) error {
		c, err := contest(t, id)
		if err != nil {
			return err
		}
		all, err = scores(t, c)
		return err
	})
	if err != nil {
		return nil, 0, err
	}
	from := min(max(offset, 0), len(all))
	return all[from:min(from+max(limit, 0), len(all))], len(all), nil
}

// scores adds up the matches of a contest in the order in which they ended.
func scores(t tx, of data.Contest) ([]data.Score, error) {
	by := map[string]*data.Score{} // name: a guest has no id
	err := t.rows(`SELECT ifnull(p.id, 0), s.name, p.created, ifnull(p.bot, 0), s.seat, m.result
		FROM contest_matches c JOIN matches m ON m.number = c.match JOIN sitters s ON s.match = m.number
		LEFT JOIN players p ON p.id = s.player
		WHERE c.contest = ? AND m.ended <= ? AND m.voided IS NULL AND s.kind <> ? AND NOT s.apart
		ORDER BY m.ended, m.number, s.seat`, []any{of.ID, lastEnd(of).UnixMilli(), string(data.Bot)}, func(read scan) error {
		var p data.Player
		var seat engine.Seat
		var r engine.Result
		err := read(append(playerInto(&p), &seat, document{&r})...)
		if err != nil || r.Reason == engine.Aborted {
			return err
		}
		if by[p.Name] == nil {
			by[p.Name] = &data.Score{Player: p}
		}
		count(by[p.Name], seat, r)
		return nil
	})
	return ranked(by), err
}

// count adds what a match has brought to who sat on a seat of it.
func count(score *data.Score, seat engine.Seat, r engine.Result) {
	wins, losses, draws := tally(seat, r.Winners)
	points := wins*data.WinPoints + draws*data.DrawPoints
	if score.Streak >= data.HotStreak {
		points *= 2
	}
	score.Points += points
	score.Games++
	score.Streak = max(streak(score.Streak, wins, losses), 0)
}

// ranked is scores as a table, best first.
func ranked(by map[string]*data.Score) (all []data.Score) {
	for _, score := range by {
		all = append(all, *score)
	}
	slices.SortFunc(all, func(a, b data.Score) int {
		return cmp.Or(b.Points-a.Points, cmp.Compare(a.Player.Name, b.Player.Name))
	})
	for i := range all {
		all[i].Rank = i + 1
		if i > 0 && all[i].Points == all[i-1].Points {
			all[i].Rank = all[i-1].Rank
		}
	}
	return all
}
