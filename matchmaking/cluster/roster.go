package cluster

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"noir/data"
	"noir/matchmaking"
	"noir/matchmaking/local"
)

const (
	stateEvery = time.Second // between two states that a node sends
	mostListed = 1000        // public tables of a node in the list of another, the first ones
)

// roster keeps the states of the other nodes: their people, their load, their tables.
type roster struct {
	*client
	local  *local.Broker
	here   func() map[data.PlayerID]string
	people func() int // connections
	guests func() []data.PlayerID
	unseen unseen // of the goroutine that runs

	mu     sync.Mutex
	states map[data.NodeID]told
	begun  map[data.NodeID]*state   // states of which some parts have come
	named  map[data.PlayerID]string // the names of connected players; made again when nil
	listed time.Time
	rows   []matchmaking.Listing
	sits   [][]data.PlayerID
	asking bool
	moved  time.Time                   // when tables may last have got another owner
	dealt  map[data.PlayerID]time.Time // who has got a game lately, and when
}

// state is what a node tells about itself.
type state struct {
	Counts matchmaking.Counts
	Online int
	Here   map[data.PlayerID]string
	Guests []data.PlayerID
	Plays  []data.PlayerID // who sits at a running table
	Takes  bool            `json:",omitempty"` // people, and new games that others open for it
	Part   int             `json:",omitempty"` // from 0
	Parts  int             `json:",omitempty"` // the number of parts, sent one after the other; 0: one
}

// mostTold is how many people one message lists, so that the link can carry it.
const mostTold = 4096

// parts returns a state in parts that a link carries.
func (s state) parts() []state {
	n := (max(len(s.Here), len(s.Guests), len(s.Plays)) + mostTold - 1) / mostTold
	if n <= 1 {
		return []state{s}
	}
	here, all := slices.Collect(maps.Keys(s.Here)), make([]state, n)
	for i := range all {
		part := s
		part.Part, part.Parts = i, n
		part.Guests, part.Plays = partOf(s.Guests, i), partOf(s.Plays, i)
		part.Here = map[data.PlayerID]string{}
		for _, p := range partOf(here, i) {
			part.Here[p] = s.Here[p]
		}
		all[i] = part
	}
	return all
}

// partOf returns the people of one part.
func partOf(all []data.PlayerID, part int) []data.PlayerID {
	from := min(part*mostTold, len(all))
	return all[from:min(from+mostTold, len(all))]
}

// follow adds a part, and reports whether it is the next one.
func (s *state) follow(next state) bool {
	if next.Part != s.Part+1 || next.Parts != s.Parts {
		return false // one of them is lost
	}
	s.Part = next.Part
	if s.Here == nil {
		s.Here = map[data.PlayerID]string{}
	}
	maps.Copy(s.Here, next.Here)
	s.Guests, s.Plays = append(s.Guests, next.Guests...), append(s.Plays, next.Plays...)
	return true
}

// told is the latest state of a node, and what has been done since.
type told struct {
	state
	at    time.Time
	plays map[data.PlayerID]bool
	given int // games that were opened for it
}

// newRoster returns the roster of a broker that is set before it runs.
func newRoster(s *client, here func() map[data.PlayerID]string, guests func() []data.PlayerID, online func() int) *roster {
	return &roster{client: s, here: here, guests: guests, people: online, unseen: unseen{}, states: map[data.NodeID]told{}, begun: map[data.NodeID]*state{}, dealt: map[data.PlayerID]time.Time{}}
}

// run sends this node's state to the others, and looks which guests have gone, until the broker closes.
func (r *roster) run() {
	every := time.NewTicker(stateEvery)
	defer every.Stop()
	for {
		r.present()
		r.mu.Lock()
		r.named = nil
		maps.DeleteFunc(r.dealt, func(_ data.PlayerID, at time.Time) bool { return time.Since(at) > heardFor })
		r.mu.Unlock()
		r.sendOff()
		select {
		case <-every.C:
		case <-r.Context.Done():
			return
		}
	}
}

// present sends this node's state to the others.
func (r *roster) present() {
	s := state{Counts: r.local.Counts(), Online: r.people(), Here: r.here(), Guests: r.guests(), Plays: r.local.Playing(), Takes: !r.drains.Load()}
	for _, part := range s.parts() {
		r.tell(verbState, part)
	}
}

