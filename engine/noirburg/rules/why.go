package rules

import (
	"slices"

	"noir/engine"
)

// Why implements engine.Explainer.
func (Game) Why(s engine.Sight, kind string) (string, error) { return Why(s, kind, 0) }

// Why is Game.Why limited to moves with one card of the hand; 0 means any card.
func Why(s engine.Sight, kind string, card Card) (string, error) {
	for _, entry := range s.Legal {
		if m, ok := ReadEntry(entry); ok && m.Type == kind && m.with(card) {
			return "", nil
		}
	}
	p, err := recall(s)
	if err != nil {
		return "", err
	}
	return p.why(s.Seat, kind, card), nil
}

// with reports whether the move plays a card; "no card" is in every move.
func (m Move) with(c Card) bool { return c == 0 || m.Card == c || slices.Contains(m.Cards, c) }

// nearness orders refusals, the nearest to a legal move last: those that another card or place
// is least likely to mend.
var nearness = []string{OverCapacity, CannotAfford, NoGangstersThere, TargetAlreadyAttacked}

// why returns the refusal of the move nearest to being legal, of a type without legal moves.
func (p *Position) why(seat engine.Seat, kind string, card Card) string {
	code := p.Refusal(p.plainest(seat, kind, card), seat, engine.ByPlayer)
	if p.Over() || p.Phase == SetUp || !p.seated(seat) {
		return code
	}
	found := false
	l := &lister{Position: p, seat: seat, own: p.Of(seat), refused: func(m Move, refusal string) {
		if m.Type != kind || !m.with(card) {
			return
		}
		if !found || slices.Index(nearness, refusal) > slices.Index(nearness, code) {
			code, found = refusal, true
		}
	}}
	switch {
	case kind == TypeAttack:
		l.attacks()
	case kind == TypeOpen:
		l.openings()
	case kind == TypeMoveHideout:
		l.relocations()
	case reactionKinds[kind] != NoKind:
		l.reactions()
	}
	return code
}

// plainest returns the least demanding move of a type.
func (p *Position) plainest(seat engine.Seat, kind string, card Card) Move {
	m := Move{Type: kind, Card: card, Count: 1}
	if card != 0 || !p.seated(seat) {
		return m
	}
	hand := p.Of(seat).Hand
	switch k := reactionKinds[kind]; {
	case k != NoKind && hand.Of(k).Empty():
		m.Card = kindSets[k].First()
	case k != NoKind:
		m.Card = hand.Of(k).First()
	case kind == TypeOpen && hand.Empty():
		m.Card = kindSets[Business].First()
	case kind == TypeOpen:
		m.Card = hand.First()
	case kind == TypeDiscard:
		m.Cards = []Card{max(1, hand.First())}
	}
	return m
}
