package sqlite

import (
	"context"
	"errors"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"noir/data"
)

// A player goes in one small transaction: from then on nobody finds them, and whoever
// reads finds what is theirs as their heir's, with whom they have become one, or as
// nobody's. A row of departures says so for as long as rows still stand under their id:
// the views sitters and changes, and the condition of whose, read past that. These
// rows are given away in pieces, between which others write. A process that is killed
// loses a piece at most; whoever serves the store next goes on.

// departure is a player who is gone, and whose rows have not all been given away.
type departure struct {
	player  data.PlayerID
	heir    data.PlayerID // 0: deleted
	name    string        // what a deleted one is called on seats
	ratings bool          // what their games did to ratings is the heir's too
}

// pieceRows is how many rows are given away in one transaction. Those of one player lie
// far apart in the file, and what is counted of seats is counted anew: 25 take some 5 ms.
const pieceRows = 25

// parcel is what is given away of a player ?1, at most ?3 rows at a time: statements
// that belong together, done when the last of them changes nothing. ?2 is the heir, or
// what the player is called from now on.
type parcel []string

// The rows of a player that are given away next.
const (
	nextSeats   = `WHERE (match, seat) IN (SELECT match, seat FROM seats WHERE player = ?1 LIMIT ?3)`
	nextEvents  = `WHERE number IN (SELECT number FROM rating_events WHERE player = ?1 LIMIT ?3)`
	nextLetters = `WHERE id IN (SELECT id FROM letters WHERE about = ?1 LIMIT ?3)`
	nextReport  = `(SELECT report FROM voices WHERE player = ?1 LIMIT 1)` // whose talk may be long
)

// forgotten are the parcels of a deleted player.
var forgotten = []parcel{
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

// inherited are the parcels of a player who has become one with somebody else. What they did to
// ratings goes along, or not.
func inherited(ratings bool) []parcel {
	parcels := []parcel{
		{`UPDATE OR REPLACE voices SET player = ?2 WHERE player = ?1 AND report = ` + nextReport},
		{`UPDATE letters SET about = ?2 ` + nextLetters},
	}
	if ratings {
		return append(parcels, parcel{`UPDATE rating_events SET player = ?2 ` + nextEvents}, parcel{`UPDATE seats SET player = ?2 ` + nextSeats})
	}
	return append(parcels, parcel{`DELETE FROM rating_events ` + nextEvents + ``},
		parcel{`UPDATE seats SET player = ?2, apart = 1 ` + nextSeats})
}

// depart makes a player one whom nobody finds any more, and gives the first of their
// rows away. Whoever had become one with them shares their lot. It reports whether
// that was all.
func depart(t tx, d departure) (all bool, err error) {
	var heir, name any
	if d.heir != 0 {
		heir = d.heir
	} else {
		d.name = data.GoneName(d.player)
		name = d.name
	}
	for _, leave := range []string{
		`UPDATE players SET name = '/' || id, skeleton = '/' || id WHERE id = ?1`, // as nobody is called
		`INSERT INTO departures (player, heir, name, ratings) VALUES (?1, ?2, ?3, ?4)`,
		`UPDATE departures SET heir = ?2, name = ?3, ratings = min(ratings, ?4) WHERE heir = ?1`,
	} {
		if _, err := t.exec(leave, d.player, heir, name, d.ratings); err != nil {
			return false, err
		}
	}
	return giveAway(t, d)
}

// giveAway gives a piece of a player's rows away. It reports whether that was the last.
func giveAway(t tx, d departure) (last bool, err error) {
	parcels, to := forgotten, any(d.name)
	if d.heir != 0 {
		parcels, to = inherited(d.ratings), d.heir
	}
	given := int64(0)
	for _, p := range parcels {
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

// whose is the condition for a column to name a player who is there, also where it
// still names somebody who has become one with them: of those only whose ratings
// count, if so wanted. It is for readers; its text is another for each player.
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

// selves are the ids under which rows of the player ?1 stand, for conditions whose text
// is always the same.
const selves = `(SELECT ?1 UNION ALL SELECT player FROM departures WHERE heir = ?1)`

// look is how often to look whether the operator, in a process of their own, has made a
// player depart: what this process does itself is told by leaving.
const look = 10 * time.Second

// forgetEvery is how often memories are forgotten whose time is over.
const forgetEvery = time.Hour

// departures has players go, and what they have left given away.
type departures struct {
	*database
	leaving chan struct{} // somebody has gone who has left much behind
	settled chan struct{} // closed when settle has ended; nil where nothing is settled
}

// start begins to settle until the store closes.
func (s *departures) start() {
	s.settled = make(chan struct{})
	go s.settle()
}

// wait waits until nothing is settled any more.
func (s *departures) wait() {
	if s.settled != nil {
		<-s.settled
	}
}

// settle gives away what players who are gone have left, until the store closes.
// After each piece it rests for as long as that took, so that others have half of the
// disk at least.
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
		default: // what fails is tried again
			timer.Reset(look)
		}
	}
}

// settleOne gives a piece away, if any is left: of one player after the other. Once
// somebody is deleted, their name is taken out of the log too.
func (s *departures) settleOne(ctx context.Context) (more bool, err error) {
	d, err := s.departing(ctx)
	if err != nil {
		return false, err
	}
	last := false
	err = s.writer.write(ctx, func(t tx) (err error) {
		if d, err = leaving(t); err == nil { // as somebody else may have been at it
			last, err = giveAway(t, d)
		}
		return err
	})
	if err == nil && last && d.heir == 0 {
		s.emptyLog(ctx)
	}
	return err == nil, err
}

// departing is who is to be given away next. data.ErrNotFound.
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

// departed has the rest of a player who has gone given away: by the server, in its own
// time, or here and now where none runs.
func (s *departures) departed(ctx context.Context, d departure, all bool) {
	switch {
	case d.player == 0: // nobody has
	case all && d.heir == 0:
		s.emptyLog(ctx)
	case all:
	case s.lock != nil:
		select {
		case s.leaving <- struct{}{}:
		default: // it is about to look anyway
		}
	case !s.served():
		for more := true; more && ctx.Err() == nil; {
			more, _ = s.settleOne(ctx) // the next server tries again
		}
	}
}

// served reports whether a server runs on the directory of a store that is attached.
func (s *departures) served() bool {
	pid, err := holder(filepath.Dir(s.path))
	return err == nil && !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH)
}
