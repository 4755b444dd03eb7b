package local

import (
	"maps"
	"slices"
	"sync"

	"noir/data"
	"noir/engine"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/seating"
	"noir/matchmaking/table"
)

// registry holds the tables in memory: those that run, by person, and those whose game is over.
// It is safe for concurrent use.
type registry struct {
	run func(work func()) bool // runs work in a goroutine

	mu      sync.Mutex
	tables  map[data.MatchID]*entry
	running map[*entry]bool            // whether it is public
	of      map[data.PlayerID][]*entry // running, by person
	public  int                        // the public ones of running
	changes int                        // version of public: rises when tables come or go
	halted  bool                       // new tables start with stopped clocks
	closed  bool                       // new tables are refused
}

// entry is a table in memory.
type entry struct {
	*table.Table
	match        data.Match // as at the start: without moves when it began or was resumed
	players      []data.PlayerID
	payers       []quota.Payer
	pace         data.Pace // with its state now; only what the table asks of its Broker may use it
	noSpectators bool      // registry.mu guards it
}

// public reports whether the table is open to watchers.
func (e *entry) public() bool { return !e.match.Private && !e.noSpectators }

// gone returns the people who are out of the game.
func (e *entry) gone() (out []data.PlayerID) {
	for i, p := range e.players {
		if p != 0 && e.Out(engine.Seat(i)) {
			out = append(out, p)
		}
	}
	return out
}

func newRegistry(run func(work func()) bool) *registry {
	return &registry{
		run: run, tables: map[data.MatchID]*entry{},
		running: map[*entry]bool{}, of: map[data.PlayerID][]*entry{},
	}
}

// halt stops the clocks of all tables added from now on.
func (r *registry) halt() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.halted = true
}

// close refuses all tables from now on.
func (r *registry) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.halted, r.closed = true, true
}

// draining reports whether halt or close was called.
func (r *registry) draining() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.halted
}

// add starts a table and lists it. ErrDraining when the registry is closed: the match is stored
// and will be resumed.
func (r *registry) add(e *entry) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return matchmaking.ErrDraining
	}
	if r.halted { // since it was reserved
		e.HaltUnrun()
	}
	r.tables[e.match.ID] = e
	for _, p := range seating.Persons(e.players) {
		r.of[p] = append(r.of[p], e)
	}
	r.running[e] = false
	r.list(e, e.public())
	r.run(e.Run)
	return nil
}

// list records whether a running table is public. The caller holds the mutex.
func (r *registry) list(e *entry, public bool) {
	if r.running[e] == public {
		return
	}
	r.running[e] = public
	r.changes++
	if public {
		r.public++
	} else {
		r.public--
	}
}

// retire takes a table whose game is over off the lists. Viewers can still sit down.
func (r *registry) retire(e *entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.unlist(e)
}

// forget drops a closed table.
func (r *registry) forget(e *entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.unlist(e)
	delete(r.tables, e.match.ID)
}

// unlist takes a table off the lists of running ones. The caller holds the mutex.
func (r *registry) unlist(e *entry) {
	if _, runs := r.running[e]; !runs {
		return
	}
	r.list(e, false)
	delete(r.running, e)
	for _, p := range seating.Persons(e.players) {
		r.of[p] = slices.DeleteFunc(r.of[p], func(o *entry) bool { return o == e })
		if len(r.of[p]) == 0 {
			delete(r.of, p)
		}
	}
}

// noSpectators reports whether a table allows none.
func (r *registry) noSpectators(e *entry) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return e.noSpectators
}

// allowSpectators records whether a table allows spectators.
func (r *registry) allowSpectators(e *entry, allow bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e.noSpectators = !allow
	if _, runs := r.running[e]; runs {
		r.list(e, e.public())
	}
}

// find returns a table. matchmaking.ErrNoTable.
func (r *registry) find(id data.MatchID) (*entry, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e, ok := r.tables[id]
	if !ok {
		return nil, matchmaking.ErrNoTable
	}
	return e, nil
}

// seat returns a table and a player's seat there. matchmaking.ErrNoTable, ErrNoSeat.
func (r *registry) seat(id data.MatchID, p data.PlayerID) (*entry, engine.Seat, error) {
	e, err := r.find(id)
	if err != nil {
		return nil, 0, err
	}
	seat := slices.Index(e.players, p)
	if p == 0 || seat < 0 {
		return nil, 0, matchmaking.ErrNoSeat
	}
	return e, engine.Seat(seat), nil
}

// all returns the tables in memory.
func (r *registry) all() []*entry {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Collect(maps.Values(r.tables))
}

// these returns the tables of some matches that are in memory.
func (r *registry) these(ids []data.MatchID) (some []*entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, id := range ids {
		if e := r.tables[id]; e != nil {
			some = append(some, e)
		}
	}
	return some
}

// mine returns the running tables of a person, the newest last.
func (r *registry) mine(p data.PlayerID) []*entry {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.of[p])
}

// people returns who sits at a running table.
func (r *registry) people() []data.PlayerID {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Collect(maps.Keys(r.of))
}

// practice returns the running tables at which one of some people plays the house alone.
func (r *registry) practice(people []data.PlayerID) (tables []*entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range people {
		for _, e := range r.of[p] {
			if seating.Practice(e.players) {
				tables = append(tables, e)
			}
		}
	}
	return tables
}

// version changes whenever the running public tables do.
func (r *registry) version() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.changes
}

// watchable returns the running public tables.
func (r *registry) watchable() (tables []*entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for e, public := range r.running {
		if public {
			tables = append(tables, e)
		}
	}
	return tables
}

// count returns the numbers of tables and players.
func (r *registry) count(c *matchmaking.Counts) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c.Tables, c.Public, c.Changes, c.Playing = len(r.running), r.public, r.changes, len(r.of)
}
