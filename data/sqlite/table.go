package sqlite

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"

	"noir/data"
)

// table is what a table of rankings is read from: rows r of players p. Of those who were
// deleted there is no p.
type table struct {
	name  string // of the schema's table
	month bool   // whether it is a month's
	args  []any  // of has
	steps []step // of the spread, from the top
}

// has is the condition for a row to be in the table.
func (r table) has(row string) string {
	if r.month {
		return row + `.game = ? AND ` + row + `.bot = ? AND ` + row + `.month = ?`
	}
	return row + `.game = ? AND ` + row + `.bot = ?`
}

// step is how many rows of a table lie within stepPoints: from number times these on.
type step struct {
	number float64
	rows   int
}

// stepPoints is how many points a step of the spread has.
const stepPoints = 8

// tableOf returns the one of a game and field, of a month or of all time.
func tableOf(t tx, game string, f data.Field, m data.Month) (table, error) {
	r, month := table{name: `ratings`, args: []any{game, f == data.Programs}}, 0
	if m != (data.Month{}) {
		month = monthNumber(m)
		r.name, r.month, r.args = `seasons`, true, append(r.args, month)
	}
	err := t.rows(`SELECT step, players FROM spread WHERE game = ? AND month = ? AND bot = ? ORDER BY step DESC`,
		[]any{game, month, f == data.Programs}, func(read scan) error {
			var s step
			err := read(&s.number, &s.rows)
			r.steps = append(r.steps, s)
			return err
		})
	return r, err
}

// with returns arguments for a query of the table that takes further ones.
func (r table) with(args ...any) []any { return append(r.args[:len(r.args):len(r.args)], args...) }

// total is how many rows there are.
func (r table) total() (rows int) {
	for _, s := range r.steps {
		rows += s.rows
	}
	return rows
}

// over is how many rows lie in steps above that of a rating.
func (r table) over(rating float64) (rows int) {
	for _, s := range r.steps {
		if s.number <= math.Floor(rating/stepPoints) {
			break
		}
		rows += s.rows
	}
	return rows
}

// Table implements data.Annals.
func (s *Store) Table(ctx context.Context, game string, f data.Filter) (page []data.Standing, total int, err error) {
	err = s.browse(ctx, func(t tx) error {
		r, err := tableOf(t, game, f.Field, f.Month)
		if err == nil {
			page, total, err = r.filtered(t, f)
		}
		return err
	})
	return page, total, err
}

// Sheet implements data.Annals.
func (s *Store) Sheet(ctx context.Context, game string, f data.Filter, visitor data.PlayerID, points int) (sheet data.Sheet, err error) {
	err = s.browse(ctx, func(t tx) error {
		r, err := tableOf(t, game, f.Field, f.Month)
		if err != nil {
			return err
		}
		if sheet.Months, err = months(t, game); err != nil {
			return err
		}
		if sheet.Rows, sheet.Total, err = r.filtered(t, f); err != nil {
			return err
		}
		var shown []data.PlayerID
		for _, row := range sheet.Rows {
			shown = append(shown, row.Player.ID)
		}
		own, err := r.own(t, visitor)
		if err != nil {
			return err
		}
		if len(own) > 0 {
			sheet.Own, shown = &own[0], append(shown, visitor)
		}
		sheet.Curves, err = curves(t, game, shown, points)
		return err
	})
	return sheet, err
}

// filtered reads rows, and how many there are in all.
func (r table) filtered(t tx, f data.Filter) (page []data.Standing, total int, err error) {
	limit, offset := max(f.Limit, 0), max(f.Offset, 0)
	switch {
	case f.Player != 0:
		page, err = r.own(t, f.Player)
		total = len(page)
		return page[min(offset, total):min(offset+limit, total)], total, err
	case f.Search != "":
		return r.found(t, strings.ToLower(f.Search), limit, offset)
	}
	page, err = r.page(t, limit, offset)
	return page, r.total(), err
}

// standing reads a row. It is of a player p or of who was called r.name, and in a
// question for both the columns stand in this order.
func standing(read scan, more ...any) (row data.Standing, err error) {
	into := append(playerInto(&row.Player), &row.Value, &row.Games, &row.Wins, &row.Losses, &row.Draws)
	err = read(append(into, more...)...)
	return row, err
}

const ratingColumns = `r.value, r.games, r.wins, r.losses, r.draws`

