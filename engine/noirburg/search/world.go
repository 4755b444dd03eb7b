package search

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math/rand/v2"

	"noir/engine"
	"noir/engine/noirburg/rules"
)

// worlds makes positions that a seat cannot tell from its own: all agree with what it sees and
// remembers, and the rest is dealt at random.
type worlds struct {
	seen   rules.Position // without other hands, the deck and chance
	unseen rules.Set
	hands  [rules.Hideouts]holding
	stock  rules.Set
}

// ponder returns what a house player that looks beyond its next move knows, and the worlds that
// it may be in.
func ponder(s engine.Sight) (planner, worlds, error) {
	at, err := look(s)
	if err != nil {
		return planner{}, worlds{}, err
	}
	m, err := remember(s.Log, s.Seats)
	if err != nil {
		return planner{}, worlds{}, err
	}
	m.Fill(&at.Position)
	w := imagine(at.Position, at.seat, m)
	if err := w.like(s); err != nil {
		return planner{}, worlds{}, err
	}
	return planner{at, newOutlook(&at.Position, at.seat)}, w, nil
}

// errUnlike says that a log and a view are not of one game. Worlds made from them would break
// the rules, and might not end.
var errUnlike = errors.New("the log does not lead to what the seat sees")

// like checks that the seat's view and moves are the same in the worlds.
func (w *worlds) like(s engine.Sight) error {
	var seen rules.View
	if err := json.Unmarshal(s.View, &seen); err != nil {
		return err
	}
	one := w.deal(rand.New(rand.NewPCG(0, 0)))
	if !bytes.Equal(asJSON(one.View(s.Seat)), asJSON(seen)) || !bytes.Equal(asJSON(one.Legal(s.Seat)), asJSON(s.Legal)) {
		return errUnlike
	}
	return nil
}

// imagine returns the worlds of a seat that sees and remembers this.
func imagine(seen rules.Position, seat engine.Seat, m *memory) worlds {
	w := worlds{seen: seen, hands: m.hands, stock: m.stock, unseen: deckCards.Without(visible(&seen))}
	for s := range engine.Seat(seen.Seats()) {
		if s == seat || !seen.Of(s).Alive {
			w.hands[s] = holding{}
		}
		w.unseen = w.unseen.Without(w.hands[s].lured)
	}
	return w
}

// deckCards are all cards but the Hideouts.
var deckCards = func() (all rules.Set) {
	for c := rules.Card(1); c < rules.FirstHideout; c++ {
		all.Add(c)
	}
	return all
}()

// visible returns all cards that are open, or in a known hand.
func visible(p *rules.Position) rules.Set {
	all := p.Discard.Union(p.Box).Union(p.Table())
	for s := range engine.Seat(p.Seats()) {
		m := p.Of(s)
		all = all.Union(m.Hand).Union(m.Open).Union(m.Hidden).Union(p.Standing(m))
	}
	return all
}

// How likely a card is in a hand whose owner might have opened it, or would have played it,
// compared with any other card.
const (
	openable = 0.2
	costly   = 0.5 // openable, but for its price
	missed   = 0.1
)

// odds returns how likely a card is among the fresh cards of a hand, or the others.
func (h *holding) odds(c rules.Card, fresh bool) float64 {
	chance, missing := 1.0, h.missing
	if !fresh {
		missing = missing.Union(h.staleMissing)
		switch {
		case c.Number() > rules.HideoutNumber:
			chance = costly
		case c.Number() > 0:
			chance = openable
		}
	}
	if missing.Has(c) {
		chance *= missed
	}
	return chance
}

// deal makes a world.
func (w *worlds) deal(r *rand.Rand) rules.Position {
	p := w.seen
	older, newer := w.unseen.Without(w.stock).Cards(), w.unseen.Common(w.stock).Cards()
	for _, s := range r.Perm(p.Seats()) {
		h := &w.hands[s]
		hand := &p.Mafias[s].Hand
		*hand = hand.Union(h.lured)
		unknown := h.cards - h.lured.Len()
		for i := range unknown {
			pool := &newer
			if i >= unknown-h.older && len(older) > 0 || len(newer) == 0 {
				pool = &older
			}
			hand.Add(take(pool, r, func(c rules.Card) float64 { return h.odds(c, i < h.fresh) }))
		}
	}
	p.Deck = append(newer, older...)
	r.Shuffle(len(p.Deck), func(i, j int) { p.Deck[i], p.Deck[j] = p.Deck[j], p.Deck[i] })
	p.Chance = anySeed(r).Chance()
	return p
}

// take takes a random card out of some, no card if there is none.
func take(from *[]rules.Card, r *rand.Rand, odds func(rules.Card) float64) rules.Card {
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
