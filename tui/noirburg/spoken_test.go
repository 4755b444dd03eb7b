package noirburg_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui/tuitest"
)

// spoken runs a test in every language but English, with the name of a golden file.
func spoken(t *testing.T, what string, test func(t *testing.T, name string)) {
	t.Helper()
	for _, o := range language.Offers()[1:] {
		name := what + "." + o.Tag
		t.Run(name, func(t *testing.T) { test(t, name) })
	}
}

func TestTheLogIsToldInEveryLanguage(t *testing.T) {
	t.Parallel()
	all := lines(t)
	spoken(t, "told", func(t *testing.T, name string) {
		b := board(t, town(t).frame(0))
		var told []string
		for _, english := range slices.Sorted(maps.Keys(all)) {
			told = append(told, b.Tell(all[english]))
		}
		tuitest.Golden(t, name, strings.Join(told, "\n"))
	})
}

func TestTheTownIsDescribedInEveryLanguage(t *testing.T) {
	t.Parallel()
	spoken(t, "plain", func(t *testing.T, name string) {
		var told []string
		for _, f := range []matchmaking.Frame{
			town(t).frame(engine.Spectator), raided(t).frame(0), own(t).frame(0), ended(t, rules.Counted).frame(0),
		} {
			told = append(append(told, board(t, f).Plain()...), "")
		}
		tuitest.Golden(t, name, strings.Join(told, "\n"))
	})
}

// TestTypedLinesAreTheSameInEveryLanguage plays a game by what English hears, and names
// a place as it is called on the table.
func TestTypedLinesAreTheSameInEveryLanguage(t *testing.T) {
	t.Parallel()
	names := map[string]string{"de": "schmug", "sv": "lang", "tr": "kaçak"}
	spoken(t, "typed", func(t *testing.T, _ string) {
		typed := map[string]bool{}
		for g := deal(t, 1, 3); !g.over(); g.chance() {
			for s := range engine.Seat(g.seats) {
				g.typeAll(s, typed)
			}
		}
		s := town(t)
		s.legal = append(s.legal, rules.Move{Type: rules.TypeDriveby, Cards: cards(t, "DRIVEBY.0"), Seat: 2, Place: rules.At(card(t, "B2.0"))}.Body())
		b := board(t, s.frame(0))
		want, err := b.Command("driveby vera bootlegger")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := b.Command("driveby vera " + names[b.(interface{ Tag() string }).Tag()]); err != nil || string(got) != string(want) {
			t.Errorf("%s (%v), want %s", got, err, want)
		}
	})
}
