package challenge

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"noir/data"
	"noir/matchmaking"
	"noir/matchmaking/queue"
)

// waiters are the players who wait for their challenges to be accepted: for day games in places
// of their own, for live games at private tables. It is safe for concurrent use.
type waiters struct {
	mu      sync.Mutex
	places  map[string][]*queue.Place // by challenge
	codes   map[string]string         // by challenge: the code of the private table
	dealing map[string]*dealing       // by challenge
	settled map[string]outcome        // by challenge, for outcomeKept
}

// dealing counts the attempts under way to deal a table with a challenge.
type dealing struct {
	by   int           // how many
	done chan struct{} // closed when no attempt is left
}

// outcome is how a challenge has ended.
type outcome struct {
	match data.MatchID
	err   error
	at    time.Time
}

// outcomeKept is how long a place may take to wait for a challenge that has just been stored: others may have
// taken it meanwhile.
const outcomeKept = time.Minute

func newWaiters() *waiters {
	return &waiters{places: map[string][]*queue.Place{}, codes: map[string]string{}, dealing: map[string]*dealing{}, settled: map[string]outcome{}}
}

// hold has a place wait until a challenge is accepted, which may be settled already.
func (ws *waiters) hold(p *queue.Place, id string, w matchmaking.Waiting) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	p.WaitForChallenge(id, w)
	if o, over := ws.settled[id]; over {
		p.Settle(o.match, o.err)
		return
	}
	ws.places[id] = append(ws.places[id], p)
}

// outcome returns the table that a challenge has led to, which is gone from the store. It waits for attempts under way
// to deal one with it. matchmaking.ErrNoChallenge when it has led to no table.
func (ws *waiters) outcome(ctx context.Context, id string) (data.MatchID, error) {
	for {
		ws.mu.Lock()
		o, over := ws.settled[id]
		d := ws.dealing[id]
		ws.mu.Unlock()
		switch {
		case over:
			return o.match, o.err
		case d == nil:
			return "", matchmaking.ErrNoChallenge
		}
		select {
		case <-d.done:
		case <-ctx.Done():
			return "", data.Unavailable(ctx.Err())
		}
	}
}

// deals notes an attempt to deal a table with some challenges, until done is called.
func (ws *waiters) deals(ids []string) (done func()) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	for _, id := range ids {
		if ws.dealing[id] == nil {
			ws.dealing[id] = &dealing{done: make(chan struct{})}
		}
		ws.dealing[id].by++
	}
	return func() {
		ws.mu.Lock()
		defer ws.mu.Unlock()
		for _, id := range ids {
			d := ws.dealing[id]
			if d.by--; d.by == 0 {
				delete(ws.dealing, id)
				close(d.done)
			}
		}
	}
}

// Drop releases a place; the challenge stays.
func (ws *waiters) Drop(p *queue.Place) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	id := p.Challenge()
	ws.places[id] = slices.DeleteFunc(ws.places[id], func(o *queue.Place) bool { return o == p })
	if len(ws.places[id]) == 0 {
		delete(ws.places, id)
	}
}

// settle tells those who wait for a challenge how it ended.
func (ws *waiters) settle(id string, match data.MatchID, err error) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	for _, p := range ws.places[id] {
		p.Settle(match, err)
	}
	delete(ws.places, id)
	now := time.Now()
	maps.DeleteFunc(ws.settled, func(_ string, o outcome) bool { return now.Sub(o.at) > outcomeKept })
	ws.settled[id] = outcome{match, err, now}
}

// awaited returns the challenges for which places wait and no attempt to deal is under way. The caller owns the list.
func (ws *waiters) awaited() map[string]bool {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	all := make(map[string]bool, len(ws.places))
	for id := range ws.places {
		if ws.dealing[id] == nil {
			all[id] = true
		}
	}
	return all
}

// SendAway sends all waiting players away. Their challenges stay.
func (ws *waiters) SendAway() {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	for _, places := range ws.places {
		for _, p := range places {
			p.Settle("", matchmaking.ErrDraining)
		}
	}
	clear(ws.places)
}

// SetCode has a challenge lead to the private table where its maker waits.
func (ws *waiters) SetCode(id, code string) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	ws.codes[id] = code
}

// clearCode undoes SetCode: the maker no longer waits.
func (ws *waiters) clearCode(id string) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	delete(ws.codes, id)
}

// code returns the code of the private table where the maker of a challenge waits; ok is false
// when they do not.
func (ws *waiters) code(id string) (code string, ok bool) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	code, ok = ws.codes[id]
	return code, ok
}
