package rules

import (
	"noir/engine"
)

// Position is one moment of a game. Nothing that a position shares with another is
// ever written, so a copy is one of its own.
type Position struct {
	Deal   *Start
	Chance engine.Chance // what is left of it
	Deck   []Card        // face down, the next first

	Discard Set
	Box     Set
	Bank    int
	Mafias  [Hideouts]Family
	crews   [businesses]Set // the gangsters in each business that is open

	Round  int
	Turn   int // 0 in set-up
	Active engine.Seat
	Phase  phase
	Acts   Acts

	Countdown EndCount
	Windows   [2]OpenWindow // the outer first
	Depth     int           // of windows that are open
	passes    []pass        // kept back, of the topmost window; in the order in which they were made

	Questions int // asked so far; the newest is the one that is open
	ownTurn   int // the question of the turn

	Bots  SeatSet // whose latest move in the log is by a bot in a person's seat
	Gone  int     // how many are out
	Ended ending
}

// Start is what the game began with; one for all its positions, never written.
type Start struct {
	deck     [DeckSize]Card // as shuffled
	First    engine.Seat
	Seats    int
	MoneyWin bool
}

// Family is what a seat has.
type Family struct {
	Money    int
	Hand     Set
	Guards   Set // on the Hideout
	Open     Set // businesses
	Hidden   Set
	Trophies Set
	Under    Card // the business on the Hideout
	Alive    bool
	Founded  bool // it has opened a business in this game
	Seasoned bool // it has finished a turn
	Resigned bool
	Out      int // 1 was the first to go, 0 is in the game
}

// Acts are the things that are done once a turn, and were.
type Acts struct {
	Arranged  bool
	relocated bool // the Hideout
	discarded bool
	Drew      bool
	Attacked  Set // businesses, and Hideouts
}

// phase is how far a turn has come; a phase closes all before it.
type phase uint8

const (
	SetUp phase = iota
	Arranging
	Attacking
	Opening
	Relocating
	discarding
	drawing
)

// SeatSet is a set of seats.
type SeatSet uint8

func (s SeatSet) Has(seat engine.Seat) bool { return s>>seat&1 != 0 }

func (s *SeatSet) set(seat engine.Seat, in bool) {
	*s &^= 1 << seat
	if in {
		*s |= 1 << seat
	}
}

// Of returns what a seat has, of this position: it may be written in a copy.
func (p *Position) Of(seat engine.Seat) *Family { return &p.Mafias[seat] }

// Seats is the number of seats, in the game or out of it.
func (p *Position) Seats() int { return p.Deal.Seats }

// Over reports whether the game is over.
func (p *Position) Over() bool { return p.Ended.reason != "" }

// seated reports whether there is a seat of that number and it is in the game.
func (p *Position) seated(seat engine.Seat) bool {
	return 0 <= seat && int(seat) < p.Seats() && p.Of(seat).Alive
}

// Next returns the living seat after another, clockwise.
func (p *Position) Next(seat engine.Seat) engine.Seat { return p.neighbour(seat, 1) }

// previous returns the living seat before another.
func (p *Position) previous(seat engine.Seat) engine.Seat { return p.neighbour(seat, p.Seats()-1) }

func (p *Position) neighbour(seat engine.Seat, step int) engine.Seat {
	for range p.Seats() {
		seat = engine.Seat((int(seat) + step) % p.Seats())
		if p.Of(seat).Alive {
			break
		}
	}
	return seat
}

// Living is the number of seats that are in the game.
func (p *Position) Living() (n int) {
	for seat := range p.Seats() {
		if p.Mafias[seat].Alive {
			n++
		}
	}
	return n
}

// FirstTurn reports whether the active seat is in its first turn.
func (p *Position) FirstTurn() bool { return !p.Of(p.Active).Seasoned }

// MustArrange reports whether the active seat has to arrange before anything else
// (rules page, section 3, B).
func (p *Position) MustArrange() bool {
	return p.Phase == Arranging && !p.Acts.Arranged && !p.Of(p.Active).Hidden.Empty()
}

// Bare reports whether the Hideout is not covered.
func (m *Family) Bare() bool { return m.Under == 0 }

// Table returns the reaction cards that lie on the table.
func (p *Position) Table() Set {
	var cards Set
	for i := range p.Depth {
		for _, t := range p.Windows[i].Cards {
			cards.Add(t.card)
		}
	}
	return cards
}
