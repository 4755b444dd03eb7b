package postgres

import (
	"maps"
	"testing"
	"time"

	"noir/data"
)

// TestWatch: a node is dead that has not beaten for the whole time while this one looked at it.
func TestWatch(t *testing.T) {
	const while = blindFor // between two looks: one later by anything is a pause
	start := time.Now()
	type look struct {
		after time.Duration // since the start
		beats map[int64]int64
		dead  map[int64]int64
		left  time.Duration // until the next one may be dead
	}
	none := map[int64]int64{}
	for what, looks := range map[string][]look{
		"nobody else": {{0, none, none, 0}, {while, none, none, 0}},
		"one beats, one does not": {
			{0, map[int64]int64{1: 1, 2: 7}, none, data.DeadAfter},
			{while, map[int64]int64{1: 2, 2: 7}, none, data.DeadAfter - while},
			{2 * while, map[int64]int64{1: 3, 2: 7}, none, data.DeadAfter - 2*while},
			{data.DeadAfter - 1, map[int64]int64{1: 3, 2: 7}, none, 1},
			{data.DeadAfter, map[int64]int64{1: 4, 2: 7}, map[int64]int64{2: 7}, data.DeadAfter},
			{data.DeadAfter + while, map[int64]int64{1: 5, 2: 8}, none, data.DeadAfter}, // it was alive all the same
		},
		"one is there later": {
			{0, map[int64]int64{1: 1}, none, data.DeadAfter},
			{while, map[int64]int64{1: 1, 2: 1}, none, data.DeadAfter - while},
			{2 * while, map[int64]int64{2: 1}, none, data.DeadAfter - while},
		},
		"after a pause": {
			{0, map[int64]int64{1: 1}, none, data.DeadAfter},
			{while + 1, map[int64]int64{1: 1}, none, data.DeadAfter},
			{2 * while, map[int64]int64{1: 1}, none, data.DeadAfter - while + 1},
			{2 * data.DeadAfter, map[int64]int64{1: 1}, none, data.DeadAfter},
		},
	} {
		var w watch
		for i, l := range looks {
			dead := w.see(l.beats, start.Add(l.after))
			if left := w.soonest(dead); !maps.Equal(dead, l.dead) || left != l.left {
				t.Errorf("%s, look %d: %v are dead, the next one in %v, not %v and %v", what, i+1, dead, left, l.dead, l.left)
			}
		}
	}
}
