package districtnoir

import (
	"encoding/json"

	rules "noir/engine/districtnoir"
)

// Advise says a move of the viewer's own as somebody would who gives advice.
func (b *Board) Advise(move json.RawMessage) string {
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
