package enginetest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"noir/engine"
)

func TestRun(t *testing.T) {
	Run(t, sealed{}, Hooks{Redeal: sealedRedeal})
	t.Run("spoken", func(t *testing.T) { Run(t, spoken{}, Hooks{Redeal: sealedRedeal, Games: 4}) })
}

func FuzzSealed(f *testing.F) { Fuzz(f, sealed{}, Hooks{Redeal: sealedRedeal}) }

// TestDefects breaks one rule of the contract at a time; the check for it must notice.
func TestDefects(t *testing.T) {
	for defect, check := range map[string]string{
		"no title":                     "info",
		"abort does nothing":           "aborting",
		"may win after resigning":      "resigning",
		"any level":                    "house",
		"house plays at random":        "house",
		"house cheats":                 "house",
		"house needs time":             "house",
		"reads as it came":             "read",
		"reads loosely":                "read",
		"a sealed bank":                "playouts",
		"the first to lie tells":       "order",
		"chance of its own":            "start",
		"windows untold":               "playouts",
		"options of another game":      "start",
		"prompts out of order":         "playouts",
		"legal is not":                 "playouts",
		"moves write":                  "playouts",
		"effects without type":         "playouts",
		"never ends":                   "playouts",
		"places skip":                  "playouts",
		"view does not come back":      "playouts",
		"releases nothing":             "playouts",
		"the resigned play on":         "resigning",
		"no codes":                     "refusals",
		"accepts the illegal":          "refusals",
		"refusal writes":               "refusals",
		"log loses a ply":              "replay",
		"effects tell":                 "secrets",
		"refusal tells":                "secrets",
		"view tells the next card":     "secrets",
		"view hints":                   "secrets",
		"view tells what was laid":     "secrets",
		"clock stands still":           "clock",
		"a name of blanks":             "info",
		"seats for nobody":             "info",
		"most are fewer":               "info",
		"no time":                      "info",
		"a bank of debts":              "info",
		"no house":                     "info",
		"a long name":                  "info",
		"a level in capitals":          "info",
		"two of a name":                "info",
		"two of a level":               "info",
		"answers too soon":             "info",
		"answers too late":             "info",
		"answers before it may":        "info",
		"one deal":                     "start",
		"any seats":                    "start",
		"any options":                  "start",
		"options of nothing":           "start",
		"house has always time":        "house",
		"house resigns":                "house",
		"asks when it is over":         "playouts",
		"asks twice":                   "playouts",
		"asks a stranger":              "playouts",
		"no budget":                    "playouts",
		"a minimum of debts":           "playouts",
		"a minimum beyond the budget":  "playouts",
		"asks nobody":                  "playouts",
		"spectators may lay":           "playouts",
		"the last word is never said":  "playouts",
		"asks who may do nothing":      "playouts",
		"releases early":               "playouts",
		"a ply of nobody":              "playouts",
		"a ply of a stranger":          "playouts",
		"a ply in no form":             "playouts",
		"no eyes":                      "playouts",
		"seven eyes":                   "playouts",
		"an effect for spectators":     "playouts",
		"an effect for a stranger":     "playouts",
		"an own effect without type":   "playouts",
		"stays ripe":                   "playouts",
		"spectators play":              "playouts",
		"plays when it is over":        "playouts",
		"the absent may lay":           "playouts",
		"nobody may resign":            "playouts",
		"ends for no reason":           "playouts",
		"a place for a stranger":       "playouts",
		"a score for a stranger":       "playouts",
		"one score for all":            "playouts",
		"all win":                      "playouts",
		"abort is refused":             "aborting",
		"abort is untold":              "aborting",
		"winners of nothing":           "aborting",
		"void and won":                 "aborting",
		"refused and told":             "refusals",
		"no sentence":                  "refusals",
		"no reason":                    "refusals",
		"kept back in one order":       "order",
		"tells by chance":              "replay",
		"clock is a player":            "clock",
		"clock breaks the rules":       "clock",
		"completes without a view":     "completions",
		"completes to what is refused": "completions",
		"completes to no form":         "completions",
		"gives no reason":              "reasons",
		"gives a reason always":        "reasons",
		"gives another reason":         "reasons",
	} {
		t.Run(defect, func(t *testing.T) {
			var g engine.Game = sealed{defect}
			if check == "completions" || check == "reasons" {
				g = spoken{sealed{defect}}
			}
			s := newSuite(g, Hooks{Redeal: sealedRedeal, Longest: 100})
			if err := run(t, s, check); err == nil {
				t.Fatalf("%s finds nothing wrong", check)
			}
		})
	}
}

// TestRedealHasToDiffer catches a hook that does nothing.
func TestRedealHasToDiffer(t *testing.T) {
	idle := func(start engine.State, _ []engine.Move, _ engine.Seat, _ *rand.Rand) engine.State { return start }
	for _, h := range []Hooks{{}, {Redeal: idle}} {
		if err := run(t, newSuite(sealed{}, h), "secrets"); err == nil {
			t.Fatal("accepted")
		}
	}
}

// TestFuzzFinds breaks the game under scripts of the fuzz target.
func TestFuzzFinds(t *testing.T) {
	for _, defect := range []string{"legal is not", "moves write", "log loses a ply", "places skip"} {
		s := newSuite(sealed{defect}, Hooks{})
		if !slices.ContainsFunc([]uint64{0, 1, 2, 3}, func(seed uint64) bool {
			return s.perform(seed, []byte("any twelve of them will do here"), nil) != nil
		}) {
			t.Errorf("%s: nothing found", defect)
		}
	}
}

func run(t *testing.T, s suite, check string) error {
	t.Helper()
	for _, c := range checks {
		if c.name == check {
			return c.run(s)
		}
	}
	t.Fatalf("there is no check %q", check)
	return nil
}
