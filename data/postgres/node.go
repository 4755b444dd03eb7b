package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"noir/data"
	"noir/data/relational"
)

// errFenced is the error of writes after the others have removed this node as dead.
var errFenced = fmt.Errorf("%w: the other servers took this one for dead", data.ErrFenced)

const (
	beatEvery = 300 * time.Millisecond
	blindFor  = 600 * time.Millisecond // after as long without a look a node starts to watch the others from the beginning
	fairBeat  = 200 * time.Millisecond // a slower beat does not tell the database's time
	maxSlots  = 64                     // nodes at once
)

// node is this process as the database knows it. Its row is the fence: every write joins it by id and term, with a lock
// that waits while another process deletes it or raises the term. So the database decides; clocks determine only how
// soon somebody looks.
type node struct {
	db            *sql.DB
	name, version string
	as            atomic.Pointer[identity]
	leaves        atomic.Bool // by itself, or it has not joined
	linked        atomic.Bool
	census        atomic.Pointer[census]
	newest        atomic.Pointer[attempt]
	shows         atomic.Pointer[[]string] // host keys, presented whenever it joins
	speaks        atomic.Int32             // the protocol, spoken whenever it joins; 0: none
	figures       figures

	mu      sync.Mutex // held while it looks
	others  watch      // guarded by mu
	burying atomic.Bool
}

// identity is what the fence asks for. A node that joins again has another id.
type identity struct {
	id, term int64
	removed  *atomic.Bool // the node of this id, in whatever term, has been removed or has left
}

// census is what one beat saw.
type census struct {
	data.Census
	at       time.Time     // when it was asked for
	orphaned time.Time     // since when there are matches without an owner; zero: there are none
	over     chan struct{} // closed when there is a newer one
}

// newNode returns a node that has not joined.
func newNode(db *sql.DB, name, version string) *node {
	if name == "" {
		host, err := os.Hostname()
		if err != nil {
			host = "unknown"
		}
		name = fmt.Sprintf("%s, process %d", host, os.Getpid())
	}
	n := &node{db: db, name: name, version: version, figures: newFigures()}
	n.as.Store(&identity{removed: new(atomic.Bool)})
	n.census.Store(&census{at: time.Now(), over: make(chan struct{})})
	n.newest.Store(&attempt{time.Now(), make(chan struct{})})
	n.shows.Store(&[]string{})
	return n
}

func (n *node) id() int64 { return n.as.Load().id }

// fenced reports whether this process has been removed, or has left, and has not joined again.
func (n *node) fenced() bool { return n.as.Load().removed.Load() }

// join makes this process a node, in the first free slot. data.ErrTaken when the others speak another protocol or show
// other host keys.
func (n *node) join(ctx context.Context) error {
	for {
		id, err := n.enter(ctx)
		if err == nil {
			n.become(&identity{id, 1, new(atomic.Bool)})
			n.look(ctx)
			return nil
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		var full, foreign, unlike bool
		if err := n.db.QueryRowContext(ctx, `SELECT count(*) >= $1, NOT `+understood+`, NOT `+alike+` FROM nodes`,
			maxSlots, n.speaks.Load(), *n.shows.Load()).Scan(&full, &foreign, &unlike); err != nil {
			return err
		}
		switch {
		case foreign:
			return fmt.Errorf("the other servers speak another protocol by now: %w", data.ErrTaken)
		case unlike:
			return fmt.Errorf("the other servers show other host keys by now: %w", data.ErrTaken)
		case full:
			return fmt.Errorf("there are %d nodes already", maxSlots)
		}
	}
}

// The condition under which a node that speaks protocol $2 and shows keys $3 may join the others.
const (
	understood = `($2::int = 0 OR NOT EXISTS (SELECT 1 FROM nodes WHERE speaks NOT IN (0, $2)))`
	alike      = `(cardinality($3::text[]) = 0 OR NOT EXISTS (SELECT 1 FROM host_keys) OR EXISTS (SELECT 1 FROM host_keys WHERE key = ANY ($3)))`
)

// enter tries once to join. sql.ErrNoRows when there is no slot, or the others speak another protocol or show other
// keys. It waits for nodes that are about to join, or to say what they speak or show: otherwise neither would see the
// other.
func (n *node) enter(ctx context.Context) (id int64, err error) {
	t, err := n.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelReadCommitted})
	if err != nil {
		return 0, err
	}
	defer t.Rollback() // there is nothing left to undo once it is committed
	if _, err := t.ExecContext(ctx, fmt.Sprintf(`SET LOCAL idle_in_transaction_session_timeout = %d`, standsStill.Milliseconds())); err != nil {
		return 0, err
	}
	if _, err := t.ExecContext(ctx, relational.LockAgreement); err != nil { // as a statement of its own: the next one sees what it has waited for
		return 0, err
	}
	err = t.QueryRowContext(ctx, `WITH free AS (
			SELECT min(slot) AS slot FROM generate_series(1, $1::bigint) slot WHERE slot NOT IN (SELECT slot FROM nodes) AND `+understood+` AND `+alike+`),
		mine AS (INSERT INTO nodes (slot, name, version, joined, speaks) SELECT slot, $4, $5, $6, $2 FROM free WHERE slot IS NOT NULL
			ON CONFLICT (slot) DO NOTHING RETURNING id),
		shown AS (INSERT INTO host_keys (node, key) SELECT id, key FROM mine, unnest($3::text[]) key)
		INSERT INTO beats (node, beat) SELECT id, 1 FROM mine RETURNING node`,
		maxSlots, n.speaks.Load(), *n.shows.Load(), n.name, n.version, time.Now().UnixMilli()).Scan(&id)
	if err == nil {
		err = t.Commit()
	}
	return id, err
}

