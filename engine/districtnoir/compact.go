package districtnoir

import "noir/engine/districtnoir/compact"

// kindOf and cardOf convert between the two numberings: as a Card, zero is no card.
func kindOf(c Card) compact.Kind { return compact.Kind(c - Five) }

func cardOf(k compact.Kind) Card { return Five + Card(k) }

// compact returns the tally in four bits a kind.
func (t Tally) compact() compact.Cards {
	var cards compact.Cards
	for c := Five; c <= CityHall; c++ {
		cards += compact.Cards(t[c]) * compact.One(kindOf(c))
	}
	return cards
}

// compact returns a running game for a search, hidden cards included.
func (p position) compact() compact.Position {
	small := compact.Position{
		Length:  uint8(len(p.row)),
		Turn:    uint8(p.Turn),
		Actions: uint8(p.actions()),
		Took:    p.took,
	}
	for i, c := range p.row {
		small.Row[i] = kindOf(c)
	}
	for s := range seats {
		small.Hands[s] = p.hands[s].compact()
		small.Tableau[s] = p.tableau[s].compact()
	}
	for later := p; later.round < rounds; {
		later.dealHands(later.dealt())
		later.round++
		for s := range seats {
			small.Deals[later.round-1][s] = later.hands[s].compact()
		}
	}
	return small
}

// compactMove converts a move of the game.
func compactMove(m Move) compact.Move {
	if m.Type == TypeTake {
		return compact.Take
	}
	return compact.Move(kindOf(m.Card))
}
