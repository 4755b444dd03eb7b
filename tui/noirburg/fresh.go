package noirburg

import (
	"slices"

	"noir/engine"
	"noir/engine/noirburg/rules"
)

// corner is a place of a seat.
type corner struct {
	seat  engine.Seat
	place rules.Place
}

// fresh are the places that the newest move in a log has changed. Passes are no moves here: the window
// that a move has opened keeps it new.
func fresh(log []engine.Line) (changed []corner) {
	for _, l := range slices.Backward(log) {
		if m, ok := rules.ReadMove(l.Move); ok && m.Type == rules.TypePass && len(l.Effects) == 0 {
			continue
		}
		for _, raw := range l.Effects {
			if effect, err := rules.ReadEffect(raw); err == nil {
				if e, ok := effect.(rules.Moved); ok {
					changed = append(changed, ends(e)...)
				}
			}
		}
		return changed
	}
	return nil
}

// ends are the places where a card came from and where it went, as far as gangsters may stand there.
func ends(e rules.Moved) []corner {
	switch e.Card.Kind() {
	case rules.Business:
		return []corner{{e.ToSeat, rules.At(e.Card)}}
	case rules.Hideout:
		return []corner{{e.Seat, rules.OnHideout}}
	}
	return []corner{{e.Seat, e.From}, {e.ToSeat, e.To}}
}
