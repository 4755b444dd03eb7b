package relational

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"time"

	"noir/data"
	"noir/data/ledger"
)

// table is a rankings table: of a game and a field, of a month or of all time.
type table struct {
	game  string
	bots  bool
	month int    // 0: of all time
	steps []step // its spread, from the top
}

// step counts the rows of a table with a rating from number × stepPoints up to the next step.
type step struct {
	number float64
	rows   int
}

// stepPoints is the width of a step in rating points.
const stepPoints = 8

// tableOf returns a table, and the months that have one for the game, newest first. Both come from
// the spread; months are looked up one by one to avoid reading all of it.
func tableOf(t Tx, game string, f data.Field, m data.Month) (r table, months []data.Month, err error) {
	r = table{game: game, bots: f == data.Programs}
	if m != (data.Month{}) {
		r.month = monthNumber(m)
	}
	err = t.Rows(`WITH RECURSIVE months(month) AS (
			SELECT max(month) FROM spread WHERE game = ?1
			UNION ALL
			SELECT (SELECT max(s.month) FROM spread s WHERE s.game = ?1 AND s.month < m.month)
			FROM months m WHERE m.month > 0
		)
		SELECT 0 AS sort, step, players FROM spread WHERE game = ?1 AND month = ?2 AND bot = ?3
		UNION ALL SELECT 1, month, 0 FROM months WHERE month > 0
		ORDER BY sort, step DESC`, []any{game, r.month, r.bots}, func(read Scan) error {
		var isMonth bool
		var s step
		err := read(&isMonth, &s.number, &s.rows)
		if isMonth {
			months = append(months, monthOf(int(s.number)))
		} else {
			r.steps = append(r.steps, s)
		}
		return err
	})
	return r, months, err
}

// in returns the condition for rows of the table in a query whose ?1 is the game, ?2 whether it
// is the programs' table, and ?3 the month.
func (r table) in(alias string) string {
	in := alias + `.game = ?1 AND ` + alias + `.bot = ?2`
	if r.month != 0 {
		in += ` AND ` + alias + `.month = ?3`
	}
	return in
}

// name is the SQL table that has the rows.
func (r table) name() string {
	if r.month != 0 {
		return `seasons`
	}
	return `ratings`
}

// rows is the rows of the table as a source of a query, and joined the same to be joined to another.
func (r table) rows(alias string) string   { return r.name() + ` ` + alias + ` WHERE ` + r.in(alias) }
func (r table) joined(alias string) string { return r.name() + ` ` + alias + ` ON ` + r.in(alias) }

// total is the number of rows.
func (r table) total() (rows int) {
	for _, s := range r.steps {
		rows += s.rows
	}
	return rows
}

// over counts the rows in steps above the step of a rating.
func (r table) over(rating float64) (rows int) {
	for _, s := range r.steps {
		if s.number <= math.Floor(rating/stepPoints) {
			break
		}
		rows += s.rows
	}
	return rows
}

// stepOf finds the step of a row, counted from 0, and how many rows lie above that step. The row
// must exist.
func (r table) stepOf(row int) (s step, above int) {
	for _, s = range r.steps {
		if above+s.rows > row {
			break
		}
		above += s.rows
	}
	return s, above
}

// Sheet implements data.Ratings with at most two statements in one transaction, one for the spread
// and one for the rows.
func (s ratingStore) Sheet(ctx context.Context, game string, f data.Filter, visitor data.PlayerID, points int) (sheet data.Sheet, err error) {
	err = s.db.Browse(ctx, func(t Tx) error {
		sheet, err = readSheet(t, game, f, visitor, points)
		return err
	})
	return sheet, err
}

// Table implements data.Ratings.
func (s ratingStore) Table(ctx context.Context, game string, f data.Filter) ([]data.Standing, int, error) {
	sheet, err := s.Sheet(ctx, game, f, 0, 0)
	return sheet.Rows, sheet.Total, err
}

// Rank implements data.Ratings.
func (s ratingStore) Rank(ctx context.Context, game string, id data.PlayerID) (row data.Standing, err error) {
	err = s.db.Browse(ctx, func(t Tx) error {
		p, err := player(t, playerByID, id)
		if err != nil {
			return err
		}
		r, _, err := tableOf(t, game, p.Field(), data.Month{})
		if err == nil {
			row, err = r.row(t, game, id)
		}
		return err
	})
	return row, err
}

// row reads a player's row of a game's table. data.ErrNotFound.
func (r table) row(t Tx, game string, id data.PlayerID) (row data.Standing, err error) {
	var kind, better int
	into := append([]any{&kind}, standingInto(&row)...)
	err = t.Row(r.own(`?4`), []any{game, r.bots, r.month, id}, append(into, &better)...)
	row.Rank = 1 + r.over(row.Value) + better
	return row, err
}

