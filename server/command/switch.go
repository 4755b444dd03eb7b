package command

import (
	"encoding/json"
)

// Switch is a flag that changes a rule of a game.
type Switch struct {
	Flag   string // such as "no-money-win"
	About  string // for the help, in English
	Option string // of the game, such as "money_win"
	Value  bool   // the value of the option if the flag is given
}

// switched are the parsed switches of a command line.
type switched map[Switch]*bool

// options are the resulting game options; nil for none.
func (s switched) options() json.RawMessage {
	asked := map[string]bool{}
	for w, on := range s {
		if *on {
			asked[w.Option] = w.Value
		}
	}
	if len(asked) == 0 {
		return nil
	}
	options, _ := json.Marshal(asked) // cannot fail
	return options
}
