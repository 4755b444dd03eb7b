package plain

import (
	"fmt"
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
		s.teller.described = nil
	}
	tape.Seek(to)
	return true
}

// goOnward plays on against the house from a moment, as the command house does, and comes back
// to the replay.
func (s *sitting) goOnward(moment int, words []string) error {
	worked, err := s.work()
	if err != nil {
		s.try(err)
		return nil
	}
	defer worked()
	if err := s.command(append(words, "--from", fmt.Sprintf("%s@%d", s.frame.Match, moment))...); err != nil {
		return err
	}
	s.say("This is the replay again: leave ends it.")
	return nil
}
