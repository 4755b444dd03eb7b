package districtnoir

import (
	"encoding/json"
	"noir/engine"
	rules "noir/engine/districtnoir"
)

// speech tells the viewer of a district about it.
type speech struct {
	words
	*district
}

// name is how a sentence calls a seat.
func (b speech) name(s engine.Seat) string {
	if b.own(s) {
		return b.Words("you")
	}
	return b.Frame.Seats[s].Name
}

func (b speech) notYet() string {
	return b.Words("not yet, %s is to move", b.Frame.Seats[b.far()].Name)
}

// waiting says whose move it is, where nothing is asked of the viewer: at another's
// move, and in a position of their own that is over, such as a puzzle's.
func (b speech) waiting() string {
	if b.own(b.view.Turn()) {
		return b.Words("It was your move.")
	}
	return b.Words("%s is to move.", b.name(b.view.Turn()))
}

// choice says what can be picked now, at length and in brief.
func (b speech) choice() (long, short string) {
	n := len(b.hand())
	digits := b.Words("1 to %d", n)
	switch n {
	case 1:
		digits = "1"
	case 2:
		digits = b.Words("1 or 2")
	}
	switch {
	case n == 0:
		return b.Words("take with t"), b.Words("take with t")
	case !b.mayTake():
		return b.Words("pick a card with %s", digits), b.Words("pick %s", digits)
	}
	return b.Words("pick a card with %s, or t to take", digits), b.Words("pick %s, or t", digits)
}

// toType tells what can be typed now.
func (b speech) toType() string {
	switch {
	case len(b.hand()) == 0:
		return b.Words("take with t")
	case !b.mayTake():
		return b.Words("play with p 1")
	}
	return b.Words("play with p 1, take with t")
}

// advise says a move of the viewer's own in the words of advice.
func (b speech) advise(move json.RawMessage) string {
	var m rules.Move
	if json.Unmarshal(move, &m) != nil {
		return ""
	}
	switch m.Type {
	case rules.TypePlay:
		return b.Words("play %s", b.say(m.Card))
	case rules.TypeTake:
		return b.Words("take %s", b.sayAll(b.view.Offer()))
	case rules.TypeResign:
		return b.Words("resign")
	}
	return ""
}

// heading tells the round and who began it.
func (b speech) heading() string {
	if !b.Ready() {
		return ""
	}
	if b.own(b.view.First) {
		return b.Words("round %d of 4, you began", b.view.Round)
	}
	return b.Words("round %d of 4, %s began", b.view.Round, b.name(b.view.First))
}