// Overview implements data.Ratings, in one transaction.
func (s ratingStore) Overview(ctx context.Context, games []string, p data.Player, now time.Time, past int) (o data.Overview, err error) {
	err = s.db.Browse(ctx, func(t Tx) error {
		o = data.Overview{Ratings: map[string]data.Rating{}, Ranks: map[string]int{}, Seasons: map[string]int{}, Totals: map[string]int{}}
		if p.ID > 0 {
			if err := readRatings(t.RowsLater, p.ID, o.Ratings); err != nil {
				return err
			}
		}
		for _, game := range games {
			people, _, err := tableOf(t, game, data.People, data.Month{})
			if err != nil {
				return err
			}
			o.Totals[game] = people.total()
		}
		if err := t.Settle(); err != nil {
			return err
		}
		for game := range o.Ratings {
			for _, in := range []struct {
				ranks map[string]int
				month data.Month
			}{{o.Ranks, data.Month{}}, {o.Seasons, data.MonthOf(now)}} {
				r, _, err := tableOf(t, game, p.Field(), in.month)
				if err != nil {
					return err
				}
				switch row, err := r.row(t, game, p.ID); {
				case err == nil:
					in.ranks[game] = row.Rank
				case err != data.ErrNotFound:
					return err
				}
			}
		}
		today := data.DateOf(now)
		if o.Puzzle, err = puzzleOf(t, today); err != nil && err != data.ErrNotFound {
			return err
		}
		if p.ID <= 0 {
			return nil
		}
		if o.Puzzle.ID != 0 {
			if o.Solving, err = solving(t, p.ID, today); err != nil {
				return err
			}
		}
		o.Past, err = gamesOf(t, p.ID, "", past)
		return err
	})
	if err != nil {
		return data.Overview{}, err
	}
	return o, nil
}

// The kinds of rows that a query for a sheet returns, in this order.
const (
	pageRow  = iota
	ownRow   // of the visitor, or of the only requested player
	countRow // games is how many players were found
)

func readSheet(t Tx, game string, f data.Filter, visitor data.PlayerID, points int) (sheet data.Sheet, err error) {
	r, months, err := tableOf(t, game, f.Field, f.Month)
	if err != nil {
		return sheet, err
	}
	sheet.Months, sheet.Total = months, r.total()
	limit, offset := max(f.Limit, 0), max(f.Offset, 0)
	if limit == 0 && visitor == 0 && f.Player == 0 && f.Search == "" {
		return sheet, nil // home asks for totals only
	}
	page, args := r.page(limit, offset)
	switch {
	case f.Player != 0:
		page, sheet.Total = none, 0
	case f.Search != "":
		page, args = r.found(f.Search, limit, offset)
	}
	args = append([]any{game, r.bots, r.month, visitor, f.Player, max(points, 0), data.StartRating}, args...)
	sheet.Curves = map[data.PlayerID][]float64{}
	err = t.Rows(page.before+`,
		shown(kind, id, name, created, bot, value, games, wins, losses, draws, better) AS (
			`+page.rows+`
			UNION ALL `+r.own(`?4, ?5`)+`
		)
		SELECT id, name, created, bot, value, games, wins, losses, draws, better, kind, `+curveOf(`shown.id`)+`,
			coalesce((SELECT n.value FROM ratings n WHERE n.player = shown.id AND n.game = ?1), ?7)
		FROM shown ORDER BY kind, value DESC, name`, args, func(read Scan) error {
		var row data.Standing
		var kind, better int
		var changes *string // JSON, newest first
		var now float64
		if err := read(append(standingInto(&row), &better, &kind, &changes, &now)...); err != nil {
			return err
		}
		row.Rank = 1 + r.over(row.Value) + better
		switch {
		case kind == countRow:
			sheet.Total = row.Games
			return nil
		case kind == pageRow:
			if last := len(sheet.Rows) - 1; f.Search == "" && last >= 0 {
				row.Rank = offset + last + 2
				if row.Value == sheet.Rows[last].Value {
					row.Rank = sheet.Rows[last].Rank
				}
			}
			sheet.Rows = append(sheet.Rows, row)
		default:
			if row.Player.ID == visitor {
				sheet.Own = &row
			}
			if row.Player.ID == f.Player {
				sheet.Total++
				if offset == 0 && limit > 0 {
					sheet.Rows = append(sheet.Rows, row)
				}
			}
		}
		if changes == nil {
			return nil
		}
		points, err := curve(*changes, now, points)
		if len(points) > 0 {
			sheet.Curves[row.Player.ID] = points
		}
		return err
	})
	return sheet, err
}

const ratingColumns = `r.value, r.games, r.wins, r.losses, r.draws`

