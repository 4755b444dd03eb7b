package plain

import (
	"strconv"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/tui/play"
)

// replay sits down at a game that is over, before its first move.
func (c *conversation) replay(args []string) error {
	if len(args) != 1 {
		c.say("Type replay and the ID of a game; games lists them.")
		return nil
	}
	m, err := c.session.Store.Match(c.ctx, data.MatchID(args[0]))
	if err != nil {
		c.say("%s", play.Sorry(c.session.Language, nil, err))
		return nil
	}
	g, ok := engine.Named(c.session.Games, m.Game)
	if !ok {
		c.say("That game is not played here any more.")
		return nil
	}
	chair, err := matchmaking.NewReplay(g, m)
	if err != nil {
		c.say("%s", play.Sorry(c.session.Language, nil, err))
		return nil
	}
	c.say("%s", c.session.Several(chair.Len()-1,
		"%d move. Type next, back, or go and the number of a move.", "%d moves. Type next, back, or go and the number of a move."))
	return c.table(chair)
}

// wind turns a replay to another moment; done reports whether a line asked for that.
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
