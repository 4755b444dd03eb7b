package board

import "noir/tui"

// digit makes one of the moves that a list numbers.
var digit = tui.Bind("1–9", "play", "1", "2", "3", "4", "5", "6", "7", "8", "9")
