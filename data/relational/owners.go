package relational

import (
	"context"
	"slices"
	"strings"

	"noir/data"
)

// Owners keeps which node runs which match, for a database that nodes share. In addition to the statements of all
// stores it needs row locks that can be skipped (SKIP LOCKED).
type Owners struct{ db Database }

// NewOwners returns the Owners of a database.
func NewOwners(db Database) Owners { return Owners{db} }

// Adopt implements data.Shared.
func (s Owners) Adopt(ctx context.Context, limit int) (adopted []data.Match, err error) {
	node := s.db.Node()
	var numbered []int64
	err = s.db.WriteBeside(ctx, func(t Tx) error {
		numbered = nil
		return t.Rows(`UPDATE matches SET owner = ?, epoch = epoch + 1 WHERE number IN (
				SELECT number FROM matches WHERE owner IS NULL AND ended IS NULL ORDER BY pace = 'day', number LIMIT ? FOR UPDATE SKIP LOCKED)
			RETURNING number`, []any{node, limit}, func(read Scan) error {
			var number int64
			err := read(&number)
			numbered = append(numbered, number)
			return err
		})
	})
	if err != nil || len(numbered) == 0 {
		return nil, err
	}
	return running(ctx, s.db.Study, `number `+listed, numbers(numbered))
}

// Own implements data.Shared.
func (s Owners) Own(ctx context.Context, ids ...data.MatchID) ([]data.Match, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	args := []any{s.db.Node()}
	for _, id := range ids {
		args = append(args, id)
	}
	return running(ctx, s.db.Read, `owner = ? AND id IN (?`+strings.Repeat(`, ?`, len(ids)-1)+`)`, args...)
}

// running reads those running matches for which a condition holds, with their logs and guests.
func running(ctx context.Context, read func(context.Context, func(Tx) error) error, condition string, args ...any) (all []data.Match, err error) {
	which := `WHERE ` + condition + ` AND ended IS NULL ORDER BY number`
	err = read(ctx, func(t Tx) error {
		var found []stored
		err := matchesLater(t, &found, which, args)
		if err == nil {
			err = readLogs(t, &found, which, args)
		}
		if err == nil {
			err = readGuests(t, &found, which, args)
		}
		if err == nil {
			err = t.Settle()
		}
		all = unwrapped(found)
		return err
	})
	return all, err
}

// readGuests reads which guests have seats at matches that are found by the same condition before, until the next Settle.
func readGuests(t Tx, found *[]stored, which string, args []any) error {
	var of map[int64]*stored
	return t.RowsLater(`SELECT match, seat, guest FROM seats WHERE guest IS NOT NULL AND match IN (SELECT number FROM matches `+which+`)`,
		args, func(read Scan) error {
			var number int64
			var seat int
			var guest data.PlayerID
			err := read(&number, &seat, &guest)
			if of == nil {
				of = byNumber(*found)
			}
			if m := of[number]; err == nil && m != nil && seat < len(m.Seats) {
				m.Seats[seat].Player = guest
			}
			return err
		})
}

// unwrapped returns matches without their numbers.
func unwrapped(found []stored) []data.Match {
	all := make([]data.Match, len(found))
	for i, m := range found {
		all[i] = m.Match
	}
	return all
}

// Release implements data.Shared.
func (s Owners) Release(ctx context.Context, to data.NodeID, ids ...data.MatchID) error {
	var next any
	if to != 0 {
		next = to
	}
	node := s.db.Node()
	return s.db.WriteBeside(ctx, func(t Tx) error {
		for _, id := range ids {
			if _, err := t.Exec(`UPDATE matches SET owner = ?, epoch = epoch + 1 WHERE id = ? AND owner = ? AND ended IS NULL`, next, id, node); err != nil {
				return err
			}
		}
		return nil
	})
}

// Owner implements data.Shared.
func (s Owners) Owner(ctx context.Context, id data.MatchID) (node data.NodeID, epoch int64, err error) {
	err = s.db.Ask(ctx, func(t Tx) error {
		var over bool
		if err := t.Row(`SELECT coalesce(owner, 0), epoch, ended IS NOT NULL FROM matches WHERE id = ?`, []any{id}, &node, &epoch, &over); err != nil {
			return err
		}
		if over {
			return data.ErrFinished
		}
		return nil
	})
	return node, epoch, err
}

// Owned implements data.Shared.
func (s Owners) Owned(ctx context.Context) (all map[data.MatchID]data.Ownership, err error) {
	err = s.db.Study(ctx, func(t Tx) error {
		all = map[data.MatchID]data.Ownership{}
		return t.Rows(`SELECT id, owner, epoch FROM matches WHERE owner IS NOT NULL`, nil, func(read Scan) error {
			var id data.MatchID
			var o data.Ownership
			err := read(&id, &o.Node, &o.Epoch)
			all[id] = o
			return err
		})
	})
	return all, err
}

