package data

// Clock is how much of a game's usual time a table gives, at paces live and fast. A day game
// ignores it.
type Clock string

// The clocks (protocol, section 4).
const (
	NoClock  Clock = "none" // no time limit
	Usual    Clock = "x1"
	Double   Clock = "x2"
	Fourfold Clock = "x4"
)

// Clocks are all clocks.
var Clocks = [...]Clock{Usual, Double, Fourfold, NoClock}

// Times is the factor on the usual times; 0 for NoClock and for unknown clocks.
func (c Clock) Times() int {
	switch c {
	case Usual:
		return 1
	case Double:
		return 2
	case Fourfold:
		return 4
	}
	return 0
}
