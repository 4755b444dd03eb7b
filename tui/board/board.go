// Package board is what the boards of all games share.
package board

import (
	"encoding/json"
	"fmt"

	"noir/engine"
	"noir/matchmaking"
)

// Sight is the newest frame of a table and the side that it is seen from. The zero Sight has had no
// frame.
type Sight struct {
	Frame matchmaking.Frame
	Side  engine.Seat // the near seat for a spectator
}

// Ready reports whether there has been a frame.
func (s *Sight) Ready() bool { return s.Frame.Game != "" }

// Watching reports whether the viewer has no seat.
func (s *Sight) Watching() bool { return s.Frame.Seat == engine.Spectator }

// Near is the seat at the lower edge: the viewer's own, if they have one.
func (s *Sight) Near() engine.Seat {
	if s.Watching() {
		return s.Side
	}
	return s.Frame.Seat
}

// MayAct reports whether the viewer may do anything now, asked or not.
func (s *Sight) MayAct() bool { return s.Frame.Turn != nil }

// Open reports whether the viewer may pick a move, now or ahead.
func (s *Sight) Open() bool { return s.Ready() && !s.Watching() && s.Frame.End == nil }

// Hands returns the visible hands of a frame, by seat: the viewer's own, and all of them when the
// game is over; nil for the others. in finds the hand in a view.
func Hands[V, C any](f matchmaking.Frame, own V, in func(V) []C) ([][]C, error) {
	hands := make([][]C, len(f.Seats))
	if f.Seat != engine.Spectator {
		hands[f.Seat] = in(own)
	}
	for seat, raw := range f.Open[:min(len(f.Open), len(hands))] {
		var open V
		if err := json.Unmarshal(raw, &open); err != nil {
			return nil, fmt.Errorf("the open hand of seat %d: %w", seat, err)
		}
		hands[seat] = in(open)
	}
	return hands, nil
}
