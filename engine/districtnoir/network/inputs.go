package network

import "noir/engine/districtnoir/compact"

// Where the inputs of each kind begin. Every input is 0 or 1; those that are 1 are listed.
const (
	counts   = 0                                          // of each support: own, the rival's, and the difference
	hidden   = counts + supports*3*(most+1)               // of each support: how many are unseen
	sets     = hidden + supports*(most+1)                 // own and the rival's
	pacts    = sets + 2*(deepest+1)                       // own less the rival's
	cities   = pacts + 2*farthest + 1                     // own, the rival's, and unseen
	row      = cities + 3*(compact.Cities+1)              // the newest cards, by place
	valued   = row + seen*(int(compact.Kinds)+1)          // what a value looks at ends here
	rounds   = valued                                     // which round it is
	left     = rounds + compact.Rounds                    // actions in the round, own and the rival's
	took     = left + 2*(compact.HandSize+2)              // whether either has
	hand     = took + 4                                   // how many of each kind are held
	inquired = hand + int(compact.Kinds)*compact.HandSize // what a policy looks at ends here
)

const (
	supports = int(compact.Eight) + 1
	most     = 8  // cards of a support
	deepest  = 5  // sets
	farthest = 16 // points of pacts that are told apart
	seen     = 2 * compact.Reach
)

// Inputs are the numbers of the inputs that are 1.
type Inputs struct {
	n  int
	at [48]uint16
}

func (in *Inputs) set(number int) {
	in.at[in.n] = uint16(number)
	in.n++
}

// table sets what both see of the table, from the side of the seat on move.
func (in *Inputs) table(p *compact.Position) {
	own, rival, unseen := p.Tableau[p.Turn], p.Tableau[1-p.Turn], compact.Unseen(p)
	for k := range supports {
		a, b, at := own.Count(compact.Kind(k)), rival.Count(compact.Kind(k)), counts+k*3*(most+1)
		in.set(at + a)
		in.set(at + (most + 1) + b)
		in.set(at + 2*(most+1) + most/2 + max(-most/2, min(a-b, most/2)))
		in.set(hidden + k*(most+1) + unseen.Count(compact.Kind(k)))
	}
	in.set(sets + compact.Sets(own))
	in.set(sets + deepest + 1 + compact.Sets(rival))
	in.set(pacts + farthest + max(-farthest, min(compact.Pacts(own)-compact.Pacts(rival), farthest)))
	in.set(cities + own.Cities())
	in.set(cities + compact.Cities + 1 + rival.Cities())
	in.set(cities + 2*(compact.Cities+1) + (unseen & compact.Panorama).Cities())
	for place := range seen {
		kind := int(compact.Kinds)
		if at := int(p.Length) - 1 - place; at >= 0 {
			kind = int(p.Row[at])
		}
		in.set(row + place*(int(compact.Kinds)+1) + kind)
	}
}

// moment sets how far the round is, from the side of the seat on move.
func (in *Inputs) moment(p *compact.Position) {
	in.set(rounds + p.Round())
	own, rival := p.Left()
	in.set(left + own)
	in.set(left + compact.HandSize + 2 + rival)
	both := 0
	if p.Took[p.Turn] {
		both++
	}
	if p.Took[1-p.Turn] {
		both += 2
	}
	in.set(took + both)
}

// held sets a hand.
func (in *Inputs) held(cards compact.Cards) {
	for m := cards.Moves(); m != 0; m = m.Rest() {
		k := compact.Kind(m.First())
		in.set(hand + int(k)*compact.HandSize + cards.Count(k) - 1)
	}
}

// List returns them.
func (in *Inputs) List() []uint16 { return in.at[:in.n] }

// TableInputs are those of a Value.
func TableInputs(p *compact.Position) (in Inputs) {
	in.table(p)
	return in
}

// MomentInputs are those of a Policy, without the hand.
func MomentInputs(p *compact.Position) (in Inputs) {
	in.table(p)
	in.moment(p)
	return in
}

// HandInputs are those of a hand.
func HandInputs(hand compact.Cards) (in Inputs) {
	in.held(hand)
	return in
}