// sendOff has the guests depart here whom no node has any more.
func (r *roster) sendOff() {
	here := r.local.Guests()
	seen := map[data.PlayerID]bool{}
	note := func(guests []data.PlayerID) {
		for _, guest := range guests {
			seen[guest] = true
		}
	}
	if len(here) > 0 {
		note(r.guests())
		r.mu.Lock()
		for _, s := range r.states {
			note(s.Guests)
		}
		r.mu.Unlock()
	}
	gone := r.unseen.look(here, func(guest data.PlayerID) bool { return seen[guest] }, r.knows, time.Now())
	for _, guest := range gone {
		r.local.Depart(guest)
	}
}

// alone reports whether no other node takes people in: all others, if any, have said that they drain.
func (r *roster) alone() bool {
	others := r.others()
	r.mu.Lock()
	defer r.mu.Unlock()
	return !slices.ContainsFunc(others, func(id data.NodeID) bool {
		s, told := r.states[id]
		return !told || s.Takes
	})
}

func (r *roster) heard(from data.NodeID, s state) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s.Part == 0 {
		delete(r.begun, from)
		if s.Parts > 1 {
			r.begun[from] = &s
			return
		}
	} else {
		begun := r.begun[from]
		if begun == nil || !begun.follow(s) {
			delete(r.begun, from) // the previous state stays in force
			return
		}
		if s.Part+1 < s.Parts {
			return
		}
		delete(r.begun, from)
		s = *begun
	}
	plays := make(map[data.PlayerID]bool, len(s.Plays))
	for _, p := range s.Plays {
		plays[p] = true
	}
	r.states[from] = told{state: s, at: time.Now(), plays: plays}
}

// engaged notes that people have got a game, at whatever node.
func (r *roster) engaged(people []data.PlayerID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range people {
		r.dealt[p] = time.Now()
	}
}

// shaken notes that tables are about to get other owners.
func (r *roster) shaken() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.moved = time.Now()
}

// settledFor is how long the lists of nodes are not relied on after tables have begun to move.
const settledFor = 5 * time.Second

// playsAt returns the other nodes that may have running tables of a player: those that have said so, those that have
// not sent a state for long, and all nodes while tables are moving.
func (r *roster) playsAt(p data.PlayerID) []data.NodeID {
	others := r.others()
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, lately := r.dealt[p]; lately || time.Since(r.moved) < settledFor {
		return others
	}
	return slices.DeleteFunc(others, func(id data.NodeID) bool {
		s, told := r.states[id]
		return told && time.Since(s.at) < settledFor && !s.plays[p]
	})
}

// heardFor is how old a node's state may be for games to be opened for it.
const heardFor = 2 * stateEvery

