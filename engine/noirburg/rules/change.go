package rules

import (
	"encoding/json"
	"fmt"

	"noir/engine"
)

// Change is a copy of a position on its way to the next one, and the effects so far.
type Change struct {
	Position
	effects []any
	Dice    []int
	Drawn   []string
	Loaded  []int // the next dice, for a house player who looks ahead
	Silent  bool  // no effects are needed: a house player plays on
}

// tell adds an effect. It is a function, not a method, so that it allocates nothing in silence.
func tell[E any](c *Change, effect E) {
	if !c.Silent {
		c.effects = append(c.effects, effect)
	}
}

// Make makes a legal move other than a pass.
func (c *Change) Make(m Move, seat engine.Seat) {
	c.CarryOut(m, seat)
	c.Settle()
}

// CarryOut makes a move and leaves the windows open.
func (c *Change) CarryOut(m Move, seat engine.Seat) {
	act, reaction := turnAct{c, c.Of(c.Active)}, reactionAct{c, seat}
	switch m.Type {
	case TypeMulligan:
		act.mulligan(&m)
	case TypeArrange:
		act.arrange(&m)
	case TypeAttack:
		act.declare(&m)
	case TypeOpen:
		act.openCard(&m)
	case TypeMoveHideout:
		act.moveHideout(&m)
	case TypeDiscard:
		act.throwAway(&m)
	case TypeDraw:
		act.buyCards(&m)
	case TypeEndTurn:
		act.endTurn()
	case TypePoker:
		reaction.playPoker(&m)
	case TypePolice:
		reaction.playPolice(&m)
	case TypeBribe:
		reaction.playBribe(&m)
	case TypeDriveby:
		reaction.playDriveby(&m)
	case TypeTurncoat:
		reaction.playTurncoat(&m)
	case TypeResign:
		c.resign(seat)
	case TypeAbort:
		c.end(engine.Aborted)
	}
}

// roll throws a die.
func (c *Change) roll() int {
	var die int
	if len(c.Loaded) > 0 {
		die, c.Loaded = c.Loaded[0], c.Loaded[1:]
	} else {
		die = c.Chance.Roll()
	}
	c.Dice = append(c.Dice, die)
	return die
}

// Pay moves money between purses. A payment of nothing has no effect.
func (c *Change) Pay(from, to Purse, amount int) {
	if amount == 0 {
		return
	}
	*c.purse(from) -= amount
	if to != Pot {
		*c.purse(to) += amount
	}
	tell(c, Paid{Type: TypePaid, From: from, To: to, Amount: amount})
}

// moved adds the effect of a card that keeps its owner.
func (c *Change) moved(card Card, seat engine.Seat, from, to Place) {
	tell(c, Moved{Type: TypeMoved, Card: card, Seat: seat, From: from, To: to, ToSeat: seat})
}

// lose puts cards of a seat into the discard pile. The caller must take them from where they
// are.
func (c *Change) lose(cards Set, seat engine.Seat, from Place) {
	for card := range cards.All() {
		c.moved(card, seat, from, InDiscard)
	}
	c.Discard = c.Discard.Union(cards)
}

// draw takes cards from the deck into the hand of a seat. An empty deck is replaced by
// the discard pile at once.
func (c *Change) draw(seat engine.Seat, count int) {
	cards := make([]Card, 0, count)
	for range count {
		c.refill()
		card := c.top()
		c.Of(seat).Hand.Add(card)
		cards = append(cards, card)
		c.Drawn = append(c.Drawn, card.String())
		c.refill()
	}
	if count > 0 {
		tell(c, Drew{Type: TypeDrew, Seat: seat, Count: count, Cards: cards})
	}
}

// refill makes an empty deck of the discard pile.
func (c *Change) refill() {
	if c.reshuffle() {
		tell(c, Reshuffled{Type: TypeReshuffled, Count: len(c.Deck)})
	}
}

// ply returns the log entry of the move behind the change.
func (c *Change) ply(m engine.Move) engine.Ply {
	ply := engine.Ply{Move: m, Dice: c.Dice, Drawn: c.Drawn}
	for _, e := range c.effects {
		ply.Effects = append(ply.Effects, seen(e))
	}
	return ply
}

// seen encodes an effect: only their drawer sees drawn cards.
func seen(e any) engine.Effect {
	drew, ok := e.(Drew)
	if !ok {
		return engine.Effect{Public: encode(e)}
	}
	own := encode(drew)
	drew.Cards = nil
	return engine.Effect{Public: encode(drew), Private: map[engine.Seat]json.RawMessage{drew.Seat: own}}
}

// encode marshals a type of this package, which cannot fail.
func encode(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("noirburg: %v", err))
	}
	return text
}
