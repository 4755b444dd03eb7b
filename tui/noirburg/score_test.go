package noirburg_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/matchmaking"
	"noir/tui/kit"
	"noir/tui/tuitest"
)

// ended is the town at its end, won by marlowe.
func ended(t testing.TB, reason string) *scene {
	s := town(t)
	s.view.Phase = rules.PhaseOver
	s.end = &matchmaking.End{Result: engine.Result{
		Reason: reason, Winners: []engine.Seat{0}, Places: []int{1, 2, 3, 4},
		Scores: json.RawMessage(`[{"trophies":10,"cards":16,"money":7,"total":33,"businesses":6},` +
			`{"trophies":0,"cards":11,"money":12,"total":23,"businesses":4},` +
			`{"trophies":0,"cards":3,"money":20,"total":23,"businesses":0},` +
			`{"trophies":0,"cards":0,"money":0,"total":0,"businesses":0}]`),
	}}
	return s
}

func TestScoreLooks(t *testing.T) {
	t.Parallel()
	for _, w := range []int{30, 38, 60} {
		for _, language := range []string{"", ".de", ".sv", ".tr"} {
			name := fmt.Sprintf("score-%d%s", w, language)
			t.Run(name, func(t *testing.T) {
				sheet := board(t, ended(t, rules.Counted).frame(0)).Score(w, tuitest.Theme(), 1)
				for line := range strings.Lines(sheet) {
					if n := kit.Width(strings.TrimSuffix(line, "\n")); n > w {
						t.Errorf("a line of %d cells on a sheet of %d: %q", n, w, line)
					}
				}
				tuitest.Golden(t, name, ansi.Strip(sheet))
			})
		}
	}
}

func TestTheEndIsTold(t *testing.T) {
	t.Parallel()
	shared := ended(t, rules.Counted)
	shared.end.Result.Winners, shared.end.Result.Places = []engine.Seat{0, 2}, []int{1, 3, 1, 4}
	tied := ended(t, rules.Counted)
	tied.end.Result.Winners, tied.end.Result.Places = []engine.Seat{1}, []int{3, 1, 2, 4}
	void := ended(t, engine.Aborted)
	void.end.Result.Winners = []engine.Seat{}
	for want, s := range map[string]*scene{
		"You win, 33 points to spade's 23.":                                ended(t, rules.Counted),
		"You win: more than half of all the money.":                        ended(t, rules.Money),
		"You win: two rivals taken down.":                                  ended(t, rules.Eliminations),
		"You win: nobody else is left.":                                    ended(t, rules.LastStanding),
		"Everything is equal: you and vera share the victory.":             shared,
		"spade wins: 23 points each with vera, and the higher businesses.": tied,
		"The game was called off. It counts for nothing.":                  void,
	} {
		plain := board(t, s.frame(0)).Plain()
		if got := plain[len(plain)-1]; got != want {
			t.Errorf("the end is told %q, want %q", got, want)
		}
		if sheet := board(t, s.frame(0)).Score(60, tuitest.Theme(), 1); !strings.Contains(sheet, want[:20]) {
			t.Errorf("the sheet does not say %q:\n%s", want, sheet)
		}
	}
	if plain := strings.Join(board(t, shared.frame(0)).Plain(), "\n"); !strings.Contains(plain, "1, vera: ") || !strings.Contains(plain, "3, spade: ") {
		t.Errorf("a shared place is another one:\n%s", plain)
	}
	long := ended(t, rules.Counted).frame(0)
	long.Seats[1].Name, long.Seats[2].Name = "the-long-rival-1", "the-long-rival-2"
	if sheet := board(t, long).Score(38, tuitest.Theme(), 1); !strings.Contains(sheet, "the-long--1 ") || !strings.Contains(sheet, "the-long--2 ") {
		t.Errorf("a narrow sheet does not tell names apart:\n%s", sheet)
	}
	left := ended(t, rules.Counted)
	left.end.Result.Winners, left.end.Result.Places = []engine.Seat{1}, []int{4, 1, 2, 3}
	const why = "The house played to the end for you: that is a place behind the others."
	if sheet := board(t, left.frame(0)).Score(80, tuitest.Theme(), 1); !strings.Contains(sheet, why) {
		t.Errorf("the sheet does not say why most points are the last place:\n%s", sheet)
	}
	if plain := board(t, left.frame(0)).Plain(); !slices.Contains(plain, why) {
		t.Errorf("nor is it said in lines:\n%s", plain)
	}
	plain := strings.Join(board(t, ended(t, rules.Counted).frame(engine.Spectator)).Plain(), "\n")
	for _, want := range []string{
		"1, marlowe: 10 for trophies, 16 for cards, 7 in money; 33 points in all.",
		"4, sam: 0 for trophies, 0 for cards, 0 in money; no points in all.",
	} {
		if !strings.Contains(plain, want) {
			t.Errorf("the end does not say %q:\n%s", want, plain)
		}
	}
}

// TestTheSheetSaysWhatMadeTheDifference: the kind of points in which the winner is furthest ahead of
// the second.
func TestTheSheetSaysWhatMadeTheDifference(t *testing.T) {
	t.Parallel()
	for want, scores := range map[string]string{
		"What was taken made the difference: 10 to 0.": `{"trophies":10,"cards":16,"money":7,"total":33},{"trophies":0,"cards":11,"money":12,"total":23}`,
		"The cards made the difference: 16 to 11.":     `{"trophies":4,"cards":16,"money":13,"total":33},{"trophies":0,"cards":11,"money":12,"total":23}`,
		"Money made the difference: 20 to 12.":         `{"trophies":2,"cards":11,"money":20,"total":33},{"trophies":0,"cards":11,"money":12,"total":23}`,
	} {
		s := ended(t, rules.Counted)
		s.end.Result.Scores = json.RawMessage("[" + scores + "]")
		if sheet := board(t, s.frame(0)).Score(60, tuitest.Theme(), 1); !strings.Contains(sheet, want) {
			t.Errorf("the sheet does not say %q:\n%s", want, sheet)
		}
		if plain := board(t, s.frame(0)).Plain(); !slices.Contains(plain, want) {
			t.Errorf("nor is it said in lines: %q", plain)
		}
		s.end.Result.Scores = json.RawMessage(`[{"trophies":0,"cards":11,"money":12,"total":23},{"trophies":0,"cards":11,"money":12,"total":23}]`)
		if sheet := board(t, s.frame(0)).Score(60, tuitest.Theme(), 1); strings.Contains(sheet, "made the difference") {
			t.Errorf("equal points differ:\n%s", sheet)
		}
	}
}