// host returns the node that is to run a new game of some people: the one at which most of them are connected, among
// several such, the one with the fewest tables. 0 is this one.
func (r *roster) host(people []data.PlayerID) (at data.NodeID) {
	own, guests := r.here(), r.guests()
	most, fewest := 0, r.local.Counts().Tables
	for _, p := range people {
		if _, here := own[p]; here || slices.Contains(guests, p) || HostOf(p) == r.me() {
			most++
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, s := range r.states {
		if !s.Takes || time.Since(s.at) > heardFor {
			continue
		}
		n, tables := 0, s.Counts.Tables+s.given
		for _, p := range people {
			if _, there := s.Here[p]; there || slices.Contains(s.Guests, p) || HostOf(p) == id {
				n++
			}
		}
		if n > most || n == most && tables < fewest {
			at, most, fewest = id, n, tables
		}
	}
	if s, other := r.states[at]; other {
		s.given++
		r.states[at] = s
	}
	return at
}

// forsake forgets the nodes that are gone.
func (r *roster) forsake(here map[data.NodeID]bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	before := len(r.states)
	maps.DeleteFunc(r.states, func(id data.NodeID, _ told) bool { return !here[id] })
	maps.DeleteFunc(r.begun, func(id data.NodeID, _ *state) bool { return !here[id] })
	if len(r.states) < before {
		r.moved = time.Now()
	}
}

// counts adds up what all nodes count. Players of another node's tables are counted only there.
func (r *roster) counts() matchmaking.Counts {
	sum := r.local.Counts()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.states {
		c := s.Counts
		for game, n := range c.Waiting {
			sum.Waiting[game] += n
		}
		sum.Tables += c.Tables
		sum.Public += c.Public
		sum.Changes += c.Changes
		sum.Playing += c.Playing
		sum.Bots += c.Bots
		sum.Thinking += c.Thinking
		sum.Idle += c.Idle
	}
	return sum
}

func (r *roster) online() int {
	sum := r.people()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.states {
		sum += s.Online
	}
	return sum
}

func (r *roster) everybody() map[data.PlayerID]string {
	own := r.here()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.named == nil {
		r.named = maps.Clone(own)
		if r.named == nil {
			r.named = map[data.PlayerID]string{}
		}
		for _, s := range r.states {
			maps.Copy(r.named, s.Here)
		}
	}
	return r.named
}

// public are the public tables of a node.
type public struct {
	Rows    []row
	Players [][]data.PlayerID
}

// list answers "list".
func (r *roster) list(context.Context, data.NodeID, []byte) (any, error) {
	rows, players := r.local.Public()
	n := min(len(rows), mostListed)
	return public{rowsOf(rows[:n]), players[:n]}, nil
}

// live returns the public tables of all nodes, at most a second old.
func (r *roster) live() ([]matchmaking.Listing, [][]data.PlayerID) {
	others := r.others()
	own, sits := r.local.Public()
	if len(others) == 0 {
		return own, sits
	}
	r.mu.Lock()
	switch {
	case r.asking && r.listed.IsZero(): // what the others have comes soon
		defer r.mu.Unlock()
		return own, sits
	case r.asking, time.Since(r.listed) < stateEvery:
		defer r.mu.Unlock()
		return r.rows, r.sits
	}
	r.asking = true
	r.mu.Unlock()
	found := gather[public](r.Context, r.client, others, verbList, nil) // shared by all callers in this second: it does not end with the first one
	rows := make([]matchmaking.Listing, 0, len(own))
	by := map[data.MatchID][]data.PlayerID{}
	add := func(list []matchmaking.Listing, players [][]data.PlayerID) {
		for i, row := range list {
			if by[row.ID] == nil && i < len(players) {
				rows, by[row.ID] = append(rows, row), players[i]
			}
		}
	}
	add(own, sits)
	for _, p := range found {
		add(listings(p.Rows), p.Players)
	}
	slices.SortFunc(rows, local.ByStrength)
	sits = make([][]data.PlayerID, len(rows))
	for i, row := range rows {
		sits[i] = by[row.ID]
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rows, r.sits, r.listed, r.asking = rows, sits, time.Now(), false
	return rows, sits
}

// gather asks several nodes at once. Those that do not answer in answerTime are left out.
func gather[R any](ctx context.Context, s *client, nodes []data.NodeID, verb string, about any) (found []R) {
	var mu sync.Mutex
	var all sync.WaitGroup
	for _, node := range nodes {
		all.Go(func() {
			if one, err := ask[R](ctx, s, node, verb, answerTime, about); err == nil {
				mu.Lock()
				defer mu.Unlock()
				found = append(found, one)
			}
		})
	}
	all.Wait()
	return found
}

// mine answers "mine".
func (r *roster) mine(ctx context.Context, _ data.NodeID, p data.PlayerID) (any, error) {
	list, err := r.local.Mine(ctx, p)
	return rowsOf(list), err
}

// own returns the running tables of a player, at all nodes. Homes ask for it every other second, and hardly ever is
// there one elsewhere, so it asks only the nodes that may have one, and waits for them: a program that reads of no game
// looks for another. A table with the house, or a day game, that a player has begun at one node a second ago may be
// missing at another, and so may the tables of a node that does not answer.
func (r *roster) own(ctx context.Context, p data.PlayerID) ([]matchmaking.Listing, error) {
	rows, err := r.local.Mine(ctx, p)
	others := r.playsAt(p)
	if err != nil || len(others) == 0 {
		return rows, err
	}
	for _, found := range gather[[]row](ctx, r.client, others, verbMine, p) {
		for _, l := range listings(found) {
			if !slices.ContainsFunc(rows, func(o matchmaking.Listing) bool { return o.ID == l.ID }) {
				rows = append(rows, l)
			}
		}
	}
	local.SortOwn(rows)
	return rows, nil
}
