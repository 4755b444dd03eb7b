package network

import "noir/engine/districtnoir/compact"

// Where the inputs of each kind begin. Every input is 0 or 1; those that are 1 are listed.
const (
	counts   = 0                                                 // of each support: own, the rival's, and the difference
	hidden   = counts + supports*3*(most+1)                      // of each support: how many are unseen
	sets     = hidden + supports*(most+1)                        // own and the rival's
	pacts    = sets + 2*(deepest+1)                              // own less the rival's
	cities   = pacts + 2*farthest + 1                            // own, the rival's, and unseen
	row      = cities + 3*(compact.Cities+1)                     // the newest cards, by place
	rounds   = row + seen*(int(compact.Kinds)+1)                 // which round it is
	valued   = rounds + compact.Rounds                           // the end of the inputs of a value
	left     = valued                                            // actions in the round, own and the rival's
	took     = left + 2*(compact.HandSize+2)                     // whether either has
	threats  = took + 4                                          // cities that a take may add to those of a seat
	hand     = threats + takes*(compact.Cities+1)*compact.Cities // how many of each kind are held
	inquired = hand + int(compact.Kinds)*compact.HandSize        // the end of the inputs of a policy
	rival    = inquired                                          // how many of each kind the rival holds
	known    = rival + int(compact.Kinds)*compact.HandSize       // the end of the inputs of a critic
)

const (
	supports = int(compact.Eight) + 1
	most     = 8  // cards of a support
	deepest  = 5  // sets
	farthest = 16 // points of pacts that are told apart
	seen     = 2 * compact.Reach
	takes    = 4 // takes whose cities are looked at
)

// Inputs are the numbers of the inputs that are 1.
type Inputs struct {
	n  int
	at [64]uint16
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
	in.set(rounds + p.Round())
}

// moment sets how far the round is, and the cities within reach, from the side of the seat on move.
func (in *Inputs) moment(p *compact.Position) {
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
	five := p.Newest(compact.Reach)
	mine, theirs := p.Tableau[p.Turn].Cities(), p.Tableau[1-p.Turn].Cities()
	in.threat(0, mine, five)                             // by a take now
	in.threat(1, theirs, p.Newest(compact.Reach-1))      // the rival's, after a card
	in.threat(2, mine, p.Newest(compact.Reach-2))        // the own, after two cards
	in.threat(3, theirs, p.Newest(2*compact.Reach)-five) // the rival's, after a take
}

// threat sets how many cities a take brings to a seat that has some.
func (in *Inputs) threat(take, has int, offer compact.Cards) {
	if brings := offer.Cities(); brings > 0 {
		in.set(threats + (take*(compact.Cities+1)+has)*compact.Cities + brings - 1)
	}
}

// held sets a hand.
func (in *Inputs) held(at int, cards compact.Cards) {
	for m := cards.Moves(); m != 0; m = m.Rest() {
		k := compact.Kind(m.First())
		in.set(at + int(k)*compact.HandSize + cards.Count(k) - 1)
	}
}

// List returns them.
func (in *Inputs) List() []uint16 { return in.at[:in.n] }

// TableInputs are those of the value.
func TableInputs(p *compact.Position) (in Inputs) {
	in.table(p)
	return in
}

// MomentInputs are those of the policy, without the hand.
func MomentInputs(p *compact.Position) (in Inputs) {
	in.table(p)
	in.moment(p)
	return in
}

// HandInputs are those of the hand of the seat on move.
func HandInputs(cards compact.Cards) (in Inputs) {
	in.held(hand, cards)
	return in
}

// RivalInputs are those of the other hand, which a critic knows.
func RivalInputs(cards compact.Cards) (in Inputs) {
	in.held(rival, cards)
	return in
}
