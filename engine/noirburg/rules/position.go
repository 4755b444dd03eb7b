package rules

import "noir/engine"

// Position is one moment of a game. What positions share is never written, so a copy is
// independent.
type Position struct {
	Deal *Start
	Stock
	Town
	Course
	Reactions
	Countdown EndCount
	Bots      SeatSet // whose newest move in the log was a bot's in a person's seat
	Ended     ending
}

// Start is the beginning of the game; shared by all its positions, never written.
type Start struct {
	deck     [DeckSize]Card // as shuffled
	First    engine.Seat
	Seats    int
	MoneyWin bool
}

// order is a seat's place in the order of a round.
func (s *Start) order(seat engine.Seat) int {
	return (int(seat-s.First) + s.Seats) % s.Seats
}

// SeatSet is a set of seats.
type SeatSet uint8

func (s SeatSet) Has(seat engine.Seat) bool { return s>>seat&1 != 0 }

// note records who made a seat's newest move in the log.
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

// Seats is the number of seats, in the game or out.
func (p *Position) Seats() int { return p.Deal.Seats }

// Over reports whether the game is over.
func (p *Position) Over() bool { return p.Ended.reason != "" }

// FirstTurn reports whether the active seat is in its first turn.
func (p *Position) FirstTurn() bool { return !p.Of(p.Active).Seasoned }

// MustArrange reports whether the active seat must arrange before anything else (rules page,
// section 3, B).
func (p *Position) MustArrange() bool {
	return p.Phase == Arranging && !p.Acts.Arranged && !p.Of(p.Active).Hidden.Empty()
}
