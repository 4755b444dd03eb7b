package enginetest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"noir/engine"
)

func TestRun(t *testing.T) { Run(t, sealed{}, Hooks{Redeal: sealedRedeal}) }

func FuzzSealed(f *testing.F) { Fuzz(f, sealed{}, Hooks{Redeal: sealedRedeal}) }

// TestDefects breaks one rule of the contract at a time; the check for it must notice.
func TestDefects(t *testing.T) {
	for defect, check := range map[string]string{
		"no title":                 "info",
		"abort does nothing":       "aborting",
		"may win after resigning":  "resigning",
		"any level":                "house",
		"house plays at random":    "house",
		"house cheats":             "house",
		"house needs time":         "house",
		"reads as it came":         "read",
		"reads loosely":            "read",
		"a sealed bank":            "playouts",
		"the first to lie tells":   "order",
		"chance of its own":        "start",
		"windows untold":           "playouts",
		"options of another game":  "start",
		"prompts out of order":     "playouts",
		"legal is not":             "playouts",
		"moves write":              "playouts",
		"effects without type":     "playouts",
		"never ends":               "playouts",
		"places skip":              "playouts",
		"view does not come back":  "playouts",
		"releases nothing":         "playouts",
		"the resigned play on":     "resigning",
		"no codes":                 "refusals",
		"accepts the illegal":      "refusals",
		"refusal writes":           "refusals",
		"log loses a ply":          "replay",
		"effects tell":             "secrets",
		"refusal tells":            "secrets",
		"view tells the next card": "secrets",
		"view hints":               "secrets",
		"view tells what was laid": "secrets",
		"clock stands still":       "clock",
	} {
		t.Run(defect, func(t *testing.T) {
			s := newSuite(sealed{defect}, Hooks{Redeal: sealedRedeal, Longest: 100})
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
