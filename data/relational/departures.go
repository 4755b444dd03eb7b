package relational

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"noir/data"
)

// A player is deleted or merged in one small transaction. From then on nobody finds them, and their rows count as their
// heir's, or as without a player. A row of departures records this as long as rows still have the old id: the views
// sitters and changes, and the condition of whose, take it into account. The rows are reassigned or deleted in pieces,
// between which others write. A killed process loses at most one piece; the next server goes on.

// departure is a player who is gone and whose rows have not all been reassigned or deleted.
type departure struct {
	player  data.PlayerID
	heir    data.PlayerID // 0: deleted
	name    string        // what a deleted player is called in seats
	ratings bool          // the heir also gets the rating changes of the games
}

// PieceRows is how many rows are reassigned or deleted in one transaction. A player's rows lie far apart in the file,
// and counts are updated for each: 25 take some 5 ms.
const PieceRows = 25

// transfer reassigns rows of a player, at most PieceRows at a time, to an heir or to the player's new name, or deletes
// them. It returns how many; it is done when that is 0.
type transfer interface {
	give(t Tx, gone data.PlayerID, to any) (int64, error)
}

// by is a transfer by statements; the rows of the last one are counted. ?1 is the player, ?2 the heir or the name, ?3
// PieceRows.
type by []string

func (b by) give(t Tx, gone data.PlayerID, to any) (changed int64, err error) {
	for _, statement := range b {
		if changed, err = t.Exec(statement, gone, to, PieceRows); err != nil {
			return 0, err
		}
	}
	return changed, nil
}

// Transfers returns the statements that give rows away, so that a dialect can see how it finds them.
// Each takes a player, an heir or a name, and PieceRows.
func Transfers() (all []string) {
	for _, transfers := range [][]transfer{forgotten, inherited(true), inherited(false)} {
		for _, one := range transfers {
			if b, ok := one.(by); ok {
				all = append(all, b...)
			}
		}
	}
	return all
}

// The next rows of a player to give away.
const (
	nextSeats   = `WHERE (match, seat) IN (SELECT match, seat FROM seats WHERE player = ?1 LIMIT ?3)`
	nextEvents  = `WHERE number IN (SELECT number FROM rating_events WHERE player = ?1 LIMIT ?3)`
	nextLetters = `WHERE id IN (SELECT id FROM letters WHERE about = ?1 LIMIT ?3)`
	nextReport  = `(SELECT report FROM voices WHERE player = ?1 ORDER BY report LIMIT 1)` // whose talk may be long
	nextInherit = `WHERE player = ?1 AND report = ` + nextReport
)

// forgotten are the transfers of a deleted player.
var forgotten = []transfer{
	unquoted{},
	by{`DELETE FROM letters ` + nextLetters},
	by{`DELETE FROM rating_events ` + nextEvents},
	by{`UPDATE seats SET player = NULL, name = ?2 ` + nextSeats},
}

// inherited are the transfers of a player merged into another, with or without rating changes.
func inherited(ratings bool) []transfer {
	transfers := []transfer{
		by{`DELETE FROM voices WHERE player = ?2 AND (report, name) IN (SELECT report, name FROM voices ` + nextInherit + `)`,
			`UPDATE voices SET player = ?2 ` + nextInherit},
		by{`UPDATE letters SET about = ?2 ` + nextLetters},
	}
	if ratings {
		return append(transfers, by{`UPDATE rating_events SET player = ?2 ` + nextEvents}, by{`UPDATE seats SET player = ?2 ` + nextSeats})
	}
	return append(transfers, by{`DELETE FROM rating_events ` + nextEvents}, by{`UPDATE seats SET player = ?2, apart = TRUE ` + nextSeats})
}

// unquoted removes what a deleted player says from the next report that quotes them. The report stays.
type unquoted struct{}

