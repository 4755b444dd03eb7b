package sqlite

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"noir/data"
)

// A player is deleted or merged in one small transaction. From then on nobody finds them, and their
// rows count as their heir's, or as nobody's. A row of departures records this as long as rows
// still have the old id: the views sitters and changes, and the condition of whose, take it into
// account. The rows are given away in pieces, between which others write. A killed process loses at
// most one piece; the next server goes on.

// departure is a player who is gone and whose rows have not all been given away.
type departure struct {
	player  data.PlayerID
	heir    data.PlayerID // 0: deleted
	name    string        // what a deleted player is called in seats
	ratings bool          // the heir also gets what the games did to ratings
}

// pieceRows is how many rows are given away in one transaction. A player's rows lie far apart in
// the file, and counts are updated for each: 25 take some 5 ms.
const pieceRows = 25

// transfer is a group of statements that give away rows of a player ?1, at most ?3 at a time. It is
// done when the last statement changes nothing. ?2 is the heir, or the player's new name.
type transfer []string

// The next rows of a player to give away.
const (
	nextSeats   = `WHERE (match, seat) IN (SELECT match, seat FROM seats WHERE player = ?1 LIMIT ?3)`
	nextEvents  = `WHERE number IN (SELECT number FROM rating_events WHERE player = ?1 LIMIT ?3)`
	nextLetters = `WHERE id IN (SELECT id FROM letters WHERE about = ?1 LIMIT ?3)`
	nextReport  = `(SELECT report FROM voices WHERE player = ?1 LIMIT 1)` // whose talk may be long
)

// forgotten are the transfers of a deleted player.
var forgotten = []transfer{
	{
		`UPDATE reports SET talk = (
			SELECT json_group_array(json(iif(value ->> '$.name' IN (SELECT name FROM voices WHERE player = ?1 AND report = reports.id),
				json_set(value, '$.name', ?2, '$.text', ''), value)))
			FROM json_each(talk))
		WHERE reports.id = ` + nextReport,
		`DELETE FROM voices WHERE player = ?1 AND report = ` + nextReport,
	},
	{`DELETE FROM letters ` + nextLetters + ``},
	{`DELETE FROM rating_events ` + nextEvents + ``},
	{`UPDATE seats SET player = NULL, name = ?2 ` + nextSeats},
}

// inherited are the transfers of a player merged into another, with or without rating changes.
func inherited(ratings bool) []transfer {
	transfers := []transfer{
		{`UPDATE OR REPLACE voices SET player = ?2 WHERE player = ?1 AND report = ` + nextReport},
		{`UPDATE letters SET about = ?2 ` + nextLetters},
	}
	if ratings {
		return append(transfers, transfer{`UPDATE rating_events SET player = ?2 ` + nextEvents}, transfer{`UPDATE seats SET player = ?2 ` + nextSeats})
	}
	return append(transfers, transfer{`DELETE FROM rating_events ` + nextEvents + ``},
		transfer{`UPDATE seats SET player = ?2, apart = 1 ` + nextSeats})
}

// depart makes a player unfindable and gives away the first of their rows. Players merged into them
// earlier go with them. It reports whether those were all rows.
func depart(t tx, d departure) (all bool, err error) {
	var heir, name any
	if d.heir != 0 {
		heir = d.heir
	} else {
		d.name = data.GoneName(d.player)
		name = d.name
	}
	for _, leave := range []string{
		`UPDATE players SET name = '/' || id, skeleton = '/' || id WHERE id = ?1`, // what no player is called
		`INSERT INTO departures (player, heir, name, ratings) VALUES (?1, ?2, ?3, ?4)`,
		`UPDATE departures SET heir = ?2, name = ?3, ratings = min(ratings, ?4) WHERE heir = ?1`,
	} {
		if _, err := t.exec(leave, d.player, heir, name, d.ratings); err != nil {
			return false, err
		}
	}
	return giveAway(t, d)
}

// giveAway gives away a piece of a player's rows. It reports whether that was the last.
func giveAway(t tx, d departure) (last bool, err error) {
	transfers, to := forgotten, any(d.name)
	if d.heir != 0 {
		transfers, to = inherited(d.ratings), d.heir
	}
	given := int64(0)
	for _, p := range transfers {
		for changed := int64(1); changed > 0; given += changed {
			if given >= pieceRows {
				return false, nil
			}
			for _, statement := range p {
				if changed, err = t.exec(statement, d.player, to, pieceRows); err != nil {
					return false, err
				}
			}
		}
	}
	for _, end := range []string{`DELETE FROM departures WHERE player = ?`, `DELETE FROM players WHERE id = ?`} {
		if _, err := t.exec(end, d.player); err != nil {
			return false, err
		}
	}
	return true, nil
}

