package data

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// Shared is a Store that several processes serve at once. Each is a node while it is joined: it beats several times a
// second, owns the matches that it opened or adopted, and may hold roles. Only the store decides. A node that the
// others have not seen beat for DeadAfter, by their own clocks, is removed: from then on it can write nothing, and its
// matches and roles are free. The methods of Matches that change a running match are for its owner only.
type Shared interface {
	Store

	// Census returns what this node saw with its latest beat, and a channel that is closed at the next
	// one. It does not block. The census is shared and never changes.
	Census() (c Census, next <-chan struct{})

	// Join makes this process a node again after it was removed (Census.Self is 0), under a new id. It
	// owns nothing then: the caller has dropped every match that it had. ErrTaken when other nodes speak another
	// protocol by then (Speak), or show none of its host keys (Present); ErrUnavailable.
	Join(ctx context.Context) error

	// Leave gives up everything that this node owns and holds, as if the others had removed it. Join makes
	// the process a node again. ErrUnavailable.
	Leave(ctx context.Context) error

	// Link says with this node's next beat whether the other nodes can reach it.
	Link(linked bool)

	// Look beats at once, so that Census has a change of which another node has told. It gives up after DeadAfter: if
	// the store does not answer, Census stays as it is until a later beat.
	Look(ctx context.Context)

	// Awake returns nil at once while this process beats in time, even if the store does not answer. After it has stood
	// still for so long that the others may soon remove it as dead, Awake waits for the next beat. Errors: ErrFenced
	// when they have removed it; ctx's error.
	Awake(ctx context.Context) error

	// Present says which host keys this node shows, as in authorized_keys, the current one first, in place of those
	// that it has presented before. There must be at least one, all distinct. They are forgotten when the node is
	// removed or leaves, and are presented again when it joins. ErrTaken, with the keys that the other nodes have
	// presented, when these do not include the current one. ErrFenced, ErrUnavailable.
	Present(ctx context.Context, keys ...string) (others []string, err error)

	// Speak says which protocol this process speaks with the other nodes, a number above 0: now, and whenever it joins
	// again. Before the first call it speaks none. ErrTaken, with names and versions, if other nodes speak another
	// protocol: then nothing is changed. ErrFenced, ErrUnavailable.
	Speak(ctx context.Context, protocol int) (others []string, err error)

	// Adopt makes this node the owner of running matches without one, live ones and the oldest first, at most
	// limit, and returns them with their logs. A guest's seat has the id with which it was opened. No two nodes
	// get the same one. ErrFenced, ErrUnavailable.
	Adopt(ctx context.Context, limit int) ([]Match, error)

	// Own returns those of some running matches that this node owns, as Adopt does. ErrUnavailable.
	Own(ctx context.Context, ids ...MatchID) ([]Match, error)

	// Release gives up matches of this node, to another node or, if to is 0, to the next one that adopts them. It skips
	// matches that are over or not its own. ErrUnavailable.
	Release(ctx context.Context, to NodeID, ids ...MatchID) error

	// Owner returns who owns a running match, 0 for nobody, and its epoch. ErrNotFound, ErrFinished.
	Owner(ctx context.Context, id MatchID) (NodeID, int64, error)

	// Owned returns the running matches that have an owner, without their logs.
	Owned(ctx context.Context) (map[MatchID]Ownership, error)

	// LiveSeats returns the match of each of some players of which they may have one at a time (Match.Live). Players
	// who are in none are left out.
	LiveSeats(ctx context.Context, players ...PlayerID) (map[PlayerID]MatchID, error)

	// Rated returns the running rated matches of a game at which any of some players sit, whichever node owns them. It
	// returns only their ids, paces and players by seat, with 0 for all other players.
	Rated(ctx context.Context, game string, players ...PlayerID) ([]Match, error)

	// Take gives this node a role that nobody holds, and returns how often it has been given. The node
	// keeps it until it is removed or leaves. ErrTaken, ErrFenced, ErrUnavailable.
	Take(ctx context.Context, role string) (epoch int64, err error)

	// Yield gives up a role of this node, for another one to take. It may be one that it does not hold.
	// ErrFenced, ErrUnavailable.
	Yield(ctx context.Context, role string) error
}

// DeadAfter is how long the others wait for a node's beat before they remove it.
const DeadAfter = 1500 * time.Millisecond

// NodeID identifies a node; 0 is no node. It is never given twice.
type NodeID int64

// Census is the nodes of a shared store at one moment.
type Census struct {
	Self    NodeID // 0: this process has been removed
	Nodes   []Node // this one too, by id
	Orphans int    // running matches without an owner
	History string // changes when a copy has taken the store's place, which may lack the newest writes

	Clock time.Duration // how far this process's clock is ahead of the store's, to 0.1 s; unchanged after a beat that took longer than twice that
}

// Node is one process that serves a shared store.
type Node struct {
	ID     NodeID
	Name   string
	Slot   int      // from 1, unique among the nodes of the same time
	Linked bool     // as it said with Shared.Link
	Roles  []string // that it holds
}

// Holder returns the node that holds a role; ok is false for nobody.
func (c Census) Holder(role string) (n Node, ok bool) {
	for _, n := range c.Nodes {
		if slices.Contains(n.Roles, role) {
			return n, true
		}
	}
	return Node{}, false
}

// Ownership is who runs a match.
type Ownership struct {
	Node  NodeID
	Epoch int64 // how often it has been adopted
}

// Seated refuses a match to players who are in another match of which a player may have only one at a time.
type Seated struct {
	In map[PlayerID]MatchID // the match that each is in
}

func (e *Seated) Error() string { return fmt.Sprintf("%d players have a game running", len(e.In)) }
