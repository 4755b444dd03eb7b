package noirburg

import (
	"encoding/json"
	"fmt"

	"noir/engine"
)

// change is a position on its way to the next one, and what is told of it.
type change struct {
	position
	effects []any
	dice    []int
	drawn   []string
	loaded  []int // the dice that fall next, for a house player who looks ahead
	silent  bool  // nobody listens: a house player plays on
}

// tell adds an effect. It is no method so that nothing is allocated in silence.
func tell[E any](c *change, effect E) {
	if !c.silent {
		c.effects = append(c.effects, effect)
	}
}

// roll throws a die.
func (c *change) roll() int {
	var die int
	if len(c.loaded) > 0 {
		die, c.loaded = c.loaded[0], c.loaded[1:]
	} else {
		die = c.chance.Roll()
	}
	c.dice = append(c.dice, die)
	return die
}

// pay moves money between purses and tells of it. Nothing is told of nothing.
func (c *change) pay(from, to Purse, amount int) {
	if amount == 0 {
		return
	}
	*c.purse(from) -= amount
	if to != Pot {
		*c.purse(to) += amount
	}
	tell(c, Paid{Type: TypePaid, From: from, To: to, Amount: amount})
}

// purse returns where the money of a seat or of the bank lies.
func (c *change) purse(p Purse) *int {
	if p == Bank {
		return &c.bank
	}
	return &c.mafias[p].money
}

// moved tells of a card that keeps its owner.
func (c *change) moved(card Card, seat engine.Seat, from, to Place) {
	tell(c, Moved{Type: TypeMoved, Card: card, Seat: seat, From: from, To: to, ToSeat: seat})
}

// lose puts cards of a seat into the discard pile and tells of it. Taking them from
// where they are is the caller's.
func (c *change) lose(cards set, seat engine.Seat, from Place) {
	for card := range cards.all() {
		c.moved(card, seat, from, InDiscard)
	}
	c.discard = c.discard.union(cards)
}

// draw takes cards from the deck into the hand of a seat. An empty deck is replaced by
// the discard pile at once.
func (c *change) draw(seat engine.Seat, count int) {
	cards := make([]Card, 0, count)
	for range count {
		c.reshuffle()
		card := c.deck[0]
		c.deck = c.deck[1:]
		c.of(seat).hand.add(card)
		cards = append(cards, card)
		c.drawn = append(c.drawn, card.String())
		c.reshuffle()
	}
	if count > 0 {
		tell(c, Drew{Type: TypeDrew, Seat: seat, Count: count, Cards: cards})
	}
}

// reshuffle makes the discard pile the deck if that is empty (protocol, section 8).
func (c *change) reshuffle() {
	if len(c.deck) > 0 || c.discard.empty() {
		return
	}
	c.deck = c.discard.cards()
	c.discard = set{}
	engine.Shuffle(&c.chance, c.deck)
	tell(c, Reshuffled{Type: TypeReshuffled, Count: len(c.deck)})
}

// ply returns the log entry of a move that brought the change about.
func (c *change) ply(m engine.Move) engine.Ply {
	ply := engine.Ply{Move: m, Dice: c.dice, Drawn: c.drawn}
	for _, e := range c.effects {
		ply.Effects = append(ply.Effects, seen(e))
	}
	return ply
}

// seen encodes an effect: cards that are drawn only their drawer sees.
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
