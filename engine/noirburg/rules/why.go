package rules

import (
	"slices"

	"noir/engine"
)

// Why implements engine.Explainer.
func (Game) Why(s engine.Sight, kind string) (string, error) { return Why(s, kind, 0) }

// Why is Game.Why for the moves with one card of the hand; a card of 0 means any.
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

// with reports whether a card is played in the move; no card is in every move.
func (m Move) with(c Card) bool { return c == 0 || m.Card == c || slices.Contains(m.Cards, c) }

// nearness lists the refusals that a choice of another card or place cannot mend as
// easily as any other, the nearest to a legal move last.
var nearness = []string{OverCapacity, CannotAfford, NoGangstersThere, TargetAlreadyAttacked}

// why returns the refusal of that move of a type, none of which is legal, that comes
// nearest to being legal.
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

// plainest returns a move of a type that asks for as little as possible.
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
