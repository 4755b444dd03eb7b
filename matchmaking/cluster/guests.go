package cluster

import (
	"maps"
	"time"

	"noir/data"
)

// guestBits is how many guests a node can have in its life, as a power of two.
const guestBits = 32

// Guests returns the id that those of a node's guests follow downwards. No other guest of the store has one
// of them.
func Guests(node data.NodeID) data.PlayerID { return data.PlayerID(-node) << guestBits }

// HostOf returns the node that has given a guest their id, 0 for a player. The guest may be at another node by now:
// a process that joins again keeps its guests.
func HostOf(guest data.PlayerID) data.NodeID {
	if !guest.Guest() {
		return 0
	}
	return data.NodeID((-guest - 1) >> guestBits)
}

// How long a guest counts as here of whom no node says so.
const (
	unseenFor = 5 * stateEvery   // whose node lives: what it said is lost, or it has said that they left before they were known here
	strayFor  = 10 * time.Second // whose node is gone: its process may join again, and then has them still
)

// unseen are the guests who count as here though no node says so, and since when. One goroutine uses it.
type unseen map[data.PlayerID]time.Time

// look returns those of the guests who count as here that do so no more. seen reports whether a node has one, and
// lives whether a node is there.
func (u unseen) look(here []data.PlayerID, seen func(guest data.PlayerID) bool, lives func(data.NodeID) bool, now time.Time) (gone []data.PlayerID) {
	before := maps.Clone(u)
	clear(u)
	for _, guest := range here {
		if seen(guest) {
			continue
		}
		since, known := before[guest]
		if !known {
			since = now
		}
		u[guest] = since
		most := unseenFor
		if !lives(HostOf(guest)) {
			most = strayFor
		}
		if now.Sub(since) >= most {
			gone = append(gone, guest)
		}
	}
	return gone
}