// become makes this process a new node, between two looks.
func (n *node) become(as *identity) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.as.Store(as)
	n.leaves.Store(false)
}

// beat tells the others until ctx ends that this process lives, and removes dead nodes. Removing one waits for what it
// is committing, while this process beats on.
func (n *node) beat(ctx context.Context) {
	var buries sync.WaitGroup
	defer buries.Wait()
	every := time.Tick(beatEvery)
	var due <-chan time.Time // when another node may be dead before the next beat
	for {
		select {
		case <-every:
		case <-due:
		case <-ctx.Done():
			return
		}
		if n.fenced() && n.census.Load().Self == 0 {
			continue // until it joins again
		}
		dead, soonest := n.look(ctx)
		if due = nil; soonest > 0 && soonest < beatEvery {
			due = time.After(soonest)
		}
		if len(dead) > 0 && n.burying.CompareAndSwap(false, true) {
			buries.Go(func() {
				defer n.burying.Store(false)
				limited, cancel := context.WithTimeout(ctx, 2*data.DeadAfter)
				defer cancel()
				n.bury(limited, dead)
				n.look(limited) // this node and the others see at once what is free now
			})
		}
	}
}

// look beats once, and sees how the others are. It returns the beats of those that are dead, and how soon the next
// one may be; none when the database does not answer within data.DeadAfter.
func (n *node) look(ctx context.Context) (dead map[int64]int64, soonest time.Duration) {
	n.mu.Lock()
	defer n.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, data.DeadAfter)
	defer cancel()
	as, began := n.as.Load(), time.Now()
	seen, beats, err := n.exchange(ctx, as.id)
	defer n.tried()
	if err != nil {
		return nil, 0
	}
	if seen.Self == 0 {
		if !n.leaves.Load() && n.census.Load().Self != 0 {
			n.figures.fenced.Inc()
		}
		as.removed.Store(true)
	}
	n.show(seen, began)
	dead = n.others.see(beats, began)
	return dead, n.others.soonest(dead)
}

// attempt is the end of the newest beat, whether or not the database answered.
type attempt struct {
	at   time.Time
	next chan struct{} // closed at the end of the next one
}

func (n *node) tried() { close(n.newest.Swap(&attempt{time.Now(), make(chan struct{})}).next) }

// trustFor is how long after a beat a process relies on what it knows: less than data.DeadAfter.
const trustFor = 1200 * time.Millisecond

