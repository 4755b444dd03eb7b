package noirburg

import (
	"slices"
	"time"

	"noir/engine/noirburg/rules"
	"noir/matchmaking"
	"noir/tui/motion"
)

// How long the pictures of a move stay.
const (
	rolling = 75 * time.Millisecond // each face of a die
	rolled  = 400 * time.Millisecond
	dealt   = 50 * time.Millisecond // each card of the first hand
	growing = 70 * time.Millisecond // each step of the bars of an attack

	rolls  = 4 // faces that a die shows before it lies
	growth = 4 // steps of the bars
)

// still is one picture of a motion. The zero still is the table as it is.
type still struct {
	dice []rules.Dice // what lies on the table; nil for none
	fill int          // the length of an attack's bars, in growth steps; 0: whole
	deal bool         // the hand is being dealt
	hand int          // how many cards of it are there
}

// scene is what moves after a move.
type scene struct {
	motion *motion.Motion // nil where nothing moves
	stills []still
	now    still
}

// begin starts the motion from one frame to the next: the deal of a game that has just opened, or the dice of
// the newest move and the bars of an attack that it has opened. At the end of a game nothing moves, as a score sheet covers the table.
func (s *scene) begin(before matchmaking.Frame, was *rules.View, t *town) {
	now := t.Frame
	if now.Match == before.Match && now.Seat == before.Seat && now.Ply() == before.Ply() {
		return
	}
	s.motion.Skip()
	s.stills = nil
	if s.motion != nil && before.Match == "" && now.Ply() == 0 && now.End == nil {
		var stay []time.Duration
		for i := range t.hands[t.Near()] {
			s.stills, stay = append(s.stills, still{deal: true, hand: i}), append(stay, dealt)
		}
		s.motion.Start(stay...)
		return
	}
	if s.motion == nil || now.Match != before.Match || now.Seat != before.Seat || now.Ply() < before.Ply() || now.End != nil {
		return
	}
	var stay []time.Duration
	if dice := thrown(now, before.Ply()); len(dice) > 0 {
		for n := range rolls {
			s.stills, stay = append(s.stills, still{dice: tumbling(dice, n)}), append(stay, rolling)
		}
		s.stills, stay = append(s.stills, still{dice: dice}), append(stay, rolled)
	}
	if t.attackWindow() != nil && (was.Window == nil || was.Window.Kind != rules.WindowAttack) && t.view.Window.Kind == rules.WindowAttack {
		for n := 1; n < growth; n++ {
			s.stills, stay = append(s.stills, still{fill: n}), append(stay, growing)
		}
	}
	if len(s.stills) > 0 {
		s.motion.Start(stay...)
	}
}

// thrown are the dice of the newest line after a ply that has any, of one throw.
func thrown(f matchmaking.Frame, after int) []rules.Dice {
	for _, l := range slices.Backward(f.Log[after:]) {
		var dice []rules.Dice
		for _, raw := range l.Effects {
			effect, err := rules.ReadEffect(raw)
			if err != nil {
				return nil
			}
			if d, ok := effect.(rules.Dice); ok && (len(dice) == 0 || d.For == dice[0].For) {
				dice = append(dice, d)
			}
		}
		if len(dice) > 0 {
			return dice
		}
	}
	return nil
}

// tumbling are dice that have not come to rest: they show random faces, unrelated to the result.
func tumbling(dice []rules.Dice, step int) []rules.Dice {
	out := slices.Clone(dice)
	for i := range out {
		out[i].Rolls = slices.Clone(out[i].Rolls)
		for k := range out[i].Rolls {
			out[i].Rolls[k] = (5*i+3*k+2*step)%6 + 1
		}
	}
	return out
}

// turn goes on to the picture that is due, and reports whether it is another one.
func (s *scene) turn() (moved bool) {
	frame, moves := s.motion.Frame()
	if !moves || frame >= len(s.stills) {
		moved = s.now.dice != nil || s.now.fill > 0 || s.now.deal
		s.now, s.stills = still{}, nil
		return moved
	}
	next := s.stills[frame]
	moved = next.fill != s.now.fill || next.deal != s.now.deal || next.hand != s.now.hand || !slices.EqualFunc(next.dice, s.now.dice, func(a, b rules.Dice) bool { return slices.Equal(a.Rolls, b.Rolls) })
	s.now = next
	return moved
}
