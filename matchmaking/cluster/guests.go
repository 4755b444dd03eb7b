package cluster

import "noir/data"

// guestBits is how many guests a node can have in its life, as a power of two.
const guestBits = 32

// Guests returns the id that those of a node's guests follow downwards. No other guest of the store has one
// of them.
func Guests(node data.NodeID) data.PlayerID { return data.PlayerID(-node) << guestBits }

// HostOf returns the node that has given a guest their id, 0 for a player.
func HostOf(guest data.PlayerID) data.NodeID {
	if !guest.Guest() {
		return 0
	}
	return data.NodeID((-guest - 1) >> guestBits)
}
