// Package lobby holds the screens between the street and a table: choosing a
// name, home, the queue, tables against the house and private ones, the rules.
package lobby

import "noir/tui"

// pace says how long a move may take.
func pace(s *tui.Session, slow bool) string {
	if slow {
		return s.Words("a day a move")
	}
	return s.Words("live")
}
