package command_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"noir/data"
)

// TestRankings asks for tables of a month, of programs and of names, in the January of
// the year 2000.
func TestRankings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t)
		marlowe, spade := h.Player("marlowe"), h.Player("spade")
		h.resigned(marlowe, spade)
		robot := h.Player("robot-1")
		if err := h.House.Store.(data.Operator).MarkBot(t.Context(), "test", robot.ID, true); err != nil {
			t.Fatal(err)
		}
		h.resigned(robot, spade)
		h.Here = func(_, p data.PlayerID) bool { return p == spade.ID }
		for line, want := range map[string]string{
			"rankings":                        "1530?      1    1     0      0  marlowe\n",
			"rankings --search PAD":           "spade, here now\n",
			"rankings --bots":                 "District Noir, programs, 1 with a rated game\n",
			"rankings --month 2000-01":        "District Noir, 2000-01, 2 with a rated game\n",
			"rankings --month 1999-12":        "District Noir, 1999-12: nobody has a rated game yet.\n",
			"rankings --search chandler":      "nobody with a rated game has a name like that.\n",
			"rankings --bots --json":          `"name":"robot-1"`,
			"rankings --month 2000-01 --json": `"field":"people","month":"2000-01","months":["2000-01"]}`,
			"profile robot-1":                 "a program's account, ranked among programs\n",
			"profile robot-1 --json":          `"kind":"bot"`,
			"profile marlowe --json":          `"kind":"human"`,
			"profile spade":                   "in a row          2 lost; 0 won at best\n",
			"profile marlowe":                 "against spade     1 game: 1 won, 0 lost, 0 drawn\n",
		} {
			if out := h.ask(marlowe, line); !strings.Contains(out, want) {
				t.Errorf("%s: %q is not in\n%s", line, want, out)
			}
		}
		for _, month := range []string{"january", "2000-13", "2000", "2000-01-01"} {
			if a := h.run(marlowe, "rankings --month "+month); a.code != 2 || !strings.Contains(a.err, "a year and a month") {
				t.Errorf("%s: %+v", month, a)
			}
		}
	})
}
