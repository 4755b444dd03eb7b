package cluster

import (
	"sync"
	"time"

	"noir/data"
)

// silentFor is how long a chair or a place that another node holds here may be without a question after it.
const silentFor = 8 * time.Second

// kept are chairs, or places in the queue, of this node that people of other nodes hold. Each is known by
// the name that the other node has given it.
type kept[T interface{ Leave() }] struct {
	lose func(T) // gives up what nobody can be asked about

	mu sync.Mutex
	of map[string]*keep[T]
}

// keep is one of them. kept.mu guards it.
type keep[T interface{ Leave() }] struct {
	held    T
	node    data.NodeID
	asked   time.Time // when it was last asked for
	waiting int       // questions that have no answer yet
}

func newKept[T interface{ Leave() }](lose func(T)) *kept[T] {
	return &kept[T]{lose: lose, of: map[string]*keep[T]{}}
}

// add keeps a thing under a name. The node gives up what it held under the same name.
func (k *kept[T]) add(name string, node data.NodeID, held T) {
	k.mu.Lock()
	old := k.of[name]
	k.of[name] = &keep[T]{held: held, node: node, asked: time.Now()}
	k.mu.Unlock()
	if old != nil {
		old.held.Leave()
	}
}

// find returns what a node asks for, which is kept until answered has been called. errNotMine.
func (k *kept[T]) find(name string) (held T, answered func(), err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	one := k.of[name]
	if one == nil {
		return held, nil, errNotMine
	}
	one.waiting++
	return one.held, func() {
		k.mu.Lock()
		defer k.mu.Unlock()
		one.waiting--
		one.asked = time.Now()
	}, nil
}

// leave gives one up.
func (k *kept[T]) leave(name string) {
	k.mu.Lock()
	one := k.of[name]
	delete(k.of, name)
	k.mu.Unlock()
	if one != nil {
		one.held.Leave()
	}
}

// forsake gives up what gone nodes hold.
func (k *kept[T]) forsake(here map[data.NodeID]bool) {
	k.sweep(func(one *keep[T]) bool { return !here[one.node] })
}

// tidy gives up what no node asks for any more.
func (k *kept[T]) tidy() {
	k.sweep(func(one *keep[T]) bool { return one.waiting == 0 && time.Since(one.asked) > silentFor })
}

// clear gives up everything.
func (k *kept[T]) clear() { k.sweep(func(*keep[T]) bool { return true }) }

// sweep gives up those for which the condition holds.
func (k *kept[T]) sweep(unwanted func(one *keep[T]) bool) {
	k.mu.Lock()
	var gone []T
	for name, one := range k.of {
		if unwanted(one) {
			gone = append(gone, one.held)
			delete(k.of, name)
		}
	}
	k.mu.Unlock()
	for _, held := range gone {
		k.lose(held)
	}
}
