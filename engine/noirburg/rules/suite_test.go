package rules_test

import (
	"encoding/json"
	"flag"
	"testing"

	"noir/engine/enginetest"
	"noir/engine/noirburg"
	"noir/engine/noirburg/rules"
)

// suiteGames is four games for each of the options, one of each number of seats; .ci/run plays both.
var suiteGames = flag.Int("suite-games", 4, "random games that each test of the suite plays")

var hooks = enginetest.Hooks{
	Redeal:  rules.Redeal,
	Options: []json.RawMessage{json.RawMessage(`{"money_win":false}`)},
	Hurry:   1000,
}

func TestSuite(t *testing.T) {
	long := hooks
	long.Games = *suiteGames
	enginetest.Run(t, noirburg.Game{}, long)
}

func FuzzGame(f *testing.F) { enginetest.Fuzz(f, noirburg.Game{}, hooks) }
