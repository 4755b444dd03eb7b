package record

import (
	"encoding/json"
	"fmt"
	"slices"

	"noir/data"
	"noir/engine"
)

// moves makes the logged moves again, in order. The game must return the logged plies. An answer
// that was kept back returns none at once; its ply comes when the window closes.
func (c *check) moves() error {
	log := c.record.Moves
	given := 0
	for i, e := range log {
		if err := c.sane(i); err != nil {
			return err
		}
		if _, over := c.state.Result(); over {
			return fmt.Errorf("ply %d comes after the end of the game", e.Ply)
		}
		body, err := c.read(e.Move)
		if err != nil {
			return fmt.Errorf("ply %d is no move of the game: %w", e.Ply, err)
		}
		next, plies, err := engine.Make(c.state, engine.Move{Seat: e.Seat, By: e.By, Body: body})
		if err != nil {
			return fmt.Errorf("ply %d is against the rules: %w", e.Ply, err)
		}
		for _, p := range plies {
			if given == len(log) {
				return fmt.Errorf("the game has a ply %d, which the record lacks", given+1)
			}
			if err := compare(log[given], p); err != nil {
				return err
			}
			given++
		}
		c.state = next
	}
	if given < len(log) {
		return fmt.Errorf("ply %d does not follow from the moves", given+1)
	}
	return nil
}

// sane checks what can be checked of an entry without the rules.
func (c *check) sane(i int) error {
	e := c.record.Moves[i]
	atSeat := e.Seat >= 0 && int(e.Seat) < len(c.record.Seats)
	switch {
	case e.Ply != i+1:
		return fmt.Errorf("ply %d stands where ply %d belongs", e.Ply, i+1)
	case e.AtMS < 0 || i > 0 && e.AtMS < c.record.Moves[i-1].AtMS:
		return fmt.Errorf("ply %d was made before the one that it follows", e.Ply)
	case e.Dice == nil || e.Drawn == nil:
		return fmt.Errorf("ply %d lacks dice or drawn", e.Ply)
	}
	var ok bool
	switch common(e.Move) {
	case string(engine.Abort):
		ok = e.Seat == engine.Spectator && (e.By == engine.ByServer || e.By == engine.ByClock)
	case string(engine.Timeout):
		ok = atSeat && e.By == engine.ByClock
	case string(engine.Resign):
		ok = atSeat && e.By == engine.ByPlayer
	default:
		ok = atSeat && (e.By == engine.ByPlayer || e.By == engine.ByClock || e.By == engine.ByBot)
	}
	if !ok {
		return fmt.Errorf("ply %d cannot be made by %q on seat %d", e.Ply, e.By, e.Seat)
	}
	return nil
}

// common returns the canonical form of a move that all games share (package engine), or "".
func common(body json.RawMessage) string {
	text, err := canonicalOf(body)
	if err != nil {
		return ""
	}
	switch text {
	case string(engine.Resign), string(engine.Timeout), string(engine.Abort):
		return text
	}
	return ""
}

// read returns the body in the form in which the game takes it.
func (c *check) read(body json.RawMessage) (json.RawMessage, error) {
	if move := common(body); move != "" {
		return json.RawMessage(move), nil
	}
	return c.game.Read(body)
}

// compare compares an entry with the ply that the game returned.
func compare(e data.Entry, p engine.Ply) error {
	given := data.NewEntry(e.Ply, p, e.AtMS)
	logged, err := canonicalOf(e.Move)
	if err != nil {
		return fmt.Errorf("ply %d: %w", e.Ply, err)
	}
	made, err := canonicalOf(given.Move)
	if err != nil {
		return fmt.Errorf("ply %d: %w", e.Ply, err)
	}
	switch {
	case e.Seat != given.Seat || e.By != given.By || logged != made:
		return fmt.Errorf("ply %d is %s by %q on seat %d in the game", e.Ply, made, given.By, given.Seat)
	case !slices.Equal(e.Dice, given.Dice):
		return fmt.Errorf("ply %d: the dice fall %v in the game", e.Ply, given.Dice)
	case !slices.Equal(e.Drawn, given.Drawn):
		return fmt.Errorf("ply %d: the cards drawn are %v in the game", e.Ply, given.Drawn)
	}
	return nil
}
