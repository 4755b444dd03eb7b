package sqlite

import (
	"context"
	"strings"

	"noir/data"
)

// table is what a table of rankings is read from: rows r of players p. Of those who were
// deleted there is no p.
type table struct {
	rows  string // of a table of the schema
	name  string // of whom a row is
	which string // condition for a row to be in it
	args  []any  // of which
}

// allTime is the table of a game's ratings.
func allTime(game string, f data.Field) table {
	return table{`ratings r`, `p.name`, `r.game = ? AND r.bot = ?`, []any{game, f == data.Programs}}
}

// ofMonth is the table of a game's season.
func ofMonth(game string, f data.Field, m data.Month) table {
	return table{`seasons r`, `ifnull(p.name, r.name)`, `r.game = ? AND r.bot = ? AND r.month = ?`,
		[]any{game, f == data.Programs, monthNumber(m)}}
}

// narrowed is the table with only those rows that fulfil another condition.
func (r table) narrowed(condition string, args ...any) table {
	r.which += ` AND ` + condition
	r.args = append(r.args[:len(r.args):len(r.args)], args...)
	return r
}

// Table implements data.Annals.
func (s *Store) Table(ctx context.Context, game string, f data.Filter) (page []data.Standing, total int, err error) {
	all := allTime(game, f.Field)
	if f.Month != (data.Month{}) {
		all = ofMonth(game, f.Field, f.Month)
	}
	limit, offset := max(f.Limit, 0), max(f.Offset, 0)
	err = s.read(ctx, func(t tx) (err error) {
		switch {
		case f.Player != 0:
			page, total, err = all.found(t, `p.id = ?`, f.Player, limit, offset)
		case f.Search != "":
			page, total, err = all.found(t, `instr(p.name, ?)`, strings.ToLower(f.Search), limit, offset)
		default:
			page, total, err = all.page(t, limit, offset)
		}
		if err != nil {
			return err
		}
		return all.number(t, page)
	})
	return page, total, err
}

// page reads rows. The first one's rating is looked up in the index alone, so that
// names are read only from there on.
func (r table) page(t tx, limit, offset int) (page []data.Standing, total int, err error) {
	err = t.row(`SELECT count(*) FROM `+r.rows+` WHERE `+r.which, r.args, &total)
	if err != nil || offset >= total {
		return nil, total, err
	}
	var top float64
	err = t.row(`SELECT r.value FROM `+r.rows+` WHERE `+r.which+` ORDER BY r.value DESC LIMIT 1 OFFSET ?`,
		append(r.args[:len(r.args):len(r.args)], offset), &top)
	if err != nil {
		return nil, total, err
	}
	better, err := r.count(t, `r.value > ?`, top)
	if err != nil {
		return nil, total, err
	}
	r.rows += ` LEFT JOIN players p ON p.id = r.player`
	page, err = r.narrowed(`r.value <= ?`, top).read(t, limit, offset-better)
	if len(page) > 0 {
		page[0].Rank = 1 + better
	}
	return page, total, err
}

// found reads rows of those players who fulfil a condition. It goes through these and
// looks their rows up.
func (r table) found(t tx, condition string, arg any, limit, offset int) (page []data.Standing, total int, err error) {
	r.rows = `players p CROSS JOIN ` + r.rows
	some := r.narrowed(`r.player = p.id AND `+condition, arg)
	if total, err = some.count(t, `TRUE`); err != nil || offset >= total {
		return nil, total, err
	}
	page, err = some.read(t, limit, offset)
	return page, total, err
}

// read reads rows of a table that is joined with players, best first, without their
// ranks.
func (r table) read(t tx, limit, offset int) (page []data.Standing, err error) {
	err = t.rows(`SELECT ifnull(p.id, 0), `+r.name+`, p.created, ifnull(p.bot, r.bot), r.value, r.games, r.wins, r.losses, r.draws
		FROM `+r.rows+` WHERE `+r.which+` ORDER BY r.value DESC, `+r.name+` LIMIT ? OFFSET ?`,
		append(r.args[:len(r.args):len(r.args)], limit, offset), func(read scan) error {
			var row data.Standing
			err := read(append(playerInto(&row.Player), &row.Value, &row.Games, &row.Wins, &row.Losses, &row.Draws)...)
			page = append(page, row)
			return err
		})
	return page, err
}

// number fills in the ranks that are missing, as in the whole table. Each part of the
// table is counted once.
func (r table) number(t tx, page []data.Standing) error {
	for i := range page {
		row := &page[i]
		if row.Rank != 0 {
			continue
		}
		if i > 0 && row.Value == page[i-1].Value {
			row.Rank = page[i-1].Rank
			continue
		}
		above, condition, args := 1, `r.value > ?`, []any{row.Value}
		if i > 0 {
			above, condition, args = page[i-1].Rank, `r.value > ? AND r.value <= ?`, append(args, page[i-1].Value)
		}
		better, err := r.count(t, condition, args...)
		if err != nil {
			return err
		}
		row.Rank = above + better
	}
	return nil
}

// count is how many rows fulfil a condition.
func (r table) count(t tx, condition string, args ...any) (n int, err error) {
	some := r.narrowed(condition, args...)
	err = t.row(`SELECT count(*) FROM `+some.rows+` WHERE `+some.which, some.args, &n)
	return n, err
}

// Rank implements data.Store.
func (s *Store) Rank(ctx context.Context, game string, id data.PlayerID) (row data.Standing, err error) {
	err = s.read(ctx, func(t tx) error {
		p, err := player(t, playerByID, id)
		if err != nil {
			return err
		}
		all := allTime(game, p.Field())
		own, _, err := all.found(t, `p.id = ?`, id, 1, 0)
		if err != nil {
			return err
		}
		if len(own) == 0 {
			return data.ErrNotFound
		}
		err = all.number(t, own)
		row = own[0]
		return err
	})
	return row, err
}
