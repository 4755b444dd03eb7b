package plain

import (
	"strconv"

	"noir/matchmaking"
)

// wind moves a replay to another moment; done reports whether a line asked for that.
func (s *sitting) wind(words []string) (done bool) {
	tape, replayed := s.chair.(*matchmaking.Replay)
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
			s.say("Type go and a number from 0 to %d.", tape.Len()-1)
			return true
		}
	default:
		return false
	}
	worked, err := s.work()
	if err != nil {
		s.try(err)
		return true
	}
	defer worked()
	if s.jumped = to != s.frame.Ply()+1; s.jumped {
		s.described = nil
	}
	tape.Seek(to)
	return true
}
