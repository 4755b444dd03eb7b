package rules

// Stake is what each participant of a Poker Night stakes (rules page, section 7).
const Stake = 2

// The other figures of the rules page, sections 2, 3 and 6.
const (
	StartMoney  = 3
	Trophy      = 10
	HandSize    = 6
	SwapLimit   = 2 // cards in set-up
	DiscardMost = 4 // cards a turn
	Tokens      = 4
	Decisive    = 2 // rivals eliminated
)

// Treasury returns all the money in a game of that many seats. It never changes.
func Treasury(seats int) int { return 20 + 10*seats }

// Third returns the money that starts the countdown for the seat that holds it.
func Third(seats int) int { return (Treasury(seats) + 2) / 3 }

// Majority returns the money that wins the game at the end of a turn, where that is agreed.
func Majority(seats int) int { return Treasury(seats)/2 + 1 }
