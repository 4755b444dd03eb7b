package compact

// The number of actions in a round, and at which the game ends.
const (
	roundActions = Seats * (HandSize + 1)
	GameEnd      = Rounds * roundActions
)

// longest is the number of cards that a row never exceeds (rules page, I5).
const longest = 20

// Position is one moment of a game. It is a value: a copy is independent.
type Position struct {
	Row     [longest]Kind // oldest first, the first Length of them
	Length  uint8
	Turn    uint8 // the seat on move
	Actions uint8 // so far, of 48
	Took    [Seats]bool
	Hands   [Seats]Cards
	Tableau [Seats]Cards
	Deals   [Rounds][Seats]Cards // the hands of each round; those of past rounds are meaningless

	complete bool // the seat on move has all three cities
}

// New deals: deck is as shuffled, the first card drawn first (rules page, sections
// 2 and 7.12), first the seat that begins.
func New(deck *[DeckSize]Kind, first uint8) Position {
	p := Position{Turn: first, Length: 2}
	at := Aside
	draw := func() Cards {
		var hand Cards
		for _, k := range deck[at : at+HandSize] {
			hand += One(k)
		}
		at += HandSize
		return hand
	}
	p.Deals[0] = [Seats]Cards{draw(), draw()}
	p.Row[0], p.Row[1] = deck[at], deck[at+1]
	at += int(p.Length)
	for round := 1; round < Rounds; round++ {
		p.Deals[round] = [Seats]Cards{draw(), draw()}
	}
	p.Hands = p.Deals[0]
	return p
}

// Round returns the number of the round, counted from 0.
func (p *Position) Round() int { return int(p.Actions) / roundActions }

// Over reports whether the game has ended.
func (p *Position) Over() bool { return p.Actions >= GameEnd || p.complete }

// LastRound reports whether the round is the game's last.
func (p *Position) LastRound() bool { return p.Actions >= GameEnd-roundActions }

// Settled reports whether Outcome is final: in the last round only takes count.
func (p *Position) Settled() bool { return p.complete || p.LastRound() && p.Took[0] && p.Took[1] }

// Left returns how many actions the seat on move and the other have left in this round. Before
// a round's first action both have six.
func (p *Position) Left() (mover, other int) {
	done := int(p.Actions) % roundActions
	return HandSize + 1 - done/2, HandSize + 1 - (done+1)/2
}

// Moves returns the legal moves of the seat on move in a running game.
func (p *Position) Moves() Moves {
	moves := p.Hands[p.Turn].Moves()
	if p.MayTake() {
		return moves.With(Take)
	}
	return moves
}

// MayTake reports whether the seat on move may take.
func (p *Position) MayTake() bool { return !p.Took[p.Turn] && p.Length > 0 }

// Wins reports whether a take of the seat on move would win at once.
func (p *Position) Wins() bool {
	return p.MayTake() && (p.Tableau[p.Turn]|p.Offer())&Panorama == Panorama
}

// Offer returns what a take would take.
func (p *Position) Offer() Cards { return p.Newest(Reach) }

// Newest returns the newest n cards of the row, or all if they are fewer.
func (p *Position) Newest(n int) Cards {
	var offer Cards
	for _, k := range p.Row[max(0, int(p.Length)-n):p.Length] {
		offer += One(k)
	}
	return offer
}

// Make makes a move of the seat on move.
func (p *Position) Make(m Move) {
	if m == Take {
		p.Tableau[p.Turn] += p.Offer()
		p.Length -= min(Reach, p.Length)
		p.Took[p.Turn] = true
		if p.Tableau[p.Turn]&Panorama == Panorama {
			p.complete = true
			return
		}
	} else {
		p.Hands[p.Turn] -= One(Kind(m))
		p.Row[p.Length] = Kind(m)
		p.Length++
	}
	p.advance()
}

// advance passes the turn. The seat with the last action of a round begins the next.
func (p *Position) advance() {
	p.Actions++
	if p.Actions%roundActions != 0 {
		p.Turn = 1 - p.Turn
		return
	}
	if p.Actions < GameEnd {
		p.Took = [Seats]bool{}
		p.Hands = p.Deals[p.Round()]
	}
}

// RoundEnd returns the number of actions at which the round ends.
func (p *Position) RoundEnd() uint8 { return uint8((p.Round() + 1) * roundActions) }
