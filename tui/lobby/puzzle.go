package lobby

import (
	"noir/data"
)

// puzzle is the puzzle of the day as home announces it. The zero value means that there is no
// puzzle.
type puzzle struct {
	data.Puzzle
	fared data.Solving
}

func (p puzzle) there() bool { return p.ID != 0 }
