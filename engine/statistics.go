package engine

// Figure is something that a game counts of one seat in one game that is over.
type Figure struct {
	Name   string // as programs write it, such as "takes_of_five"
	Title  string // as people read it, such as "takes of five"
	Share  bool   // it is 1 or 0: of many games it is told in how many of a hundred it was 1
	Signed bool   // it may be below 0, and is written with its sign
}

// Statistics is a Game that counts more of a game that is over than who has won it.
type Statistics interface {
	Game

	// Figures lists what is counted, the most telling first. The list is shared and
	// never changes.
	Figures() []Figure

	// Count returns for each seat what is counted of it, by the names of the figures.
	// What means nothing in that game is left out. The steps are those of Replay, all
	// of a game that is over.
	Count(steps []Step) []map[string]float64
}
