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

// fresh are the places that the newest move in a log has changed, and those that it has destroyed. Passes are no moves here: the window that a move has opened keeps it new.
func fresh(log []engine.Line) (changed, ruins []corner) {
	for _, l := range slices.Backward(log) {
		if m, ok := rules.ReadMove(l.Move); ok && m.Type == rules.TypePass && len(l.Effects) == 0 {
			continue
		}
		for _, raw := range l.Effects {
			effect, err := rules.ReadEffect(raw)
			e, moved := effect.(rules.Moved)
			if err != nil || !moved {
				continue
			}
			changed = append(changed, ends(e)...)
			if e.Card.Kind() == rules.Business && e.To == rules.InDiscard && e.From != rules.InHand {
				ruins = append(ruins, corner{e.Seat, rules.At(e.Card)})
			}
		}
		return changed, ruins
	}
	return nil, nil
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