// page reads rows. Its first one is looked up in the index alone, so that names are read
// only from its rating on.
func (r table) page(t tx, limit, offset int) (page []data.Standing, err error) {
	if limit == 0 || offset >= r.total() {
		return nil, nil
	}
	before, at := 0, 0 // rows before the step in which the first one is
	for ; before+r.steps[at].rows <= offset; at++ {
		before += r.steps[at].rows
	}
	var top float64
	within := r.name + ` r WHERE ` + r.has(`r`) + ` AND r.value < ?`
	end := (r.steps[at].number + 1) * stepPoints
	err = t.row(`SELECT r.value FROM `+within+` ORDER BY r.value DESC LIMIT 1 OFFSET ?`, r.with(end, offset-before), &top)
	if err != nil {
		return nil, err
	}
	better := 0
	err = t.row(`SELECT count(*) FROM `+within+` AND r.value > ?`, r.with(end, top), &better)
	if err != nil {
		return nil, err
	}
	better += before
	name := `p.name`
	if r.month { // in that of all time nobody stays who is no more
		name = `ifnull(p.name, r.name)`
	}
	err = t.rows(`SELECT ifnull(p.id, 0), `+name+`, p.created, ifnull(p.bot, r.bot), `+ratingColumns+`
		FROM `+r.name+` r LEFT JOIN players p ON p.id = r.player
		WHERE `+r.has(`r`)+` AND r.value <= ? ORDER BY r.value DESC, `+name+` LIMIT ? OFFSET ?`,
		r.with(top, limit, offset-better), func(read scan) error {
			row, err := standing(read)
			row.Rank = offset + len(page) + 1
			if len(page) == 0 {
				row.Rank = better + 1
			} else if last := page[len(page)-1]; row.Value == last.Value {
				row.Rank = last.Rank
			}
			page = append(page, row)
			return err
		})
	return page, err
}

// better is how many rows o of the same step are better than a row r.
func (r table) better() string {
	return `(SELECT count(*) FROM ` + r.name + ` o WHERE ` + r.has(`o`) + ` AND o.value > r.value AND o.value < (floor(r.value / 8) + 1) * 8)`
}

// own reads the row of one player, if there is any.
func (r table) own(t tx, id data.PlayerID) (page []data.Standing, err error) {
	if id <= 0 {
		return nil, nil
	}
	err = t.rows(`SELECT `+playerColumns+`, `+ratingColumns+`, `+r.better()+`
		FROM players p CROSS JOIN `+r.name+` r WHERE p.id = ? AND r.player = p.id AND `+r.has(`r`),
		append(append(r.with(), id), r.args...), func(read scan) error {
			var better int
			row, err := standing(read, &better)
			row.Rank = 1 + r.over(row.Value) + better
			page = append(page, row)
			return err
		})
	return page, err
}

// found reads rows of those players whose name contains a text, and how many there are.
// It goes through all names, in their index, and looks the rows of these players up.
func (r table) found(t tx, text string, limit, offset int) (page []data.Standing, total int, err error) {
	found := `players p CROSS JOIN ` + r.name + ` r WHERE instr(p.name, ?) AND r.player = p.id AND ` + r.has(`r`)
	args := append([]any{text}, r.args...)
	err = t.rows(`SELECT `+playerColumns+`, `+ratingColumns+`, `+r.better()+`, total
		FROM (SELECT r.*, count(*) OVER () AS total FROM `+found+` ORDER BY r.value DESC, p.name LIMIT ? OFFSET ?) r
		JOIN players p ON p.id = r.player ORDER BY r.value DESC, p.name`,
		append(append(r.with(), args...), limit, offset), func(read scan) error {
			var better int
			row, err := standing(read, &better, &total)
			row.Rank = 1 + r.over(row.Value) + better
			page = append(page, row)
			return err
		})
	if err == nil && len(page) == 0 { // the page is beyond them, or holds none
		err = t.row(`SELECT count(*) FROM `+found, args, &total)
	}
	return page, total, err
}

// Rank implements data.Store.
func (s *Store) Rank(ctx context.Context, game string, id data.PlayerID) (row data.Standing, err error) {
	err = s.browse(ctx, func(t tx) error {
		p, err := player(t, playerByID, id)
		if err != nil {
			return err
		}
		r, err := tableOf(t, game, p.Field(), data.Month{})
		if err != nil {
			return err
		}
		own, err := r.own(t, id)
		if err == nil && len(own) == 0 {
			err = data.ErrNotFound
		}
		if err != nil {
			return err
		}
		row = own[0]
		return nil
	})
	return row, err
}

// curves are the latest ratings of several players, each reckoned from its end, where
// the rating is now.
func curves(t tx, game string, ids []data.PlayerID, n int) (map[data.PlayerID][]float64, error) {
	of := make(map[data.PlayerID][]float64, len(ids))
	if n <= 0 || len(ids) == 0 {
		return of, nil
	}
	err := t.rows(`SELECT j.value, ifnull((SELECT r.value FROM ratings r WHERE r.player = j.value AND r.game = ?2), ?4), (
			SELECT json_group_array(change) FROM (SELECT change FROM (
				SELECT * FROM (SELECT at, number, change FROM rating_events
					WHERE player = j.value AND game = ?2 ORDER BY at DESC, number DESC LIMIT ?3)
				UNION ALL SELECT e.at, e.number, e.change FROM departures d CROSS JOIN rating_events e ON e.player = d.player
					WHERE d.heir = j.value AND d.ratings AND e.game = ?2)
				ORDER BY at DESC, number DESC LIMIT ?3))
		FROM json_each(?1) j`, []any{numbers(ids), game, n, data.StartRating}, func(read scan) error {
		var id data.PlayerID
		var rating float64
		var latest string
		if err := read(&id, &rating, &latest); err != nil {
			return err
		}
		var changes []float64
		if err := json.Unmarshal([]byte(latest), &changes); err != nil {
			return err
		}
		if len(changes) > 0 {
			slices.Reverse(changes)
			of[id] = climb(changes, rating, len(changes) < n)
		}
		return nil
	})
	return of, err
}