// awake waits while the newest beat is so old that the others may soon remove this process.
func (n *node) awake(ctx context.Context) error {
	for {
		newest := n.newest.Load()
		switch {
		case n.fenced():
			return errFenced
		case time.Since(newest.at) < trustFor:
			return nil
		}
		select {
		case <-newest.next:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// exchange is the statement of a beat. It returns the beats of the others.
func (n *node) exchange(ctx context.Context, self int64) (seen data.Census, beats map[int64]int64, err error) {
	linked, began := n.linked.Load(), time.Now()
	rows, err := n.db.QueryContext(ctx, `WITH mine AS (UPDATE beats SET beat = beat + 1, linked = $2 WHERE node = $1 RETURNING node)
		SELECT n.id, n.name, n.slot, b.beat, b.linked, n.id IN (SELECT node FROM mine),
			(SELECT count(*) FROM matches WHERE owner IS NULL AND ended IS NULL),
			coalesce((SELECT array_to_json(array_agg(r.name))::text FROM roles r WHERE r.node = n.id), '[]'),
			CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint),
			left(pg_walfile_name(pg_current_wal_lsn()), 8) -- the timeline: a new one begins when a standby is promoted
		FROM nodes n JOIN beats b ON b.node = n.id ORDER BY n.id`, self, linked)
	if err != nil {
		return seen, nil, err
	}
	defer rows.Close()
	beats = map[int64]int64{}
	var clock int64 // the database's, in microseconds
	for rows.Next() {
		var one data.Node
		var beat int64
		var mine bool
		if err := rows.Scan(&one.ID, &one.Name, &one.Slot, &beat, &one.Linked, &mine, &seen.Orphans, relational.Document{Into: &one.Roles}, &clock, &seen.History); err != nil {
			return seen, nil, err
		}
		if mine { // the present state: the statement sees the one before
			seen.Self, one.Linked = one.ID, linked
		} else {
			beats[int64(one.ID)] = beat
		}
		seen.Nodes = append(seen.Nodes, one)
	}
	if took := time.Since(began); took < fairBeat {
		seen.Clock = began.Add(took / 2).Sub(time.UnixMicro(clock))
	} else {
		seen.Clock = n.census.Load().Clock
	}
	return seen, beats, rows.Err()
}

// show publishes a census that was asked for at a moment.
func (n *node) show(c data.Census, at time.Time) {
	next := &census{Census: c, at: at, over: make(chan struct{})}
	if c.Orphans > 0 {
		if next.orphaned = n.census.Load().orphaned; next.orphaned.IsZero() {
			next.orphaned = at
		}
	}
	close(n.census.Swap(next).over)
}

// watch is how long the others have not beaten, by this process's own clock.
type watch struct {
	looked time.Time
	still  map[int64]stillness
}

// stillness is since when a node's beat has been the same.
type stillness struct {
	beat  int64
	since time.Time
}

// see notes what a look that began at a moment has shown, and returns the beats of those that have not beaten for
// data.DeadAfter. After a pause in looking, in which perhaps no node could beat, every node has the whole time again.
func (w *watch) see(beats map[int64]int64, began time.Time) (dead map[int64]int64) {
	blind := began.Sub(w.looked) > blindFor
	w.looked = began
	still := make(map[int64]stillness, len(beats))
	dead = map[int64]int64{}
	for id, beat := range beats {
		before, known := w.still[id]
		if !known || blind || before.beat != beat {
			before = stillness{beat, began}
		}
		if still[id] = before; began.Sub(before.since) >= data.DeadAfter {
			dead[id] = beat
		}
	}
	w.still = still
	return dead
}

// soonest returns how long after the last look the next node may be dead, apart from those that are dead already; 0
// when there is no other one.
func (w *watch) soonest(dead map[int64]int64) (left time.Duration) {
	for id, s := range w.still {
		if _, is := dead[id]; is {
			continue
		}
		if l := s.since.Add(data.DeadAfter).Sub(w.looked); left == 0 || l < left {
			left = l
		}
	}
	return left
}

// bury removes nodes that have these beats, so that nothing that they have in flight is committed. After an error the
// next beat, or another node, tries again.
func (n *node) bury(ctx context.Context, dead map[int64]int64) {
	for id, beat := range dead {
		_, _ = n.db.ExecContext(ctx, `DELETE FROM nodes n USING beats b WHERE n.id = $1 AND b.node = n.id AND b.beat = $2`, id, beat)
	}
}

// there reports whether the node of an identity is in the database, in whatever term.
func (n *node) there(ctx context.Context, as *identity) (there bool, err error) {
	err = n.db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM nodes WHERE id = $1)`, as.id).Scan(&there)
	if err == nil && !there {
		as.removed.Store(true)
	}
	return there, err
}

// renew raises the term. When it returns nil, whatever an earlier term had in flight is committed or
// never will be: the update waits for it, and later statements of that term write nothing.
func (n *node) renew(ctx context.Context) error {
	var term int64
	as := n.as.Load()
	err := n.db.QueryRowContext(ctx, `UPDATE nodes SET term = term + 1 WHERE id = $1 RETURNING term`, as.id).Scan(&term)
	if errors.Is(err, sql.ErrNoRows) {
		as.removed.Store(true)
		return errFenced
	}
	if err == nil && !n.as.CompareAndSwap(as, &identity{as.id, term, as.removed}) {
		return errors.New("the node has joined again")
	}
	return err
}

// leave removes the node. It is for a process that writes nothing any more.
func (n *node) leave(ctx context.Context) error {
	n.leaves.Store(true)
	as := n.as.Load()
	_, err := n.db.ExecContext(ctx, `DELETE FROM nodes WHERE id = $1`, as.id)
	if err == nil {
		as.removed.Store(true)
	}
	return err
}

// healthy returns why nothing may be written, or nil.
func (n *node) healthy() error {
	if n.fenced() {
		return relational.Unavailable(errFenced)
	}
	return nil
}
