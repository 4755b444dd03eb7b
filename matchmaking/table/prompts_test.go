package table_test

import (
	"encoding/json"
	"flag"
	"testing"
	"testing/synctest"

	"noir/data"
	"noir/engine"
	"noir/engine/noirburg"
	"noir/engine/noirburg/rules"
	"noir/matchmaking"
)

var sittings = flag.Int("sittings", 2, "games of each size in which prompts are counted")

// TestPromptsPerTurn counts at tables with the house how often a person is asked in windows for each
// turn of their own. They play as the house would, and pass until their turn as soon as that is offered:
// with the question for the third pass in a row, which counts as asked.
func TestPromptsPerTurn(t *testing.T) {
	const most = 1.5
	var all sitting
	for seats := rules.MinSeats; seats <= rules.Hideouts; seats++ {
		var here sitting
		for n := range *sittings {
			synctest.Test(t, func(t *testing.T) { here.play(t, byte(n), seats) })
		}
		t.Logf("%d seats: %.2f prompts a turn, in %d turns", seats, here.perTurn(), here.turns)
		all.prompts, all.turns = all.prompts+here.prompts, all.turns+here.turns
	}
	if got := all.perTurn(); got > most {
		t.Errorf("%.2f prompts a turn, want %v at most", got, most)
	}
}

// sitting counts what a person at a table is asked.
type sitting struct {
	turns   int // of their own
	prompts int // answers by hand in windows
}

func (s sitting) perTurn() float64 { return float64(s.prompts) / float64(s.turns) }

// play plays a game.
func (s *sitting) play(t *testing.T, seed byte, seats int) {
	const offered = 2 // passes in a row, as screens have it: with the question for the third
	names := []string{"marlowe"}
	for range seats - 1 {
		names = append(names, "house")
	}
	g := open(t, scene{game: noirburg.Game{}, match: data.Match{Seed: engine.Seed{seed, byte(seats)}}, names: names, level: "normal"}).sit("marlowe")
	mind, err := noirburg.Game{}.House("normal", uint64(seed))
	succeed(t, err)
	succeed(t, g.Pass(t.Context(), matchmaking.PassIdle))
	for f := g.frame(); f.End == nil; {
		asked := f.Turn != nil && f.Clocks[f.Seat].Asked
		if f.Passed >= offered && f.Passing < matchmaking.PassTurn && asked {
			if !f.Idle { // they have read the question
				s.prompts++
			}
			succeed(t, g.Pass(t.Context(), matchmaking.PassTurn))
			f = g.frame()
			continue
		}
		if asked {
			move, err := mind.Choose(t.Context(), f.Sight())
			succeed(t, err)
			s.count(t, f, move)
			if err := g.Play(t.Context(), f.Turn.Ply, move); err != nil && !tooLate(err) {
				t.Fatal(err)
			}
		}
		f, err = g.Next(t.Context(), f.Revision)
		succeed(t, err)
	}
}

// count counts a move.
func (s *sitting) count(t *testing.T, f matchmaking.Frame, move json.RawMessage) {
	var v rules.View
	succeed(t, json.Unmarshal(f.View, &v))
	if v.Window != nil {
		s.prompts++
	}
	if m, _ := rules.ReadMove(move); m.Type == rules.TypeEndTurn {
		s.turns++
	}
}