// whose returns the condition for a column to name a player or somebody merged into them; with
// ratings set, only those whose ratings count. It is for readers only, since its text differs for
// each player.
func whose(t tx, column string, id data.PlayerID, ratings bool) (string, error) {
	ids := []string{strconv.FormatInt(int64(id), 10)}
	err := t.rows(`SELECT player FROM departures WHERE player = ?1 OR heir = ?1 AND ratings >= ?2`, []any{id, ratings}, func(read scan) error {
		var gone data.PlayerID
		err := read(&gone)
		if gone == id {
			ids[0] = `NULL`
		} else {
			ids = append(ids, strconv.FormatInt(int64(gone), 10))
		}
		return err
	})
	if len(ids) == 1 {
		return column + ` = ` + ids[0], err
	}
	return column + ` IN (` + strings.Join(ids, `, `) + `)`, err
}

// selves are the ids under which rows of the player ?1 are stored, for conditions with a constant
// text.
const selves = `(SELECT ?1 UNION ALL SELECT player FROM departures WHERE heir = ?1)`

// look is how often to check whether an operator's process has made a player depart. This process
// uses the channel leaving.
const look = 10 * time.Second

// forgetEvery is how often expired memories are deleted.
const forgetEvery = time.Hour

// departures deletes and merges players, and gives away their rows.
type departures struct {
	*database
	leaving chan struct{} // somebody left who has many rows
	settled chan struct{} // closed when settle has ended; nil where it does not run
}

// start runs settle until the store closes.
func (s *departures) start() {
	s.settled = make(chan struct{})
	go s.settle()
}

// wait waits until settle has ended.
func (s *departures) wait() {
	if s.settled != nil {
		<-s.settled
	}
}

// settle gives away the rows of departed players until the store closes. After each piece it rests
// for as long as that took, so that others have at least half of the disk's time.
func (s *departures) settle() {
	defer close(s.settled)
	timer := time.NewTimer(0)
	defer timer.Stop()
	var forgot time.Time
	for {
		select {
		case <-s.leaving:
		case <-timer.C:
		case <-s.closing:
			return
		}
		began := time.Now()
		if began.Sub(forgot) > forgetEvery && s.forgetOld(background) == nil {
			forgot = began
		}
		switch more, err := s.settleOne(background); {
		case err == nil && more:
			timer.Reset(time.Since(began))
		default: // failures are tried again
			timer.Reset(look)
		}
	}
}

// settleOne gives away a piece, if any is left, one player after the other. Once a deleted player's
// last piece is gone, it empties the log, which has their name.
func (s *departures) settleOne(ctx context.Context) (more bool, err error) {
	d, err := s.departing(ctx)
	if err != nil {
		return false, err
	}
	last := false
	err = s.writer.write(ctx, func(t tx) (err error) {
		if d, err = leaving(t); err == nil { // another process may have done it
			last, err = giveAway(t, d)
		}
		return err
	})
	if err == nil && last && d.heir == 0 {
		s.emptyLog(ctx)
	}
	return err == nil, err
}

// departing returns the player whose rows are given away next. data.ErrNotFound.
func (s *departures) departing(ctx context.Context) (d departure, err error) {
	err = s.read(ctx, func(t tx) error {
		d, err = leaving(t)
		return err
	})
	return d, err
}

func leaving(t tx) (d departure, err error) {
	err = t.row(`SELECT player, ifnull(heir, 0), ifnull(name, ''), ratings FROM departures ORDER BY player LIMIT 1`, nil,
		&d.player, &d.heir, &d.name, &d.ratings)
	return d, err
}

// departed has the rest of a departed player's rows given away: by the server in its own time, or
// here and now if none runs.
func (s *departures) departed(ctx context.Context, d departure, all bool) {
	switch {
	case d.player == 0: // nobody departed
	case all && d.heir == 0:
		s.emptyLog(ctx)
	case all:
	case s.lock != nil:
		select {
		case s.leaving <- struct{}{}:
		default: // it is notified already
		}
	case !s.served():
		for more := true; more && ctx.Err() == nil; {
			more, _ = s.settleOne(ctx) // the next server tries again
		}
	}
}

// served reports whether a server runs on the directory of an attached store.
func (s *departures) served() bool {
	pid, err := holder(filepath.Dir(s.path))
	if err != nil {
		return false
	}
	process, err := os.FindProcess(pid) // on Windows an error says that there is none
	return err == nil && !errors.Is(process.Signal(syscall.Signal(0)), os.ErrProcessDone)
}
