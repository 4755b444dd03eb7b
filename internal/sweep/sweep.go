// Package sweep keeps small the maps that remember people for some time.
package sweep

import "maps"

// Spare is how many entries a Map takes, in addition to twice those that it kept, before it is
// swept again.
const Spare = 1024

// Map is a map whose entries are of no use after some time. Its owner reads and writes Of, and
// calls Sweep before a new entry. It is not safe for concurrent use.
type Map[K comparable, V any] struct {
	Of   map[K]V
	next int // number of entries from which on it is swept
}

// NewMap returns an empty Map.
func NewMap[K comparable, V any]() Map[K, V] {
	return Map[K, V]{Of: map[K]V{}, next: Spare}
}

// Sweep deletes the entries that are of no use, once the map has doubled since the last time: so
// each new entry pays for a look at two others at most, on average.
func (m *Map[K, V]) Sweep(useless func(V) bool) {
	if len(m.Of) < m.next {
		return
	}
	maps.DeleteFunc(m.Of, func(_ K, v V) bool { return useless(v) })
	m.next = 2*len(m.Of) + Spare
}
