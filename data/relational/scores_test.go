package relational

import "testing"

// TestScoreboardsAreFew: of more events than may be cached, those asked for last keep what has been added up.
func TestScoreboardsAreFew(t *testing.T) {
	var s scoreboards
	kept := map[int64]*scoreboard{}
	for id := range int64(maxBoards) {
		kept[id] = s.of(id)
	}
	if s.of(0) != kept[0] || s.of(1) != kept[1] { // and now 2 is the one that was asked for longest ago
		t.Error("a scoreboard is made anew while there is room")
	}
	s.of(maxBoards)
	for _, id := range []int64{3, 0, 1} {
		if s.of(id) != kept[id] {
			t.Errorf("that of %d, which was asked for lately, is made anew", id)
		}
	}
	if s.of(2) == kept[2] || len(s.boards) != maxBoards {
		t.Errorf("%d scoreboards are kept", len(s.boards))
	}
}
