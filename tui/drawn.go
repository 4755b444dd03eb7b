package tui

// The smallest window in which anything can be shown.
const (
	minWidth  = 32
	minHeight = 12
)

// drawn is the window as it was last drawn, and whether it is still valid.
type drawn struct {
	stale bool     // something else is shown now
	late  bool     // time has passed
	lines []string // changed by the next drawing
	name  string   // of the window
}
