package plain

import (
	"fmt"
	"strconv"

	"noir/matchmaking/replay"
)

// winding moves through a replay.
type winding struct {
	*sight
	hall   hall
	jumped bool // the next frame is not that of the next move
}

// wind moves a replay to another moment; done reports whether a line asked for that.
func (w *winding) wind(words []string) (done bool) {
	tape, replayed := w.chair.(*replay.Replay)
	if !replayed {
		return false
	}
	to := tape.At()
	switch words[0] {
	case "next":
		to++
	case "back":
		to--
	case "go":
		var err error
		if to, err = strconv.Atoi(words[len(words)-1]); err != nil {
			w.say("Type go and a number from 0 to %d.", tape.Len()-1)
			return true
		}
	default:
		return false
	}
	worked, err := w.work()
	if err != nil {
		w.try(err)
		return true
	}
	defer worked()
	tape.Seek(to)
	w.jumped = tape.At() != w.frame.Ply()+1 // also at the end, where there is no next move to tell
	return true
}

// goOnward plays on against the house from a moment, as the command house does, and comes back
// to the replay.
func (w *winding) goOnward(moment int, words []string) error {
	worked, err := w.work()
	if err != nil {
		w.try(err)
		return nil
	}
	defer worked()
	if err := w.hall.command(append(words, "--from", fmt.Sprintf("%s@%d", w.frame.Match, moment))...); err != nil {
		return err
	}
	w.say("This is the replay again: leave ends it.")
	return nil
}