// LiveSeats implements data.Shared.
func (s Owners) LiveSeats(ctx context.Context, players ...data.PlayerID) (in map[data.PlayerID]data.MatchID, err error) {
	err = s.db.Ask(ctx, func(t Tx) (err error) {
		in, err = liveSeats(t, players, "")
		return err
	})
	return in, err
}

// Rated implements data.Shared.
func (s Owners) Rated(ctx context.Context, game string, players ...data.PlayerID) (all []data.Match, err error) {
	err = s.db.Ask(ctx, func(t Tx) error {
		all = nil
		return t.Rows(`WITH theirs AS MATERIALIZED (SELECT DISTINCT match FROM seats WHERE ended IS NULL AND player `+listed+`)
			SELECT m.id, m.pace, coalesce(s.player, 0) FROM theirs JOIN matches m ON m.number = theirs.match JOIN seats s ON s.match = m.number
			WHERE m.rated AND m.game = ? AND m.ended IS NULL
			ORDER BY m.number, s.seat`, []any{numbers(players), game}, func(read Scan) error {
			m := data.Match{Game: game, Rated: true}
			var p data.PlayerID
			err := read(&m.ID, &m.Pace, &p)
			if last := len(all) - 1; last < 0 || all[last].ID != m.ID {
				all = append(all, m)
			}
			last := &all[len(all)-1]
			last.Seats = append(last.Seats, data.Seat{Player: p})
			return err
		})
	})
	return all, err
}

// Take implements data.Shared.
func (s Owners) Take(ctx context.Context, role string) (epoch int64, err error) {
	node := s.db.Node()
	err = s.db.WriteBeside(ctx, func(t Tx) error {
		if _, err := t.Exec(`INSERT INTO roles (name) VALUES (?) ON CONFLICT (name) DO NOTHING`, role); err != nil {
			return err
		}
		err := t.Row(`UPDATE roles SET node = ?, epoch = epoch + 1 WHERE name = ? AND node IS NULL RETURNING epoch`, []any{node, role}, &epoch)
		if err == data.ErrNotFound {
			return data.ErrTaken
		}
		return err
	})
	return epoch, err
}

// Yield implements data.Shared.
func (s Owners) Yield(ctx context.Context, role string) error {
	node := s.db.Node()
	return s.db.WriteBeside(ctx, func(t Tx) error {
		_, err := t.Exec(`UPDATE roles SET node = NULL WHERE name = ? AND node = ?`, role, node)
		return err
	})
}

// LockAgreement is held until the end of a transaction in which a node decides whether it may be there together with
// the others. The next node sees that decision with its next statement.
const LockAgreement = `SELECT pg_advisory_xact_lock(418347378021)` // "agree"

// Speak implements data.Shared.
func (s Owners) Speak(ctx context.Context, protocol int) (others []string, err error) {
	node := s.db.Node()
	err = s.db.Write(ctx, func(t Tx) error {
		others = nil
		if _, err := t.Exec(LockAgreement); err != nil {
			return err
		}
		err := t.Rows(`SELECT name || ' (' || version || ')' FROM nodes WHERE id <> ? AND speaks NOT IN (0, ?) ORDER BY id`, []any{node, protocol}, func(read Scan) error {
			var name string
			err := read(&name)
			others = append(others, name)
			return err
		})
		if err != nil {
			return err
		}
		if len(others) > 0 {
			return data.ErrTaken
		}
		_, err = t.Exec(`UPDATE nodes SET speaks = ? WHERE id = ?`, protocol, node)
		return err
	})
	return others, err
}

// Present implements data.Shared.
func (s Owners) Present(ctx context.Context, keys ...string) (others []string, err error) {
	node := s.db.Node()
	err = s.db.Write(ctx, func(t Tx) error {
		others = nil
		if _, err := t.Exec(LockAgreement); err != nil {
			return err
		}
		err := t.Rows(`SELECT DISTINCT key FROM host_keys WHERE node <> ? ORDER BY key`, []any{node}, func(read Scan) error {
			var key string
			err := read(&key)
			others = append(others, key)
			return err
		})
		if err != nil {
			return err
		}
		if len(others) > 0 && !slices.Contains(others, keys[0]) {
			return data.ErrTaken
		}
		if _, err := t.Exec(`DELETE FROM host_keys WHERE node = ?`, node); err != nil {
			return err
		}
		for _, key := range keys {
			if _, err := t.Exec(`INSERT INTO host_keys (node, key) VALUES (?, ?)`, node, key); err != nil {
				return err
			}
		}
		return nil
	})
	return others, err
}
