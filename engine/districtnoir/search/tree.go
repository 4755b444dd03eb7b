package search

import (
	"context"
	"math"
	"slices"
	"sync"

	"noir/engine/districtnoir/compact"
)

// curiosity weighs what the policy likes and what was seldom tried against what
// has done well.
const curiosity = 2.0

// The search believes the policy only so far: priorHeat is in points, priorLeast is
// granted to every move, the best having 1.
const (
	priorHeat  = 2.0
	priorLeast = 0.02
)

// untried is how much less a move that was never tried is taken to be worth than
// the node it leaves.
const untried = 0.05

// patch is how many games are played before the context is looked at again.
const patch = 64

// tree counts how games went that began in one scene, by the moves made. A node
// stands for all positions that look the same but for hidden cards.
type tree struct {
	nodes []node
	deal  func() world
	end   finish // how a game ends beyond the tree
	path  []step // of the game that is being played
}

type node struct {
	after  [compact.Take + 1]int32 // the node after each move, 0 for none yet
	games  [compact.Take + 1]int32
	won    [compact.Take + 1]float32 // for the seat on move
	priors [compact.Take + 1]float32
	known  bool // the priors are there
}

type step struct {
	node int32
	move compact.Move
	seat uint8
}

// nodes is memory for trees: half a megabyte for each move that somebody thinks about
// would have the garbage collected all the time.
var nodes = sync.Pool{New: func() any { return new([]node) }}

// plant returns a tree with room for a number of games in worlds. Its chances are to be
// asked for before it is felled, by the function that is returned.
func plant(deal func() world, end finish, games int) (t *tree, fell func()) {
	lent := nodes.Get().(*[]node)
	t = &tree{nodes: append(slices.Grow((*lent)[:0], games+1), node{}), deal: deal, end: end}
	return t, func() {
		*lent = t.nodes
		nodes.Put(lent)
	}
}

// grow plays games, each with the next of the given first moves in turn.
func (t *tree) grow(ctx context.Context, first compact.Moves, games int, c *compact.Chance) error {
	turn := first
	for n := range games {
		if n%patch == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if turn == 0 {
			turn = first
		}
		t.play(turn.First(), c)
		turn = turn.Rest()
	}
	return nil
}

// play plays one game, through the tree, one node further, and on by the policy.
func (t *tree) play(first compact.Move, c *compact.Chance) {
	w := t.deal()
	p := &w.Position
	root := p.Turn
	t.path = t.path[:0]
	m := first
	for at := int32(0); ; {
		if w.manner == follows && p.Turn != root {
			m = choose(p, c)
		} else {
			if at != 0 {
				m = t.pick(at, p)
			}
			t.path = append(t.path, step{at, m, p.Turn})
		}
		p.Make(m)
		next := &t.nodes[at].after[m]
		if *next == 0 {
			*next = int32(len(t.nodes))
			t.nodes = append(t.nodes, node{})
			break
		}
		if at = *next; p.Settled() || p.Actions >= t.end.at {
			break
		}
	}
	chance := t.end.play(p, c)
	for _, s := range t.path {
		n := &t.nodes[s.node]
		n.games[s.move]++
		n.won[s.move] += of(chance, s.seat)
	}
}

// pick returns the move to try at a node next, of those that the world has.
func (t *tree) pick(at int32, p *compact.Position) compact.Move {
	moves := p.Moves()
	best := moves.First()
	if moves.Rest() == 0 {
		return best
	}
	n := &t.nodes[at]
	if !n.known {
		n.like(p)
	}
	games, won, priors := int32(0), float32(0), float32(0)
	for m := moves; m != 0; m = m.Rest() {
		games += n.games[m.First()]
		won += n.won[m.First()]
		priors += n.priors[m.First()]
	}
	fresh := float32(0.5)
	if games > 0 {
		fresh = won/float32(games) - untried
	}
	urge := curiosity * float32(math.Sqrt(float64(games+1))) / priors
	most := float32(math.Inf(-1))
	for m := moves; m != 0; m = m.Rest() {
		m := m.First()
		worth := fresh
		if n.games[m] > 0 {
			worth = n.won[m] / float32(n.games[m])
		}
		if worth += urge * n.priors[m] / float32(1+n.games[m]); worth > most {
			best, most = m, worth
		}
	}
	return best
}

// like sets what the policy would do at a node, whatever the seat on move holds.
func (n *node) like(p *compact.Position) {
	n.known = true
	for m, draw := range appeal(p, priorHeat) {
		n.priors[m] = float32(draw) + priorLeast
	}
}

// chances returns the share of games won after each move.
func (t *tree) chances() *Chances {
	var c Chances
	root := &t.nodes[0]
	for m, games := range root.games {
		if games > 0 {
			c[m] = float64(root.won[m]) / float64(games)
		}
	}
	return &c
}
