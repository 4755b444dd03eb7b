package play

import (
	"noir/matchmaking/replay"
	"noir/tui"
)

// reel is the chair of a replay, and finds the parts of the game: a part begins where the board's heading
// changes, with a round or a turn. They are found when they are looked for, so that a long game opens at once.
type reel struct {
	*replay.Replay
	board tui.Board // only for headings
}

// heading is the board's at a moment; "" where the log does not follow from the rules, of which viewers are told
// there.
func (r *reel) heading(moment int) string {
	f, err := r.Public(moment)
	if err == nil {
		err = r.board.Show(f)
	}
	if err != nil {
		return ""
	}
	return r.board.Heading()
}

// after returns the next part that begins after a moment, the last moment if none does.
func (r *reel) after(moment int) int {
	last, now := r.Len()-1, r.heading(moment)
	for moment < last {
		if moment++; r.heading(moment) != now {
			break
		}
	}
	return moment
}

// before returns the last part that begins before a moment.
func (r *reel) before(moment int) int {
	at := max(0, moment-1)
	for now := r.heading(at); at > 0 && r.heading(at-1) == now; {
		at--
	}
	return at
}
