package matchmaking

// Passing says which questions in windows the table answers in place of a player.
type Passing int8

const (
	// PassNothing is the default, which programs keep. The table answers only for players who
	// are alone with the house and hold nothing to play.
	PassNothing Passing = iota

	// PassIdle is for questions that the hand holds no answer to, after a while that tells
	// nothing of the hand, and for those about what the player has just declared
	// (engine.Prompt.Own). Screens and plain text ask for it.
	PassIdle

	// PassTurn also covers all questions that do not concern the seat itself
	// (engine.Prompt.Personal), until its next turn begins.
	PassTurn

	// PassAlways is PassTurn without an end.
	PassAlways
)

// All reports whether the table passes regardless of the player's hand.
func (p Passing) All() bool { return p >= PassTurn }

// UsualPassing is for people who sit down; always is whether they have the setting "pass".
func UsualPassing(always bool) Passing {
	if always {
		return PassAlways
	}
	return PassIdle
}

// Other is the opposite, for people who want to change it; always is whether they have the setting
// "pass".
func (p Passing) Other(always bool) Passing {
	switch {
	case p.All():
		return PassIdle
	case always:
		return PassAlways
	}
	return PassTurn
}

// manyPasses is the number of passes in a row after which screens offer to pass until the next
// turn: with the question to which a pass would be the third.
const manyPasses = 2

// OffersAutoPass reports whether the viewer is to be told how to pass until their turn.
func (f Frame) OffersAutoPass() bool {
	return f.Passed >= manyPasses && !f.Passing.All() && f.End == nil && f.Turn != nil && f.Clocks[f.Seat].Asked
}

// FirstOffer reports whether OffersAutoPass holds for the first time since the viewer's turn.
func (f Frame) FirstOffer(before Frame) bool {
	return f.OffersAutoPass() && !before.OffersAutoPass() && f.Passed == manyPasses
}

// PlayedByHouse reports whether the house plays for the viewer.
func (f Frame) PlayedByHouse() bool {
	return f.Seat >= 0 && int(f.Seat) < len(f.Seats) && f.Seats[f.Seat].Substitute && f.End == nil
}
