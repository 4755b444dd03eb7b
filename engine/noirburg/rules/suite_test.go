package rules_test

import (
	"encoding/json"
	"testing"

	"noir/engine/enginetest"
	"noir/engine/noirburg"
	"noir/engine/noirburg/rules"
)

// hooks make the suite play each number of seats under each of the options.
var hooks = enginetest.Hooks{
	Redeal:  rules.Redeal,
	Options: []json.RawMessage{json.RawMessage(`{"money_win":false}`)},
	Games:   8,
	Hurry:   1000,
}

func TestSuite(t *testing.T) { enginetest.Run(t, noirburg.Game{}, hooks) }

func FuzzGame(f *testing.F) { enginetest.Fuzz(f, noirburg.Game{}, hooks) }
