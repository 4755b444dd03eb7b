package challenge

import (
	"maps"
	"slices"
	"sync"

	"noir/data"
	"noir/matchmaking"
	"noir/matchmaking/queue"
)

// waiters are the players who wait for their challenges to be accepted: for day games in places
// of their own, for live games at private tables. It is safe for concurrent use.
type waiters struct {
	mu     sync.Mutex
	places map[string][]*queue.Place // by challenge
	codes  map[string]string         // by challenge: the code of the private table
}

func newWaiters() *waiters {
	return &waiters{places: map[string][]*queue.Place{}, codes: map[string]string{}}
}

// hold has a place wait until a challenge is accepted.
func (ws *waiters) hold(p *queue.Place, id string, w matchmaking.Waiting) {
	p.Await(id, w)
	ws.mu.Lock()
	defer ws.mu.Unlock()
	ws.places[id] = append(ws.places[id], p)
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
}

// awaited returns the challenges for which places wait. The caller owns the list.
func (ws *waiters) awaited() map[string][]*queue.Place {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	return maps.Clone(ws.places)
}

// Shut sends all waiting players away. Their challenges stay.
func (ws *waiters) Shut() {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	for _, places := range ws.places {
		for _, p := range places {
			p.Settle("", matchmaking.ErrDraining)
		}
	}
	clear(ws.places)
}

// Lead has a challenge lead to the private table where its maker waits.
func (ws *waiters) Lead(id, code string) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	ws.codes[id] = code
}

// mislead ends Lead: the maker no longer waits.
func (ws *waiters) mislead(id string) {
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
