package command

import (
	"encoding/json"
	"strings"

	"github.com/spf13/pflag"
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

// addSwitches gives a command the switches of all games. A game refuses those of others.
func (g catalog) addSwitches(flags *pflag.FlagSet) switched {
	s := switched{}
	for _, game := range g {
		for _, w := range game.Switches {
			s[w] = flags.Bool(w.Flag, false, w.About)
		}
	}
	return s
}

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

// switchUse is the switches in the use line of a command.
func (g catalog) switchUse() string {
	var use strings.Builder
	for _, game := range g {
		for _, w := range game.Switches {
			use.WriteString(" [--" + w.Flag + "]")
		}
	}
	return use.String()
}
