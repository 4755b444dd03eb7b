package districtnoir

import (
	"encoding/json"
	"fmt"
	"slices"

	"noir/engine"
	"noir/engine/districtnoir/compact"
)

// sceneOf returns what the seat on move knows.
func sceneOf(s engine.Sight) (*compact.Scene, error) {
	table, err := tableOf(s)
	if err != nil {
		return nil, err
	}
	answers, err := answersTo(s, table)
	if err != nil {
		return nil, err
	}
	return &compact.Scene{Table: table, Answers: answers}, nil
}

// tableOf returns the table as the seat on move sees it.
func tableOf(s engine.Sight) (compact.Position, error) {
	var v View
	if err := json.Unmarshal(s.View, &v); err != nil {
		return compact.Position{}, fmt.Errorf("view: %w", err)
	}
	p := compact.Position{
		Turn:    uint8(s.Seat),
		Actions: uint8(roundActions*v.Round - v.Hands[0] - v.Hands[1]),
		Took:    v.Took,
	}
	for _, took := range v.Took {
		if !took {
			p.Actions--
		}
	}
	lay(&p, v.Row)
	p.Hands[s.Seat] = Count(v.Hand...).compact()
	for seat, tally := range v.tallies() {
		p.Tableau[seat] = tally.compact()
	}
	return p, nil
}

// lay adds cards to the row.
func lay(p *compact.Position, cards []Card) {
	for _, c := range cards {
		p.Row[p.Length] = kindOf(c)
		p.Length++
	}
}

// answersTo takes the moves of the game back one by one, starting from the present table, and
// returns those of the seat's rival, oldest first.
func answersTo(s engine.Sight, now compact.Position) ([]compact.Answer, error) {
	now.Hands = [seats]compact.Cards{}
	var answers []compact.Answer
	for _, line := range slices.Backward(s.Log) {
		move, err := takeBack(&now, line)
		if err != nil {
			return nil, err
		}
		if line.Seat != s.Seat {
			answers = append(answers, compact.Answer{Before: now, Move: move})
		}
	}
	slices.Reverse(answers)
	return answers, nil
}

// takeBack undoes a line's action, except for hands.
func takeBack(p *compact.Position, line engine.Line) (compact.Move, error) {
	if len(line.Effects) == 0 {
		return 0, fmt.Errorf("line %d has no effect", line.Ply)
	}
	effect, err := ReadEffect(line.Effects[0])
	if err != nil {
		return 0, fmt.Errorf("line %d: %w", line.Ply, err)
	}
	if p.Actions%roundActions == 0 {
		p.Took = [seats]bool{true, true} // which ended the round
	}
	p.Actions--
	p.Turn = uint8(line.Seat)
	switch e := effect.(type) {
	case Placed:
		p.Length--
		return compact.Move(kindOf(e.Card)), nil
	case Took:
		p.Tableau[line.Seat] -= Count(e.Cards...).compact()
		p.Took[line.Seat] = false
		slices.Reverse(e.Cards) // oldest first
		lay(p, e.Cards)
		return compact.Take, nil
	}
	return 0, fmt.Errorf("line %d is no action", line.Ply)
}
