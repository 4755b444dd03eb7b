package districtnoir

import (
	"slices"
	"time"

	"noir/engine"
	rules "noir/engine/districtnoir"
	"noir/matchmaking"
	"noir/tui/motion"
)

// How long the pictures of a move stay.
const (
	faceDown = 120 * time.Millisecond
	grasped  = 40 * time.Millisecond // each card of a take
	leaving  = 120 * time.Millisecond
	dealt    = 50 * time.Millisecond // each card of a hand
)

// still is one picture of a motion. The zero still is the table as it is.
type still struct {
	back    bool // the newest card of the row lies face down
	grasped int  // how many cards of the row are taken, the oldest first
	gone    bool // they have left
	dealing bool // the hand is being dealt
	hand    int  // how many cards of it are there
}

// scene is what moves after a move. It holds the table as it was only as long as the motion lasts.
type scene struct {
	motion *motion.Motion // nil where nothing moves
	stills []still
	taker  engine.Seat
	row    []rules.Card        // before a take
	had    [seats][]rules.Card // the tableaus before it
	now    still
}

// begin starts the motion from one frame to the next: the deal of a game that has just opened, or the newest
// move. Nothing moves at the end of a game, when a score sheet covers the table.
func (s *scene) begin(before *matchmaking.Frame, was *rules.View, after *district) {
	now := &after.Frame
	if now.Match == before.Match && now.Seat == before.Seat && now.Ply() == before.Ply() {
		return
	}
	s.motion.Skip()
	s.stills = nil
	if s.motion != nil && before.Match == "" && now.Ply() == 0 && now.End == nil {
		s.motion.Start(s.deal(nil, after)...)
		return
	}
	if s.motion == nil || now.Match != before.Match || now.Seat != before.Seat || now.Ply() != before.Ply()+1 || now.End != nil {
		return
	}
	c := after.last
	if len(c.cards) == 0 {
		return
	}
	var stay []time.Duration
	if s.taker = c.seat; c.placed {
		s.stills, stay = []still{{back: true}}, []time.Duration{faceDown}
	} else {
		s.row, s.had = was.Row, was.Tableau
		for i := range c.cards {
			s.stills, stay = append(s.stills, still{grasped: i + 1}), append(stay, grasped)
		}
		s.stills, stay = append(s.stills, still{grasped: len(c.cards), gone: true}), append(stay, leaving)
	}
	if was.Round != after.view.Round {
		stay = s.deal(stay, after)
	}
	s.motion.Start(stay...)
}

// deal adds the pictures of the near hand's deal to those before it, in which the hand is not there yet. stay is
// how long each picture stays.
func (s *scene) deal(stay []time.Duration, after *district) []time.Duration {
	hand := after.hands[after.Near()]
	if hand == nil {
		return stay
	}
	for i := range s.stills {
		s.stills[i].dealing = true
	}
	for i := range hand {
		s.stills, stay = append(s.stills, still{dealing: true, hand: i}), append(stay, dealt)
	}
	return stay
}

// turn goes on to the picture that is due, and returns the one before.
func (s *scene) turn() (before still) {
	before = s.now
	frame, moves := s.motion.Frame()
	if moves = moves && frame < len(s.stills); moves {
		s.now = s.stills[frame]
	} else {
		s.now, s.stills, s.row, s.had = still{}, nil, nil, [seats][]rules.Card{}
	}
	return before
}

// past is the table in the middle of a take: the row as it was, and the tableau of the taker with the cards that they
// have by now. It is nil at any other time. It reuses the memory of the draft before it, if there is one.
func (s *scene) past(d, before *draft) *draft {
	if s.now.grasped == 0 {
		return nil
	}
	if before == nil {
		before = &draft{speech: speech{d.words, new(district)}}
	}
	then := before.district
	*then = *d.district
	then.view.Row, then.view.Tableau = s.row, s.had
	then.view.Tableau[s.taker] = append(slices.Clip(s.had[s.taker]), then.view.Offer()[:s.now.grasped]...)
	then.Frame.Turn = nil
	return before
}
