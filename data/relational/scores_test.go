package relational

import "testing"

// TestScoreboardsAreFew: of more rows than may be cached, the events asked for last keep what has been added up. Small
// events all do.
func TestScoreboardsAreFew(t *testing.T) {
	for rows, room := range map[int]int{0: maxScores / leastScores, leastScores: maxScores / leastScores, maxScores / 4: 4, maxScores: 1, 2 * maxScores: 1} {
		var s scoreboards
		board := func(id int) *scoreboard {
			b := s.of(int64(id))
			s.trim(b, rows)
			return b
		}
		kept := make([]*scoreboard, room+1)
		for id := range room {
			kept[id] = board(id)
		}
		for id := range room {
			if board(id) != kept[id] {
				t.Errorf("of %d rows each, that of %d is made anew while there is room", rows, id)
			}
		}
		kept[room] = board(room) // 0 is the one that was asked for longest ago
		for id := room; id > 0; id-- {
			if board(id) != kept[id] {
				t.Errorf("of %d rows each, that of %d, which was asked for lately, is made anew", rows, id)
			}
		}
		if board(0) == kept[0] || len(s.boards) != room {
			t.Errorf("%d scoreboards of %d rows are kept", len(s.boards), rows)
		}
	}
}
