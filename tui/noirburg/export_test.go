package noirburg

import (
	rules "noir/engine/noirburg"
	"noir/tui"
)

// Typed is the line that one types for a move.
func Typed(b tui.Board, m rules.Move) string { return b.(*Board).typed(m) }
