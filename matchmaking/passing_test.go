package matchmaking_test

import (
	"testing"

	"noir/matchmaking"
)

// TestAutoPassIsOfferedWithTheThirdPass in a row: while its question stands, and not to players whose
// table passes for them already.
func TestAutoPassIsOfferedWithTheThirdPass(t *testing.T) {
	t.Parallel()
	asked := matchmaking.Frame{Seat: 1, Passed: 2, Passing: matchmaking.PassIdle, Turn: &matchmaking.Turn{}, Clocks: []matchmaking.SeatClock{{}, {Asked: true}}}
	for what, c := range map[string]struct {
		change func(f *matchmaking.Frame)
		want   bool
	}{
		"the third question":    {func(*matchmaking.Frame) {}, true},
		"a later one":           {func(f *matchmaking.Frame) { f.Passed = 5 }, true},
		"the second":            {func(f *matchmaking.Frame) { f.Passed = 1 }, false},
		"between two questions": {func(f *matchmaking.Frame) { f.Turn = nil }, false},
		"a pass that is kept":   {func(f *matchmaking.Frame) { f.Clocks = make([]matchmaking.SeatClock, 2) }, false},
		"auto-pass that is on":  {func(f *matchmaking.Frame) { f.Passing = matchmaking.PassTurn }, false},
		"a game that is over":   {func(f *matchmaking.Frame) { f.End = &matchmaking.End{} }, false},
	} {
		f := asked
		if c.change(&f); f.OffersAutoPass() != c.want {
			t.Errorf("%s: offered is %v", what, !c.want)
		}
		if once := f.FirstOffer(matchmaking.Frame{}); once != (c.want && f.Passed == 2) {
			t.Errorf("%s: told at length is %v", what, once)
		}
	}
}
