package noirburg

import (
	"noir/engine/noirburg/rules"
	"noir/tui"
)

// Typed is the line that one types for a move.
func Typed(b tui.Board, m rules.Move) string { return typist{b.(*Board).draft.speech}.typed(m) }
