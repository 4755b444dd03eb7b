package districtnoir

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"noir/engine"
	rules "noir/engine/districtnoir"
	"noir/matchmaking"
	"noir/tui/board"
)

// district is the table as its viewer sees it, in one frame.
type district struct {
	board.Sight

	view  rules.View
	hands [][]rules.Card // by seat; nil for hands that the viewer may not see
	last  change         // what the newest move did, if it was a play or a take
}

func (d *district) far() engine.Seat { return 1 - d.Near() }

// hand is the viewer's hand; nil without a seat.
func (d *district) hand() []rules.Card {
	if d.Watching() {
		return nil
	}
	return d.hands[d.Frame.Seat]
}

// mayTake reports whether the viewer may take now.
func (d *district) mayTake() bool {
	take := rules.Take()
	return d.MayAct() && slices.ContainsFunc(d.Frame.Turn.Legal, func(m json.RawMessage) bool {
		return bytes.Equal(m, take)
	})
}

// own reports whether a seat is the viewer's.
func (d *district) own(s engine.Seat) bool { return s == d.Frame.Seat }

// tally counts what a seat has taken.
func (d *district) tally(s engine.Seat) rules.Tally { return rules.Count(d.view.Tableau[s]...) }

// change is what a move did to the table. It has no cards if it was neither a play nor a take.
type change struct {
	seat   engine.Seat
	placed bool // a card was played; otherwise the seat took
	cards  []rules.Card
}

// took reports whether it was a take.
func (c change) took() bool { return len(c.cards) > 0 && !c.placed }

// changed tells what the newest move of a log did.
func changed(log []engine.Line) change {
	if len(log) == 0 {
		return change{}
	}
	last := log[len(log)-1]
	for _, raw := range last.Effects {
		switch e, _ := rules.ReadEffect(raw); e := e.(type) {
		case rules.Placed:
			return change{last.Seat, true, []rules.Card{e.Card}}
		case rules.Took:
			return change{last.Seat, false, e.Cards}
		}
	}
	return change{}
}

// read decodes a frame's view in the memory of the one before, and returns the hands.
func (d *district) read(f *matchmaking.Frame) (hands [][]rules.Card, err error) {
	d.view = rules.View{} // others still have its cards
	if err := json.Unmarshal(f.View, &d.view); err != nil {
		return nil, fmt.Errorf("the view of a table: %w", err)
	}
	return board.Hands(*f, d.view, func(v rules.View) []rules.Card { return v.Hand })
}
