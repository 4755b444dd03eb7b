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
	err = s.browse(ctx, func(t tx) error {
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
	err := t.rows(`SELECT ifnull(p.id, 0), s.name, p.created, ifnull(p.bot, 0), s.seat, c.scores, m.result
		FROM contest_matches c JOIN matches m ON m.number = c.match JOIN sitters s ON s.match = m.number
		LEFT JOIN players p ON p.id = s.player
		WHERE c.contest = ? AND m.ended <= ? AND m.voided IS NULL AND c.scores IS NOT NULL AND s.kind <> ? AND NOT s.apart
		ORDER BY m.ended, m.number, s.seat`, []any{of.ID, lastEnd(of).UnixMilli(), string(data.Bot)}, func(read scan) error {
		var p data.Player
		var seat engine.Seat
		var scores bool
		var r engine.Result
		err := read(append(playerInto(&p), &seat, &scores, document{&r})...)
		if by[p.Name] == nil {
			by[p.Name] = &data.Score{Player: p}
		}
		count(by[p.Name], seat, r, scores)
		return err
	})
	return ranked(by), err
}

// count adds what a match has brought to who sat on a seat of it. One that does not score
// ends a run of wins, and lengthens none.
func count(score *data.Score, seat engine.Seat, r engine.Result, scores bool) {
	wins, losses, draws := tally(seat, r.Winners)
	if score.Games++; !scores {
		if wins == 0 {
			score.Streak = 0
		}
		return
	}
	points := wins*data.WinPoints + draws*data.DrawPoints
	if score.Streak >= data.HotStreak {
		points *= 2
	}
	score.Points += points
	score.Streak = max(streak(score.Streak, wins > 0, losses > 0), 0)
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

// score notes whether a match of a contest that ends brings points (data.Scores).
func (m *stored) score(t tx) error {
	var turns []string
	err := t.row(`SELECT turns FROM contest_matches WHERE match = ?`, []any{m.number}, document{&turns})
	if err != nil {
		return err
	}
	own := []stored{*m}
	if err := readLogs(t, own, `WHERE number = ?`, []any{m.number}); err != nil {
		return err
	}
	met, err := m.met(t)
	if err != nil {
		return err
	}
	_, err = t.exec(`UPDATE contest_matches SET scores = ? WHERE match = ?`,
		data.Scores(len(m.Seats), own[0].Moves, turns, met), m.number)
	return err
}

// met is how many games of the contest those two at the table have finished who have met
// most often. It goes through what one of them has played since the contest began.
func (m *stored) met(t tx) (most int, err error) {
	for i, own := range m.Seats {
		for _, other := range m.Seats[:i] {
			var met int
			err := t.row(`SELECT count(*) FROM seats a
				CROSS JOIN contest_matches c ON c.match = a.match AND c.contest = ?1 AND c.scores IS NOT NULL
				CROSS JOIN matches m ON m.number = a.match AND m.voided IS NULL
				CROSS JOIN seats b ON b.match = a.match AND b.player = ?3
				WHERE a.player = ?2 AND a.ended >= (SELECT starts FROM contests WHERE id = ?1)`,
				[]any{m.Contest, own.Player, other.Player}, &met)
			if err != nil {
				return 0, err
			}
			most = max(most, met)
		}
	}
	return most, nil
}
