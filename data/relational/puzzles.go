package relational

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"noir/data"
)

// puzzleStore keeps puzzles and who solved which.
type puzzleStore struct{ db Database }

// AddPuzzles implements data.Puzzles.
func (s puzzleStore) AddPuzzles(ctx context.Context, at time.Time, puzzles ...data.Puzzle) error {
	return s.db.Write(ctx, func(t Tx) error {
		for _, p := range puzzles {
			if len(p.Moves) < 2 {
				return errors.New("the puzzle leaves no choice")
			}
			moves, err := json.Marshal(p.Moves)
			if err != nil {
				return err
			}
			var match int64
			if err := t.Row(`SELECT number FROM matches WHERE id = ? AND ended IS NOT NULL`, []any{string(p.Match)}, &match); err != nil {
				return err
			}
			_, err = t.Exec(`INSERT INTO puzzles (match, seat, after, moves, added) VALUES (?, ?, ?, ?, ?)
				ON CONFLICT DO NOTHING`, match, int(p.Seat), p.After, string(moves), at.UnixMilli())
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Puzzle implements data.Puzzles. Puzzles take turns, so that none comes again before all have.
func (s puzzleStore) Puzzle(ctx context.Context, d data.Date) (p data.Puzzle, err error) {
	err = s.db.Read(ctx, func(t Tx) error {
		p, err = puzzleOf(t, d)
		return err
	})
	return p, err
}

func puzzleOf(t Tx, d data.Date) (p data.Puzzle, err error) {
	var known int64
	err = t.Row(`SELECT count(*) FROM puzzles WHERE added < ?`, []any{d.Begins().UnixMilli()}, &known)
	if err != nil {
		return p, err
	}
	err = t.Row(`SELECT p.id, m.game, m.id, p.seat, p.after, p.moves FROM puzzles p JOIN matches m ON m.number = p.match
		ORDER BY p.added, p.id LIMIT 1 OFFSET ?`, []any{int64(d) % max(1, known)},
		&p.ID, &p.Game, &p.Match, &p.Seat, &p.After, Document{&p.Moves})
	return p, err
}

// Solve implements data.Puzzles.
func (s puzzleStore) Solve(ctx context.Context, id data.PlayerID, d data.Date, move json.RawMessage, best bool) (fared data.Solving, err error) {
	if !json.Valid(move) {
		return fared, errors.New("the answer is no JSON")
	}
	err = s.db.WriteBeside(ctx, func(t Tx) error {
		t.HoldPlayers(id)
		if _, err := existing(t, id); err != nil {
			return err
		}
		_, err := t.Exec(`INSERT INTO puzzle_answers (player, day, move, best) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			id, int64(d), string(move), best)
		if err != nil {
			return err
		}
		fared, err = solving(t, id, d)
		return err
	})
	return fared, err
}

// Solving implements data.Puzzles.
func (s puzzleStore) Solving(ctx context.Context, id data.PlayerID, d data.Date) (fared data.Solving, err error) {
	err = s.db.Read(ctx, func(t Tx) error {
		fared, err = solving(t, id, d)
		return err
	})
	return fared, err
}

// solving goes through a player's answers, newest first.
func solving(t Tx, id data.PlayerID, d data.Date) (fared data.Solving, err error) {
	next, unbroken := d, true // the day that would continue the row
	err = t.Rows(`SELECT day, best, move FROM puzzle_answers WHERE player = ? AND day <= ? ORDER BY day DESC`,
		[]any{id, int64(d)}, func(read Scan) error {
			var day data.Date
			var best bool
			var move json.RawMessage
			if err := read(&day, &best, Document{&move}); err != nil {
				return err
			}
			if day == d {
				fared.Today = move
			}
			if fared.Tries == 0 && day == d-1 {
				next = day
			}
			fared.Tries++
			if unbroken = unbroken && best && day == next; unbroken {
				fared.Run++
				next--
			}
			if best {
				fared.Solved++
			}
			return nil
		})
	return fared, err
}