func (unquoted) give(t Tx, gone data.PlayerID, to any) (int64, error) {
	var report int64
	var talk []json.RawMessage
	err := t.Row(`SELECT id, talk FROM reports WHERE id = `+nextReport, []any{gone}, &report, Document{&talk})
	if err == data.ErrNotFound {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	names := map[string]bool{}
	err = t.Rows(`SELECT name FROM voices WHERE player = ? AND report = ?`, []any{gone, report}, func(read Scan) error {
		var name string
		err := read(&name)
		names[name] = true
		return err
	})
	if err != nil {
		return 0, err
	}
	for i, said := range talk {
		var line struct{ Name string }
		if err := json.Unmarshal(said, &line); err != nil {
			return 0, err
		}
		if !names[line.Name] {
			continue
		}
		if talk[i], err = unsaid(said, to); err != nil {
			return 0, err
		}
	}
	raw, err := json.Marshal(talk)
	if err != nil {
		return 0, err
	}
	if _, err := t.Exec(`UPDATE reports SET talk = ? WHERE id = ?`, string(raw), report); err != nil {
		return 0, err
	}
	return t.Exec(`DELETE FROM voices WHERE player = ? AND report = ?`, gone, report)
}

// unsaid returns a line of talk, an object, with that name and an empty text. The order of its members stays.
func unsaid(line json.RawMessage, name any) (json.RawMessage, error) {
	from := json.NewDecoder(bytes.NewReader(line))
	if _, err := from.Token(); err != nil {
		return nil, err
	}
	to := []byte{'{'}
	for from.More() {
		key, err := from.Token()
		if err != nil {
			return nil, err
		}
		var value any
		var kept json.RawMessage
		if err := from.Decode(&kept); err != nil {
			return nil, err
		}
		switch value = kept; key {
		case "name":
			value = name
		case "text":
			value = ""
		}
		member, err := json.Marshal(map[string]any{key.(string): value})
		if err != nil {
			return nil, err
		}
		if len(to) > 1 {
			to = append(to, ',')
		}
		to = append(to, member[1:len(member)-1]...)
	}
	return append(to, '}'), nil
}

// depart makes a player unfindable and reassigns or deletes the first of their rows. Players merged into them earlier
// go with them. It reports whether those were all rows.
func depart(t Tx, d departure) (all bool, err error) {
	var heir, name any
	if d.heir != 0 {
		heir = d.heir
	} else {
		d.name = data.GoneName(d.player)
		name = d.name
	}
	for _, leave := range []string{
		`UPDATE players SET name = '/' || id, skeleton = '/' || id WHERE id = ?1`, // no player can have this name
		`INSERT INTO departures (player, heir, name, ratings) VALUES (?1, ?2, ?3, ?4)`,
		`UPDATE departures SET heir = ?2, name = ?3, ratings = (ratings AND ?4) WHERE heir = ?1`,
	} {
		if _, err := t.Exec(leave, d.player, heir, name, d.ratings); err != nil {
			return false, err
		}
	}
	return giveAway(t, d)
}

// giveAway reassigns or deletes a piece of a player's rows. It reports whether that was the last.
func giveAway(t Tx, d departure) (last bool, err error) {
	transfers, to := forgotten, any(d.name)
	if d.heir != 0 {
		transfers, to = inherited(d.ratings), d.heir
	}
	given := int64(0)
	for _, p := range transfers {
		for changed := int64(1); changed > 0; given += changed {
			if given >= PieceRows {
				return false, nil
			}
			if changed, err = p.give(t, d.player, to); err != nil {
				return false, err
			}
		}
	}
	for _, end := range []string{`DELETE FROM departures WHERE player = ?`, `DELETE FROM players WHERE id = ?`} {
		if _, err := t.Exec(end, d.player); err != nil {
			return false, err
		}
	}
	return true, nil
}

// whose returns the condition for a column to name a player or somebody merged into them, with its
// parameters; with ratings set, only those whose ratings count. Its text is the same for nearly all
// players, so that the statement it is part of is prepared once.
func whose(t Tx, column string, id data.PlayerID, ratings bool) (condition string, ids []any, err error) {
	ids = []any{id}
	err = t.Rows(`SELECT player FROM departures WHERE player = ?1 OR heir = ?1 AND ratings >= ?2`, []any{id, ratings}, func(read Scan) error {
		var gone data.PlayerID
		err := read(&gone)
		if gone == id {
			ids[0] = nil
		} else {
			ids = append(ids, gone)
		}
		return err
	})
	if len(ids) == 1 {
		return column + ` = ?`, ids, err
	}
	return column + ` IN (?` + strings.Repeat(`, ?`, len(ids)-1) + `)`, ids, err
}

// selves are the ids under which rows of the player ?1 are stored, others those of ?2, for conditions with a constant
// text.
const (
	selves = `(SELECT ?1 UNION ALL SELECT player FROM departures WHERE heir = ?1)`
	others = `(SELECT ?2 UNION ALL SELECT player FROM departures WHERE heir = ?2)`
)

// look is how often to check whether an operator's process has made a player depart, and to try again what
// has failed. This process uses the channel leaving.
const look = 10 * time.Second

// forgetEvery is how often expired memories are deleted.
const forgetEvery = time.Hour

// departures deletes and merges players, and reassigns or deletes their rows.
type departures struct {
	db      Database
	log     *slog.Logger // nil where settle does not run
	pending prometheus.Gauge
	failed  prometheus.Counter
	leaving chan struct{} // somebody with many rows has left
	settled chan struct{} // closed when settle has ended; nil where it does not run
	closing chan struct{} // closed when the store starts to close
	stop    func()        // closes it
}

func newDepartures(db Database) *departures {
	s := &departures{
		db: db,
		pending: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "noir_departures", Help: "Players deleted or merged whose rows have not all been given away.",
		}),
		failed: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "noir_departures_failed_total", Help: "Failed attempts to give away rows of players deleted or merged.",
		}),
		leaving: make(chan struct{}, 1), closing: make(chan struct{}),
	}
	s.stop = sync.OnceFunc(func() { close(s.closing) })
	return s
}