// standingInto reads playerColumns and ratingColumns.
func standingInto(row *data.Standing) []any {
	return append(playerInto(&row.Player), &row.Value, &row.Games, &row.Wins, &row.Losses, &row.Draws)
}

// own selects the rows of some players who are among shown in readSheet.
func (r table) own(players string) string {
	return `SELECT 1, ` + playerColumns + `, ` + ratingColumns + `, ` + r.better() + `
		FROM players p CROSS JOIN ` + r.joined(`r`) + ` AND r.player = p.id AND p.id > 0 AND p.id IN (` + players + `)`
}

// selection is a part of a query: its common table expressions, and the rows.
type selection struct{ before, rows string }

// none is a selection without rows.
var none = selection{`WITH none(x) AS (SELECT 1)`, `SELECT 0, 0, '', 0, FALSE, 0.0, 0, 0, 0, 0, 0 WHERE FALSE`}

// page selects rows of the whole table. It looks up the first row in the index alone, so that names
// are read only from that rating on. For the first row it also counts the better ones within the
// step.
func (r table) page(limit, offset int) (selection, []any) {
	if limit == 0 || offset >= r.total() {
		return none, nil
	}
	s, above := r.stepOf(offset)
	end := (s.number + 1) * stepPoints
	name := `p.name`
	if r.month != 0 { // the all-time table has no departed players
		name = `coalesce(p.name, r.name)`
	}
	return selection{
		`WITH top(value) AS MATERIALIZED (SELECT r.value FROM ` + r.rows(`r`) + ` AND r.value < ?8 ORDER BY r.value DESC LIMIT 1 OFFSET ?9),
		better(n) AS MATERIALIZED (SELECT count(*) FROM ` + r.rows(`r`) + ` AND r.value < ?8 AND r.value > (SELECT value FROM top))`,
		`SELECT * FROM (SELECT 0, coalesce(p.id, 0), ` + name + ` AS name, p.created, coalesce(p.bot, r.bot), ` + ratingColumns + `, (SELECT n FROM better)
			FROM ` + r.name() + ` r LEFT JOIN players p ON p.id = r.player WHERE ` + r.in(`r`) + `
			AND r.value <= (SELECT value FROM top) ORDER BY r.value DESC, name LIMIT ?10 OFFSET ?9 - (SELECT n FROM better)) page`,
	}, []any{end, offset - above, limit}
}

// better counts the rows of the same step that are better than a row r.
func (r table) better() string {
	return `(SELECT count(*) FROM ` + r.rows(`o`) + ` AND o.value > r.value AND o.value < (floor(r.value / 8) + 1) * 8)`
}

// found selects the rows of players whose name contains a text, and how many there are. It scans
// all names in their index and looks up the rows of these players.
func (r table) found(text string, limit, offset int) (selection, []any) {
	return selection{
		`WITH found AS MATERIALIZED (SELECT p.id, p.name, ` + ratingColumns + `
			FROM players p CROSS JOIN ` + r.joined(`r`) + ` AND instr(p.name, ?8) > 0 AND r.player = p.id)`,
		`SELECT 0, ` + playerColumns + `, ` + ratingColumns + `, ` + r.better() + `
				FROM (SELECT * FROM found ORDER BY value DESC, name LIMIT ?9 OFFSET ?10) r CROSS JOIN players p ON p.id = r.id
			UNION ALL SELECT 2, 0, '', 0, FALSE, 0.0, count(*), 0, 0, 0, 0 FROM found`,
	}, []any{strings.ToLower(text), limit, offset}
}

// curveOf is a JSON array of a player's latest ?6 changes in the game ?1, newest first.
func curveOf(id string) string {
	return `CASE WHEN ?6 > 0 THEN (SELECT json_group_array(change) FROM (SELECT change FROM (
			SELECT * FROM (SELECT at, number, change FROM rating_events
				WHERE player = ` + id + ` AND game = ?1 ORDER BY at DESC, number DESC LIMIT ?6) own
			UNION ALL SELECT e.at, e.number, e.change FROM departures d CROSS JOIN rating_events e ON e.player = d.player
				WHERE d.heir = ` + id + ` AND d.ratings AND e.game = ?1) every
			ORDER BY at DESC, number DESC LIMIT ?6) latest) END`
}

// curve computes a player's latest ratings from the changes, newest first, and the rating they led
// to. It is nil without a change.
func curve(latest string, rating float64, limit int) ([]float64, error) {
	var changes []float64
	if err := json.Unmarshal([]byte(latest), &changes); err != nil || len(changes) == 0 {
		return nil, err
	}
	slices.Reverse(changes)
	return ledger.Curve(changes, rating, len(changes) < limit), nil
}
