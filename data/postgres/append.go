package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"noir/data"
	"noir/data/relational"
)

const (
	appendQueue = 1024 // appends that may wait; further callers wait for space
	appendBatch = 256  // appends that may share one commit

	// appendTime is how long the server may take for a batch. A server whose machine is gone says nothing: its socket
	// would keep all moves waiting for a quarter of an hour after another server has taken its place.
	appendTime = relational.ReadTime
)

// appender is the one goroutine that adds to logs, on a connection of its own. Appends that wait
// while it commits share its next statement, which checks the fence and the ply of each log in the
// same round trip.
type appender struct {
	*membership
	config *pgx.ConnConfig
	conn   *pgx.Conn     // nil: none
	most   time.Duration // appendTime
	asks   relational.Database
	late   *appending // taken from the queue for the next batch: its log is in this one

	relational.Queue[*appending]
}

// appending is one caller's entries: all are added, or none.
type appending struct {
	relational.Pending
	id      data.MatchID
	entries []data.Entry
}

func startAppender(m *membership, config *pgx.ConnConfig, asks relational.Database) *appender {
	a := &appender{
		membership: m, config: config, most: appendTime, asks: asks, Queue: relational.NewQueue[*appending](appendQueue),
	}
	go a.run()
	return a
}

// append adds entries and waits until they are on the disk. ctx's error means that they were not added.
func (a *appender) append(ctx context.Context, id data.MatchID, entries []data.Entry) error {
	for i, e := range entries {
		if e.Ply != entries[0].Ply+i {
			return fmt.Errorf("%w: ply %d", data.ErrOutOfOrder, e.Ply)
		}
	}
	return a.Submit(ctx, &appending{id: id, entries: entries})
}

func (a *appender) run() {
	defer close(a.Stopped)
	defer a.hangUp()
	for {
		if a.late == nil {
			select {
			case a.late = <-a.Waiting:
			case <-a.Closing:
				if a.late, _ = a.Next(); a.late == nil {
					return
				}
			}
		}
		a.serve(a.gather())
	}
}

// gather returns what waits, at most one append of each log.
func (a *appender) gather() (batch []*appending) {
	logs := map[data.MatchID]bool{}
	r := a.late
	for a.late = nil; r != nil; r, _ = a.Next() {
		if logs[r.id] {
			a.late = r
			return batch
		}
		if !r.Take() {
			continue
		}
		logs[r.id] = true
		if batch = append(batch, r); len(batch) == appendBatch {
			return batch
		}
	}
	return batch
}

// serve commits a batch and answers it.
func (a *appender) serve(batch []*appending) {
	if len(batch) == 0 {
		return
	}
	err := a.commit(batch)
	if said := (*pgconn.PgError)(nil); len(batch) > 1 && errors.As(err, &said) && (said.Code[:2] == "22" || said.Code[:2] == "23") {
		for _, r := range batch { // one of them is no entry: it fails alone
			a.serve([]*appending{r})
		}
		return
	}
	for _, r := range batch {
		if err != nil {
			r.Fail(err)
		}
		r.Done()
	}
}

// appendLogs: the fence, the plies and the entries of many logs. Each match is looked up by itself (LIMIT): otherwise
// the planner may prefer to look for the last ply of all matches of the node. The lengths of the lists are hidden from
// the planner, which would otherwise plan again whenever they are short.
const appendLogs = `WITH me AS MATERIALIZED (SELECT FROM nodes WHERE id = $1 AND term = $2 FOR KEY SHARE),
ok AS MATERIALIZED (SELECT m.number, m.id FROM unnest((SELECT $3::text[]), (SELECT $4::bigint[])) r (id, first) CROSS JOIN me
	CROSS JOIN LATERAL (SELECT number, id FROM matches WHERE id = r.id COLLATE "C" AND ended IS NULL AND owner IS NOT DISTINCT FROM $1 LIMIT 1) m
	WHERE r.first = 1 + coalesce((SELECT max(ply) FROM moves WHERE match = m.number), 0)),
ins AS (INSERT INTO moves (match, ply, seat, move, at_ms, by, dice, drawn)
	SELECT ok.number, e.ply, e.seat, e.move, e.at_ms, e.by, e.dice, e.drawn
	FROM unnest((SELECT $5::text[]), $6::bigint[], $7::bigint[], $8::text[], $9::bigint[], $10::text[], $11::text[], $12::text[])
		e (id, ply, seat, move, at_ms, by, dice, drawn) JOIN ok ON ok.id = e.id COLLATE "C")
SELECT (SELECT count(*) FROM me), coalesce((SELECT array_agg(id) FROM ok), '{}')`

// commit adds the entries of a batch and sets the errors of those that are refused. Its error concerns all: then nobody
// knows what is stored until the term has been raised, which commit tries.
func (a *appender) commit(batch []*appending) error {
	if err := a.settled(background); err != nil {
		return err
	}
	var ids, of, moves, by, dice, drawn []string
	var first, plies, seats, at []int64
	for _, r := range batch {
		if len(r.entries) == 0 {
			continue
		}
		ids, first = append(ids, string(r.id)), append(first, int64(r.entries[0].Ply))
		for _, e := range r.entries {
			of, plies, seats, moves, at = append(of, string(r.id)), append(plies, int64(e.Ply)), append(seats, int64(e.Seat)), append(moves, string(e.Move)), append(at, e.AtMS)
			by, dice, drawn = append(by, string(e.By)), append(dice, list(e.Dice)), append(drawn, list(e.Drawn))
		}
	}
	if len(ids) == 0 {
		return nil
	}
	conn, err := a.connection()
	if err != nil {
		return relational.Unavailable(err)
	}
	var mine int
	var added []string
	as := a.node.as.Load()
	if err = conn.PgConn().Conn().SetDeadline(time.Now().Add(a.most)); err == nil {
		err = &pgconn.PgError{Code: deadlocked}
	}
	for tries := 0; tries < relational.MostTries && isDeadlock(err); tries++ {
		relational.GiveWay(tries)
		err = conn.QueryRow(background, appendLogs, as.id, as.term, ids, first, of, plies, seats, moves, at, by, dice, drawn).Scan(&mine, &added)
	}
	if err != nil {
		err = outward(background, err)
		if errors.Is(err, data.ErrUnavailable) {
			a.doubt()
			a.hangUp()
			_ = a.settled(background) // on an error the next reader does it
		}
		return err
	}
	if mine == 0 {
		return a.refused(as)
	}
	for _, r := range batch {
		if len(r.entries) > 0 && !slices.Contains(added, string(r.id)) {
			r.Fail(a.asks.Read(background, func(t tx) error { return relational.Refusal(t, as.id, r.id, r.entries[0].Ply) }))
		}
	}
	return nil
}

// connection returns the connection, and opens one if necessary.
func (a *appender) connection() (*pgx.Conn, error) {
	if a.conn != nil && !a.conn.IsClosed() {
		return a.conn, nil
	}
	ctx, cancel := context.WithTimeout(background, relational.ReadTime)
	defer cancel()
	var err error
	a.conn, err = pgx.ConnectConfig(ctx, a.config)
	return a.conn, err
}

func (a *appender) hangUp() {
	if a.conn != nil {
		ctx, cancel := context.WithTimeout(background, time.Second)
		defer cancel()
		_ = a.conn.Close(ctx)
	}
}

// list formats a list that is usually empty.
func list[T any](items []T) string {
	if len(items) == 0 {
		return "[]"
	}
	raw, err := json.Marshal(items)
	if err != nil {
		panic(err) // numbers and texts can be written
	}
	return string(raw)
}
