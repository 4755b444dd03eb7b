package tui

import "encoding/json"

// Switch is a rule that a table may switch on or off: a boolean option of a game. A game's board
// comes with a list of its switches.
type Switch struct {
	Name    string // of the option, as a program writes it, such as "money_win"
	Title   string // as a menu calls it, such as "Money majority"
	On, Off string // what the title then does, such as "wins the game" and "wins nothing"
	Usual   bool   // the game's default

	Flag, About string // of commands, for what is not usual: such as "no-money-win", and what help says of it
}

// Options are the game options for the state of its switches: only those that differ from the
// default, nil for none.
func Options(switches []Switch, on func(Switch) bool) json.RawMessage {
	asked := map[string]bool{}
	for _, s := range switches {
		if on(s) != s.Usual {
			asked[s.Name] = on(s)
		}
	}
	if len(asked) == 0 {
		return nil
	}
	options, _ := json.Marshal(asked) // cannot fail
	return options
}

// SameOptions are the game options that switch the switches as at a table with these options.
func SameOptions(switches []Switch, table json.RawMessage) json.RawMessage {
	var stood map[string]json.RawMessage
	if err := json.Unmarshal(table, &stood); err != nil {
		return nil
	}
	return Options(switches, func(s Switch) bool {
		on := s.Usual
		if err := json.Unmarshal(stood[s.Name], &on); err != nil {
			return s.Usual
		}
		return on
	})
}
