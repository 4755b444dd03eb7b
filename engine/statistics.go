package engine

// Figure is a statistic about one seat in a finished game.
type Figure struct {
	Name   string // as programs write it, such as "takes_of_five"
	Title  string // as people read it, such as "takes of five"
	Share  bool   // 1 or 0: shown as a percentage over many games
	Signed bool   // may be negative; written with its sign
}

// Statistics is a Game that counts more about a finished game than who won.
type Statistics interface {
	Game

	// Figures lists the statistics, the most telling first. The list is shared and never changes.
	Figures() []Figure

	// Count returns the statistics of each seat by their names, without those that have no meaning
	// in that game. The steps are those of Replay for a finished game.
	Count(steps []Step) []map[string]float64
}
