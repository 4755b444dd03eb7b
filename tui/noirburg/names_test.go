package noirburg_test

import (
	"testing"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/tui/noirburg"
)

// TestARivalMayBeCalledOwn has a rival whose name is also a word of a line.
func TestARivalMayBeCalledOwn(t *testing.T) {
	t.Parallel()
	s := find(t, 3, func(g *game, s engine.Seat) bool {
		return offers(g, s, rules.TypeDriveby) && len(g.view(s).Seats[s].Businesses) > 0
	})
	move := s.first(func(m rules.Move) bool { return m.Type == rules.TypeDriveby && m.Seat != s.seat })
	for _, name := range []string{"own", "your"} {
		f := s.frame()
		f.Seats[move.Seat].Name = name
		b := board(t, f)
		line := noirburg.Typed(b, move)
		body, err := b.Command(line)
		if err != nil {
			t.Fatalf("%q is refused: %v", line, err)
		}
		if read, _ := rules.ReadMove(body); read.Seat != move.Seat {
			t.Errorf("%q shoots at seat %d, want %d", line, read.Seat, move.Seat)
		}
	}
}
