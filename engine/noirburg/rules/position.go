package rules

import "noir/engine"

// Position is one moment of a game. Nothing that a position shares with another is
// ever written, so a copy is one of its own.
type Position struct {
	Deal *Start
	Stock
	Town
	Course
	Reactions
	Countdown EndCount
	Bots      SeatSet // whose latest move in the log is by a bot in a person's seat
	Ended     ending
}

// Start is what the game began with; one for all its positions, never written.
type Start struct {
	deck     [DeckSize]Card // as shuffled
	First    engine.Seat
	Seats    int
	MoneyWin bool
}

// order is where a seat comes in a round.
func (s *Start) order(seat engine.Seat) int {
	return (int(seat-s.First) + s.Seats) % s.Seats
}

// SeatSet is a set of seats.
type SeatSet uint8

func (s SeatSet) Has(seat engine.Seat) bool { return s>>seat&1 != 0 }

// note records who made the newest move of a seat in the log.
func (s *SeatSet) note(seat engine.Seat, by engine.By) {
	if seat != engine.Spectator {
		s.set(seat, by == engine.ByBot)
	}
}

func (s *SeatSet) set(seat engine.Seat, in bool) {
	*s &^= 1 << seat
	if in {
		*s |= 1 << seat
	}
}

// Seats is the number of seats, in the game or out of it.
func (p *Position) Seats() int { return p.Deal.Seats }

// Over reports whether the game is over.
func (p *Position) Over() bool { return p.Ended.reason != "" }

// FirstTurn reports whether the active seat is in its first turn.
func (p *Position) FirstTurn() bool { return !p.Of(p.Active).Seasoned }

// MustArrange reports whether the active seat has to arrange before anything else
// (rules page, section 3, B).
func (p *Position) MustArrange() bool {
	return p.Phase == Arranging && !p.Acts.Arranged && !p.Of(p.Active).Hidden.Empty()
}
