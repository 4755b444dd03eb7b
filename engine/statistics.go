package engine

// Figure is something that a game counts about one seat in a finished game.
type Figure struct {
	Name   string // as programs write it, such as "takes_of_five"
	Title  string // as people read it, such as "takes of five"
	Share  bool   // 1 or 0: over many games it is shown as a percentage
	Signed bool   // it may be below 0, and is written with its sign
}

// Statistics is a Game that counts more about a finished game than its winner.
type Statistics interface {
	Game

	// Figures lists what is counted, the most telling first. The list is shared and never changes.
	Figures() []Figure

	// Count returns what is counted for each seat, by the names of the figures, without those that
	// mean nothing in that game. The steps are those of Replay for a finished game.
	Count(steps []Step) []map[string]float64
}
