package noirburg

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math/rand/v2"

	"noir/engine"
)

// worlds makes positions that a seat cannot tell from the one that it is in: what it
// sees and remembers is in all of them, what it does not see is dealt at random.
type worlds struct {
	seen   position // without other hands, the deck and chance
	unseen set
	hands  [hideouts]holding
	stock  set
}

// ponder returns what a house player sees who thinks further than his next move, and the
// worlds that he may be in.
func ponder(s engine.Sight) (planner, worlds, error) {
	at, err := look(s)
	if err != nil {
		return planner{}, worlds{}, err
	}
	m, err := remember(s.Log, s.Seats)
	if err != nil {
		return planner{}, worlds{}, err
	}
	m.fill(&at.position)
	w := imagine(at.position, at.seat, m)
	if err := w.like(s); err != nil {
		return planner{}, worlds{}, err
	}
	return planner{at, newOutlook(&at.position, at.seat)}, w, nil
}

// errUnlike is that of a log and a view that are not of one game. Worlds made of them follow
// no rules, and need not come to an end.
var errUnlike = errors.New("the log does not lead to what the seat sees")

// like checks that a seat sees in the worlds what it sees, and may do the same.
func (w *worlds) like(s engine.Sight) error {
	var seen View
	if err := json.Unmarshal(s.View, &seen); err != nil {
		return err
	}
	one := w.deal(rand.New(rand.NewPCG(0, 0)))
	if !bytes.Equal(encode(one.View(s.Seat)), encode(seen)) || !bytes.Equal(encode(one.Legal(s.Seat)), encode(s.Legal)) {
		return errUnlike
	}
	return nil
}

// imagine returns the worlds of a seat that sees and remembers so much.
func imagine(seen position, seat engine.Seat, m *memory) worlds {
	w := worlds{seen: seen, hands: m.hands, stock: m.stock, unseen: deckCards.without(seen.shown())}
	for s := range engine.Seat(seen.seats()) {
		if s == seat || !seen.of(s).alive {
			w.hands[s] = holding{}
		}
		w.unseen = w.unseen.without(w.hands[s].lured)
	}
	return w
}

// deckCards are all cards but the Hideouts.
var deckCards = func() (all set) {
	for c := Card(1); c < firstHideout; c++ {
		all.add(c)
	}
	return all
}()

// shown returns all cards that lie open, or in a hand that is known.
func (p *position) shown() set {
	all := p.discard.union(p.box).union(p.table())
	for s := range engine.Seat(p.seats()) {
		m := p.of(s)
		all = all.union(m.hand).union(m.open).union(m.hidden).union(p.standing(m))
	}
	return all
}

// How likely a card is in a hand whose owner might have opened it, or would have thrown it
// in, against any other card.
const (
	openable = 0.2
	costly   = 0.5 // openable, but for its price
	missed   = 0.1
)

// odds is how likely a card is among the fresh cards of a hand, or the others.
func (h *holding) odds(c Card, fresh bool) float64 {
	chance, missing := 1.0, h.missing
	if !fresh {
		missing = missing.union(h.staleMissing)
		switch {
		case c.Number() > hideoutNumber:
			chance = costly
		case c.Number() > 0:
			chance = openable
		}
	}
	if missing.has(c) {
		chance *= missed
	}
	return chance
}

// deal makes a world.
func (w *worlds) deal(r *rand.Rand) position {
	p := w.seen
	older, newer := w.unseen.without(w.stock).cards(), w.unseen.common(w.stock).cards()
	for _, s := range r.Perm(p.seats()) {
		h := &w.hands[s]
		hand := &p.mafias[s].hand
		*hand = hand.union(h.lured)
		unknown := h.cards - h.lured.len()
		for i := range unknown {
			pool := &newer
			if i >= unknown-h.older && len(older) > 0 || len(newer) == 0 {
				pool = &older
			}
			hand.add(take(pool, r, func(c Card) float64 { return h.odds(c, i < h.fresh) }))
		}
	}
	p.deck = append(newer, older...)
	r.Shuffle(len(p.deck), func(i, j int) { p.deck[i], p.deck[j] = p.deck[j], p.deck[i] })
	p.chance = anySeed(r).Chance()
	return p
}

// take takes a card at random out of some, no card if there is none.
func take(from *[]Card, r *rand.Rand, odds func(Card) float64) Card {
	cards, sum := *from, 0.0
	if len(cards) == 0 {
		return 0
	}
	for _, c := range cards {
		sum += odds(c)
	}
	i := 0
	for left := r.Float64() * sum; i < len(cards)-1; i++ {
		if left -= odds(cards[i]); left < 0 {
			break
		}
	}
	c := cards[i]
	cards[i] = cards[len(cards)-1]
	*from = cards[:len(cards)-1]
	return c
}

func anySeed(r *rand.Rand) (seed engine.Seed) {
	for i := range len(seed) / 8 {
		binary.LittleEndian.PutUint64(seed[8*i:], r.Uint64())
	}
	return seed
}
