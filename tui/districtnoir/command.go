package districtnoir

import (
	"encoding/json"
	"errors"
	rules "noir/engine/districtnoir"
	"strconv"
	"strings"
)

// typist reads typed lines.
type typist struct{ speech }

// read reads "p 2" or "t"; a number alone plays that card.
func (b typist) read(line string) (json.RawMessage, error) {
	if !b.Ready() || b.Watching() {
		return nil, errors.New(b.Words("you have no seat at this table: leave it, and look for one of your own to play"))
	}
	words := strings.Fields(strings.ToLower(line))
	if len(words) == 0 {
		return nil, errors.New(b.toType())
	}
	verb, rest := words[0], words[1:]
	switch verb {
	case "t", "take":
		if len(rest) == 0 {
			return b.commandTake()
		}
	case "p", "play":
		if len(rest) == 1 {
			return b.commandPlay(rest[0])
		}
	default:
		if len(rest) == 0 && strings.Trim(verb, "0123456789") == "" {
			return b.commandPlay(verb)
		}
	}
	return nil, errors.New(b.toType())
}

func (b typist) commandTake() (json.RawMessage, error) {
	switch {
	case !b.MayAct():
		return nil, errors.New(b.notYet())
	case b.mayTake():
		return rules.Take(), nil
	case len(b.view.Row) == 0:
		return nil, errors.New(b.Words("the row is empty: %s", b.toType()))
	}
	return nil, errors.New(b.Words("you have already taken this round: %s", b.toType()))
}

func (b typist) commandPlay(place string) (json.RawMessage, error) {
	hand := b.hand()
	n, err := strconv.Atoi(place)
	switch {
	case !b.MayAct():
		return nil, errors.New(b.notYet())
	case len(hand) == 0:
		return nil, errors.New(b.Words("your hand is empty: %s", b.toType()))
	case err != nil || n < 1 || n > len(hand):
		return nil, errors.New(b.Words("say which card of your hand: a number from 1 to %d", len(hand)))
	}
	return rules.Play(hand[n-1]), nil
}
