package data

// Clock is how much of a game's usual time a table gives, at paces live and fast. A day
// game has its own.
type Clock string

// The clocks of the protocol, section 4.
const (
	NoClock  Clock = "none" // people may think for as long as they like
	Usual    Clock = "x1"
	Double   Clock = "x2"
	Fourfold Clock = "x4"
)

// Clocks are all of them.
var Clocks = [...]Clock{Usual, Double, Fourfold, NoClock}

// Times is by what the usual times are multiplied; 0 for none, and for what is no clock.
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
