package search

import (
	"context"
	"math"
	"slices"
	"sync"

	"noir/engine/districtnoir/compact"
	"noir/engine/districtnoir/network"
)

// curiosity is the weight of moves that the network likes or that were seldom tried, against those that have done well;
// caution is the same for a rival that thinks.
const (
	curiosity = 0.3
	caution   = 0.6
)

// The search flattens the network's priors: it lowers their sharpness, and gives each move a part of the rest.
const (
	priorSharpness = 0.25
	priorShare     = 0.9
)

// patch is how many games are played before the context is looked at again.
const patch = 64

// tree counts the outcomes of games that began in one scene, by the moves made. A node stands for all positions that
// differ only in the rival's hand. The seat that searches tries its moves; the rival answers in its manner, knowing its
// hand and not the other one. A rival that thinks tries its moves too, so that the search does not rely on its playing
// exactly as the network.
type tree struct {
	nodes []node
	deal  func() world
	end   finish // how a game ends beyond the tree
	path  []step // of the game that is being played
}

type node struct {
	after  [compact.Take + 1]int32 // the node after each move, 0 for none yet
	games  [compact.Take + 1]int32
	won    [compact.Take + 1]float32 // for the seat that searches
	priors [compact.Take + 1]float32 // of the seat that searches, whose hand is always the same
	asked  network.Asked             // of the seat on move
	known  bool                      // these two are there
}

type step struct {
	node int32
	move compact.Move
}

// nodes is a pool of memory for trees: new megabytes for each decision would cost too many garbage collections.
var nodes = sync.Pool{New: func() any { return new([]node) }}

// plant returns a tree with room for a number of games in worlds. The returned function fells it; ask for its chances
// before that.
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

// play plays one game, through the tree, one node further, and on by the network.
func (t *tree) play(first compact.Move, c *compact.Chance) {
	w := t.deal()
	p := &w.Position
	root := p.Turn
	t.path = t.path[:0]
	m := first
	for at := int32(0); ; {
		switch {
		case p.Turn != root:
			m = t.answer(at, &w, c)
		case at != 0:
			m = t.pick(at, p, true)
		}
		t.path = append(t.path, step{at, m})
		p.Make(m)
		if p.Settled() || p.Actions >= t.end.at {
			break
		}
		next := &t.nodes[at].after[m]
		if *next == 0 {
			*next = int32(len(t.nodes))
			t.nodes = append(t.nodes, node{})
			break
		}
		at = *next
	}
	chance := of(t.end.play(p, c), root)
	for _, s := range t.path {
		n := &t.nodes[s.node]
		n.games[s.move]++
		n.won[s.move] += chance
	}
}

// answer returns a move of the rival.
func (t *tree) answer(at int32, w *world, c *compact.Chance) compact.Move {
	p, moves := &w.Position, w.Moves()
	switch {
	case moves.Rest() == 0:
		return moves.First()
	case p.Wins():
		return compact.Take
	case w.manner == follows:
		return choose(p, c)
	case w.manner == drifts:
		return moves.At(c.Below(moves.Len()))
	case w.manner == thinks:
		return t.pick(at, p, false)
	}
	logits := t.ask(at, p, false).asked.Logits(p.Hands[p.Turn], moves)
	return logits.Draw(moves, float32(manners[w.manner].sharpness), c)
}

// ask returns a node, of the seat that searches or of its rival, once the network has been asked about it.
func (t *tree) ask(at int32, p *compact.Position, own bool) *node {
	n := &t.nodes[at]
	if !n.known {
		n.known, n.asked = true, t.end.networks.Ask(p)
		if own {
			n.priors = priors(&n.asked, p)
		}
	}
	return n
}

// pick returns the move to try next at a node, of the seat that searches or of its rival.
func (t *tree) pick(at int32, p *compact.Position, own bool) compact.Move {
	moves := p.Moves()
	best := moves.First()
	if moves.Rest() == 0 {
		return best
	}
	if p.Wins() {
		return compact.Take
	}
	n := t.ask(at, p, own)
	likes, weight := n.priors, float32(curiosity)
	if !own {
		likes, weight = priors(&n.asked, p), caution
	}
	games, won := int32(0), float32(0)
	for m := moves; m != 0; m = m.Rest() {
		games += n.games[m.First()]
		won += n.won[m.First()]
	}
	fresh := float32(0.5)
	if games > 0 {
		fresh = won / float32(games)
	}
	urge := weight * float32(math.Sqrt(float64(games+1)))
	most := float32(math.Inf(-1))
	for m := moves; m != 0; m = m.Rest() {
		m := m.First()
		worth := fresh
		if n.games[m] > 0 {
			worth = n.won[m] / float32(n.games[m])
		}
		if !own {
			worth = 1 - worth
		}
		if worth += urge * likes[m] / float32(1+n.games[m]); worth > most {
			best, most = m, worth
		}
	}
	return best
}

// priors returns what the network would do with the hand of the seat on move.
func priors(asked *network.Asked, p *compact.Position) (shares [compact.Take + 1]float32) {
	moves := p.Moves()
	logits := asked.Logits(p.Hands[p.Turn], moves)
	sum := float32(0)
	for m := moves; m != 0; m = m.Rest() {
		k := m.First()
		shares[k] = float32(math.Exp(priorSharpness * float64(logits[k]-logits[moves.First()])))
		sum += shares[k]
	}
	for m := moves; m != 0; m = m.Rest() {
		k := m.First()
		shares[k] = priorShare*shares[k]/sum + (1-priorShare)/float32(moves.Len())
	}
	return shares
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
