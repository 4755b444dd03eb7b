package search

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"noir/engine"
	"noir/engine/enginetest"
)

var update = flag.Bool("update", false, "write the prints of the house anew")

// TestTheHousePlaysAsBefore asks all players and the critic in positions of games between them, and compares what they
// say, and the worlds that they imagine, with testdata/house.prints; -update accepts what differs.
func TestTheHousePlaysAsBefore(t *testing.T) {
	t.Parallel()
	if runtime.GOARCH != "amd64" {
		t.Skip("players weigh sums that other processors round in another way")
	}
	players := []engine.Player{easy{3}, normal{}, thinker{3, 60}, boss{3}}
	var prints enginetest.Prints
	for _, seats := range [...]int{3, 4, 6} {
		g := opened(t, engine.Setup{Seed: engine.Seed{byte(seats), 5}, Seats: seats, Options: json.RawMessage(fmt.Sprintf(`{"money_win":%t}`, seats != 4))})
		looks := ""
		for n := 0; len(g.Prompts()) > 0; n++ {
			asked := g.Prompts()
			s := g.sight(asked[n%len(asked)].Seat)
			if n%19 == 0 {
				prints.Take(fmt.Sprint(seats, " ", n), looks+ponders(t, s, g.State, players, n/19))
				looks = ""
			}
			made, err := players[min(1, n%6)].Choose(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			looks += string(made) + "\n"
			g.plays(t, s.Seat, made)
		}
		prints.End(fmt.Sprint(seats), g.State)
	}
	prints.Compare(t, "testdata/house.prints", *update)
}

// ponders is what one of the players or the critic says of a position, and what it goes by.
func ponders(t *testing.T, s engine.Sight, state engine.State, players []engine.Player, which int) (looks string) {
	t.Helper()
	p, w, err := ponder(s)
	if err != nil {
		t.Fatal(err)
	}
	tries, err := p.candidates()
	for _, try := range tries {
		looks += fmt.Sprintf("%s ", try.Body())
	}
	world := w.deal(rand.New(rand.NewPCG(1, uint64(len(s.Log)))))
	for seat := range engine.Seat(s.Seats) {
		looks += fmt.Sprint(seat, " holds ", world.Of(seat).Hand.Cards(), "\n")
	}
	o := newOutlook(&world, s.Seat)
	looks += fmt.Sprint(world.Deck, err, o.ahead(&world), "\n")
	judges := []func() (engine.Judgement, error){
		func() (engine.Judgement, error) { return Judge(t.Context(), s, engine.Trial{Seed: 7, Share: .004}) },
		func() (engine.Judgement, error) { return JudgeAll(t.Context(), s, engine.Trial{Seed: 7, Share: .0005}) },
		func() (engine.Judgement, error) {
			return JudgeOpen(t.Context(), state, s.Seat, engine.Trial{Seed: 7, Share: .004})
		},
	}
	if which %= len(players) + len(judges); which < len(players) {
		chosen, err := players[which].Choose(t.Context(), s)
		return looks + fmt.Sprintf("%s %v\n", chosen, err)
	}
	j, err := judges[which-len(players)]()
	looks += fmt.Sprintf("%d worlds, %g, %v:", j.Worlds, j.Chance, err)
	for _, m := range j.Moves {
		looks += fmt.Sprintf(" %s %g %s", m.Move, m.Chance, m.Twins)
	}
	return looks
}