// StartGiving has the store give away the rows of departed players until StopGiving: what a server does with its store.
func (s *departures) StartGiving(log *slog.Logger) {
	s.log, s.settled = log, make(chan struct{})
	go s.settle()
}

// StopGiving ends what StartGiving began, and waits for it.
func (s *departures) StopGiving() {
	s.stop()
	if s.settled != nil {
		<-s.settled
	}
}

// Figures returns the metrics of departures.
func (s *departures) Figures() []prometheus.Collector {
	return []prometheus.Collector{s.pending, s.failed}
}

// settle gives away the rows of departed players until the store closes. After each piece it rests
// for as long as that took, so that others have at least half of the disk's time. A player whose rows
// cannot be given away does not keep the next one waiting.
func (s *departures) settle() {
	defer close(s.settled)
	timer := time.NewTimer(0)
	var forgot time.Time
	var last data.PlayerID              // whose piece was tried last
	failing := map[data.PlayerID]bool{} // whose failure has been logged; 0: to read who departs
	for {
		select {
		case <-s.leaving:
		case <-timer.C:
		case <-s.closing:
			return
		}
		began := time.Now()
		if began.Sub(forgot) > forgetEvery {
			if err := s.forgetOld(background); err != nil {
				s.log.Warn("expired memories cannot be deleted", "err", err)
			}
			forgot = began
		}
		id, err := s.GiveAway(background, last)
		switch {
		case err == nil:
			delete(failing, id)
			timer.Reset(time.Since(began))
			continue
		case err == data.ErrNotFound:
			delete(failing, 0)
			last = 0
			timer.Reset(look)
			continue
		}
		s.failed.Inc()
		if !failing[id] {
			failing[id] = true
			s.log.Error("the rows of a deleted or merged player cannot be given away; it is tried again", "player", id, "err", err)
		}
		if id == 0 || errors.Is(err, data.ErrUnavailable) { // the next player's would fail as well
			last = 0
			timer.Reset(look)
			continue
		}
		last = id
		timer.Reset(time.Since(began))
	}
}

// GiveAway gives away a piece of the rows of the next player after one, and returns who that is.
// data.ErrNotFound: there is none. Once a deleted player's last piece is gone, it empties the log, which has their name.
func (s *departures) GiveAway(ctx context.Context, after data.PlayerID) (data.PlayerID, error) {
	d, err := s.departing(ctx, after)
	if err != nil {
		return 0, err
	}
	last := false
	err = s.db.Write(ctx, func(t Tx) (err error) {
		if d, err = leaving(t, after); err == nil { // another process may have done it
			last, err = giveAway(t, d)
		}
		return err
	})
	if err == nil && last && d.heir == 0 {
		s.db.Wipe(ctx)
	}
	return d.player, err
}

// departing returns the player whose rows are given away next. data.ErrNotFound.
func (s *departures) departing(ctx context.Context, after data.PlayerID) (d departure, err error) {
	err = s.db.Read(ctx, func(t Tx) error {
		pending := 0
		if err := t.Row(`SELECT count(*) FROM departures`, nil, &pending); err != nil {
			return err
		}
		s.pending.Set(float64(pending))
		d, err = leaving(t, after)
		return err
	})
	return d, err
}

func leaving(t Tx, after data.PlayerID) (d departure, err error) {
	err = t.Row(`SELECT player, coalesce(heir, 0), coalesce(name, ''), ratings FROM departures WHERE player > ? ORDER BY player LIMIT 1`,
		[]any{after}, &d.player, &d.heir, &d.name, &d.ratings)
	return d, err
}

// departed has the rest of a departed player's rows given away: by the server in its own time, or
// here and now if none runs. An error means that rows are left for the next server.
func (s *departures) departed(ctx context.Context, d departure, all bool) error {
	switch {
	case d.player == 0: // nobody departed
	case all && d.heir == 0:
		s.db.Wipe(ctx)
	case all:
	case s.settled != nil:
		select {
		case s.leaving <- struct{}{}:
		default: // it is notified already
		}
	case !s.db.Served(ctx):
		return s.giveAllAway(ctx)
	}
	return nil
}

// giveAllAway gives away the rows of everybody who has departed. It goes on with the next player after an error.
func (s *departures) giveAllAway(ctx context.Context) (failed error) {
	last := data.PlayerID(0)
	for {
		id, err := s.GiveAway(ctx, last)
		switch {
		case err == data.ErrNotFound && failed == nil:
			return nil
		case err != nil && err != data.ErrNotFound:
			failed = errors.Join(failed, err)
			last = id
		}
		if err != nil && id == 0 {
			return fmt.Errorf("that is done, but some rows of the player are still there; the next server tries again: %w", failed)
		}
	}
}
