package cluster

import (
	"maps"
	"time"

	"noir/data"
)

// guestBits is how many guests a node can have in its life, as a power of two.
const guestBits = 32

// Guests returns the id below which a node's guests get theirs, downwards. No other guest of the store has one of
// these.
func Guests(node data.NodeID) data.PlayerID { return data.PlayerID(-node) << guestBits }

// HostOf returns the node that has given a guest their id, 0 for a player. The guest may be at another node by now:
// a process that joins again keeps its guests.
func HostOf(guest data.PlayerID) data.NodeID {
	if !guest.Guest() {
		return 0
	}
	return data.NodeID((-guest - 1) >> guestBits)
}

// How long a guest still counts as here whom no node names.
const (
	unseenFor = 5 * stateEvery   // if their node lives: its message was lost, or it has said that they left before they were known here
	strayFor  = 10 * time.Second // if their node is gone: its process may join again, and then still has them
)

// unseen are the guests who count as here though no node names them, and since when. One goroutine uses it.
type unseen map[data.PlayerID]time.Time

// look returns the guests who have stopped counting as here. seen reports whether a node has a guest, and lives whether
// a node is there.
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
