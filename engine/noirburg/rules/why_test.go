package rules

import (
	"testing"

	"noir/engine"
)

// TestWhyOfOneCard: the reason concerns the card itself. Other cards that are legal, or refused
// for a nearer reason, do not change it.
func TestWhyOfOneCard(t *testing.T) {
	p := table(t, nil,
		vectorPlayer{Money: 1, Hand: []string{"B1.5", "B4.1", "G1.2"}, Top: "B1.0",
			Businesses: map[string][]string{"B1.0": {"G1.0"}}, OnHideout: []string{"G3.0"}},
		vectorPlayer{Money: 3}, vectorPlayer{Money: 3})
	sight := engine.Sight{Seat: 0, Seats: p.Seats(), View: encode(p.View(0)), Legal: p.Legal(0)}
	for id, code := range map[string]string{"B1.5": "", "B4.1": CannotAfford, "G1.2": OverCapacity} {
		if got, err := Why(sight, TypeOpen, card(t, id)); err != nil || got != code {
			t.Errorf("%s is refused with %q (%v), not %q", id, got, err, code)
		}
	}
	if got, err := (Game{}).Why(sight, TypeOpen); err != nil || got != "" {
		t.Errorf("opening, which is possible, is refused with %q (%v)", got, err)
	}
}

// TestWhyWithNothingInHand: what is missing is the cards, not a number of them.
func TestWhyWithNothingInHand(t *testing.T) {
	p := table(t, nil, vectorPlayer{Money: 9, OnHideout: []string{"G3.0"}}, vectorPlayer{Money: 3}, vectorPlayer{Money: 3})
	sight := engine.Sight{Seat: 0, Seats: p.Seats(), View: encode(p.View(0)), Legal: p.Legal(0)}
	for _, kind := range []string{TypeDiscard, TypeOpen} {
		if got, err := (Game{}).Why(sight, kind); err != nil || got != NotInHand {
			t.Errorf("%s is refused with %q (%v), not %q", kind, got, err, NotInHand)
		}
	}
}

// TestWhyOfWhatCannotBeRead is an error, whatever it is that cannot.
func TestWhyOfWhatCannotBeRead(t *testing.T) {
	p := table(t, nil, vectorPlayer{Money: 9, OnHideout: []string{"G3.0"}}, vectorPlayer{Money: 3}, vectorPlayer{Money: 3})
	for what, spoil := range map[string]func(*engine.Sight){
		"the view":       func(s *engine.Sight) { s.View = s.View[1:] },
		"another number": func(s *engine.Sight) { s.Seats++ },
		"nobody's seat":  func(s *engine.Sight) { s.Seat = engine.Spectator },
		"a seat beyond":  func(s *engine.Sight) { s.Seat = 3 },
		"the log":        func(s *engine.Sight) { s.Log = []engine.Line{{Ply: 1, Move: []byte("{")}} },
	} {
		sight := engine.Sight{Seat: 0, Seats: p.Seats(), View: encode(p.View(0)), Legal: p.Legal(0)}
		spoil(&sight)
		if code, err := (Game{}).Why(sight, TypeDiscard); err == nil {
			t.Errorf("%s: %q", what, code)
		}
	}
}
