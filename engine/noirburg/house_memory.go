package noirburg

import (
	"bytes"
	"encoding/json"
	"fmt"

	"noir/engine"
)

// memory is what the log tells a seat beyond its view: how far the turn has come, what
// seats have done, and what can be worked out about the cards that it does not see.
type memory struct {
	position // as far as the log alone tells it
	joined   bool
	closing  bool        // the turn is at its end
	target   engine.Seat // of the newest attack
	thrower  [allCards + 1]engine.Seat

	stock  set // what the deck was made of
	pile   int // cards left in the deck
	spent  int // cards drawn before a reshuffle in the same draw
	hands  [hideouts]holding
	shaken bool // the deck was made of the discard pile in the draw that is told next
}

// holding is what is known of a hand: how many cards, and of which kinds of them.
type holding struct {
	cards int // in all
	older int // from a deck before this one
	fresh int // drawn after the seat could last open any
	lured set // taken by a Turncoat in the sight of all

	missing      set // what the seat would have thrown in if it had had it
	staleMissing set // the same of all but the fresh cards
}

// remember reads the log of a game of so many seats.
func remember(log []engine.Line, seats int) (*memory, error) {
	m := &memory{stock: deckCards, pile: deckSize - handLimit*seats}
	m.deal = &deal{seats: seats}
	for s := range seats {
		m.of(engine.Seat(s)).alive = true
		m.hands[s] = holding{cards: handLimit, fresh: handLimit}
	}
	m.deal.first = engine.Spectator
	for _, line := range log {
		if err := m.hear(line); err != nil {
			return nil, fmt.Errorf("ply %d: %w", line.Ply, err)
		}
	}
	return m, nil
}

// hear takes in a ply.
func (m *memory) hear(line engine.Line) error {
	var move struct {
		Type  string
		Seat  engine.Seat
		Place Place
	}
	if err := json.Unmarshal(line.Move, &move); err != nil {
		return err
	}
	if line.Seat != engine.Spectator {
		m.bots.set(line.Seat, line.By == engine.ByBot)
	}
	if move.Type == TypeAttack {
		m.attacked(move.Seat, move.Place)
	}
	m.did(move.Type, line.Seat)
	for _, effect := range line.Effects {
		if err := m.told(effect); err != nil {
			return err
		}
	}
	return nil
}

// did notes what a move says about the turn.
func (m *memory) did(kind string, seat engine.Seat) {
	switch kind {
	case TypeMulligan:
		if m.deal.first == engine.Spectator {
			m.deal.first = seat
		}
	case TypeArrange:
		m.acts.arranged = true
	case TypeMoveHideout:
		m.acts.relocated = true
	case TypeDiscard:
		m.acts.discarded = true
	case TypeDraw:
		m.acts.drew = true
	case TypeEndTurn:
		m.closing, m.joined = true, false
	case TypeResign:
		m.of(seat).resigned = true
		m.left(seat)
	}
}

func (m *memory) attacked(seat engine.Seat, at Place) {
	m.target = seat
	if b := at.Business(); b != 0 {
		m.acts.attacked.add(b)
	} else {
		m.acts.attacked.add(HideoutOf(int(seat)))
	}
}

// told notes an effect of those that matter.
func (m *memory) told(effect json.RawMessage) error {
	for _, kind := range [...]string{TypeMoved, TypeDrew, TypeReshuffled, TypeTurn, TypeFought, TypeEliminated} {
		if bytes.HasPrefix(effect, []byte(`{"type":"`+kind+`"`)) {
			e, err := ReadEffect(effect)
			if err != nil {
				return err
			}
			m.saw(e)
			break
		}
	}
	return nil
}

// saw notes an effect.
func (m *memory) saw(effect any) {
	switch e := effect.(type) {
	case Moved:
		m.sawMoved(e)
	case Reshuffled:
		m.spent += m.pile
		m.pile, m.stock, m.discard = e.Count, m.discard, set{}
		m.shaken = true
	case Drew:
		m.sawDrew(e)
	case Turn:
		m.sawTurn(e)
	case Fought:
		m.sawFought(e)
	case Eliminated:
		m.left(e.Seat)
	}
}

// sawFought notes that nobody who loses so much holds a card against it.
func (m *memory) sawFought(e Fought) {
	loser, against := m.target, Police
	switch e.Result {
	case AttackHeld, AttackFizzled:
		return
	case AttackStopped:
		loser, against = m.active, Bribe
	}
	h := &m.hands[loser]
	h.missing = h.missing.union(kindSets[against])
}

func (m *memory) sawMoved(e Moved) {
	if e.From == InHand {
		m.played(e)
	}
	switch e.To {
	case InHand:
		h := &m.hands[e.ToSeat]
		h.cards++
		h.lured.add(e.Card)
	case InDiscard:
		m.discard.add(e.Card)
		if e.From == OnHideout && m.acts.attacked.has(e.Card) {
			m.acts.attacked.add(HideoutOf(int(e.Seat)))
		}
	}
}

// played notes a card that a seat has parted with.
func (m *memory) played(e Moved) {
	h := &m.hands[e.Seat]
	h.cards--
	switch {
	case h.lured.has(e.Card):
		h.lured.remove(e.Card)
	case !m.stock.has(e.Card):
		h.older--
	}
	h.fresh = min(h.fresh, h.cards)
	switch k := e.Card.Kind(); {
	case k == Business && e.To != InDiscard:
		m.of(e.Seat).founded = true
	case k.Reaction() && e.To == OnTable:
		m.thrower[e.Card] = e.Seat
		m.joined = m.joined || m.closing && e.Seat != m.active
	}
}

func (m *memory) sawDrew(e Drew) {
	if m.shaken {
		for s := range m.hands {
			m.hands[s].older = m.hands[s].cards - m.hands[s].lured.len()
		}
		m.hands[e.Seat].older += m.spent
	}
	m.pile -= e.Count - m.spent
	m.spent, m.shaken = 0, false
	h := &m.hands[e.Seat]
	h.cards += e.Count
	h.missing, h.staleMissing = set{}, h.missing
	if h.fresh = e.Count; m.turn == 0 {
		h.fresh = handLimit
	}
}

func (m *memory) sawTurn(e Turn) {
	if m.turn > 0 {
		m.of(m.active).seasoned = true
		if !m.acts.drew {
			m.hands[m.active].fresh = 0
		}
	}
	m.active, m.turn = e.Seat, e.Turn
	m.acts, m.closing = acts{}, false
}

// left notes that a seat is out.
func (m *memory) left(seat engine.Seat) {
	m.gone++
	m.of(seat).out = m.gone
}

// fill completes a position that a seat sees with what it remembers.
func (m *memory) fill(p *position) {
	p.deal.first, p.bots, p.gone = m.deal.first, m.bots, m.gone
	if p.deal.first == engine.Spectator {
		p.deal.first = p.active
	}
	p.acts = m.acts
	for s := range engine.Seat(p.seats()) {
		to, from := p.of(s), m.of(s)
		to.founded = to.alive && (from.founded || !to.open.empty())
		to.seasoned = to.alive && (from.seasoned || p.round > 1)
		to.resigned, to.out = from.resigned, from.out
		if p.acts.attacked.overlaps(setOf(HideoutOf(int(s)), to.under)) {
			p.acts.attacked = p.acts.attacked.union(p.shareAttack(s, OnHideout))
		}
	}
	for i := range p.depth {
		w := &p.windows[i]
		w.joined = w.kind == WindowEndTurn && m.joined
		for j := range w.cards {
			w.cards[j].seat = m.thrower[w.cards[j].card]
		}
	}
	if p.phase == setUp {
		p.turn, p.round = 0, 0
	}
}
