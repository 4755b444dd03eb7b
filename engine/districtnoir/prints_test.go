package districtnoir_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"noir/engine"
	"noir/engine/districtnoir"
	"noir/engine/enginetest"
)

var update = flag.Bool("update", false, "write the prints of games anew")

// TestGamesGoAsBefore plays whole games by chance and compares them with testdata/games.prints; -update accepts what
// differs.
func TestGamesGoAsBefore(t *testing.T) {
	t.Parallel()
	var prints enginetest.Prints
	const seats = 2
	for seed := range byte(20) {
		chance := rand.New(rand.NewPCG(uint64(seed), 9))
		state, err := districtnoir.Game{}.Start(engine.Setup{Seed: engine.Seed{seed}, Seats: seats})
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; len(state.Prompts()) > 0; n++ {
			prompts := state.Prompts()
			seat := prompts[chance.IntN(len(prompts))].Seat
			legal := state.Legal(seat)
			move := engine.Move{Seat: seat, By: engine.ByPlayer, Body: legal[chance.IntN(len(legal))]}
			switch {
			case n == 2*int(seed) && seed%4 == 0: // in some games somebody leaves
				move.Body = engine.Resign
			case n == 3*int(seed) && seed%4 == 1: // or runs out of time
				move = state.Expire(seat)[0]
			}
			state = prints.Move(t, fmt.Sprint(seed, " ", n), state, seats, move)
		}
		prints.End(fmt.Sprint(seed), state)
	}
	prints.Compare(t, "testdata/games.prints", *update)
}

// TestTheHousePlaysAsBefore asks all players, and the critic, in positions of two games between them, and compares what
// they say with testdata/house.prints; -update accepts what differs.
func TestTheHousePlaysAsBefore(t *testing.T) {
	t.Parallel()
	if runtime.GOARCH != "amd64" {
		t.Skip("players weigh sums that other processors round in another way")
	}
	g := districtnoir.Game{}
	var players []engine.Player
	player := func(p engine.Player, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		players = append(players, p)
	}
	for _, level := range []string{"easy", "normal", "hard"} {
		player(g.House(level, 3))
	}
	for _, name := range g.Yardsticks() {
		if name != "sampler-3ms" && name != "boss-100ms" && name != "boss-300ms" && name != "boss-1s" { // which differ in nothing but time
			player(g.Yardstick(name, 3))
		}
	}
	const hard, boss = 2, 4 // take longer, and are asked less often
	var prints enginetest.Prints
	for seed := range byte(3) {
		state, err := g.Start(engine.Setup{Seed: engine.Seed{seed, 5}, Seats: 2})
		if err != nil {
			t.Fatal(err)
		}
		var logs [2][]engine.Line
		looks := ""
		for n := 0; len(state.Prompts()) > 0; n++ {
			seat := state.Prompts()[0].Seat
			view, err := json.Marshal(state.View(seat))
			if err != nil {
				t.Fatal(err)
			}
			sight := engine.Sight{Seat: seat, Seats: 2, View: view, Legal: state.Legal(seat), Log: logs[seat]}
			made, err := players[n%len(players)].Choose(t.Context(), sight)
			if err != nil {
				t.Fatal(err)
			}
			for i, p := range players {
				if n%3 == 0 || i != hard && i != boss {
					chosen, err := p.Choose(t.Context(), sight)
					looks += fmt.Sprintf("%d %d: %s %v\n", n, i, chosen, err)
				}
			}
			if n%3 == 0 {
				for i, judge := range []func() (engine.Judgement, error){
					func() (engine.Judgement, error) {
						return g.Judge(t.Context(), sight, engine.Trial{Seed: 7, Share: .02}, made)
					},
					func() (engine.Judgement, error) {
						return g.JudgeAll(t.Context(), sight, engine.Trial{Seed: 7, Share: .003})
					},
					func() (engine.Judgement, error) {
						return g.JudgeOpen(t.Context(), state, seat, engine.Trial{Seed: 7, Share: .1})
					},
				} {
					j, err := judge()
					looks += fmt.Sprintf("judged by %d: %d worlds, %g, %v:", i, j.Worlds, j.Chance, err)
					for _, m := range j.Moves {
						looks += fmt.Sprintf(" %s %g", m.Move, m.Chance)
					}
					looks += "\n"
				}
				prints.Take(fmt.Sprint(seed, " ", n), looks)
				looks = ""
			}
			next, plies, err := engine.Make(state, engine.Move{Seat: seat, By: engine.ByPlayer, Body: made})
			if err != nil {
				t.Fatal(err)
			}
			for s := range logs {
				logs[s] = append(logs[s], plies[0].Line(len(logs[s])+1, engine.Seat(s), 0))
			}
			state = next
		}
		prints.End(fmt.Sprint(seed), state)
	}
	looks := ""
	for _, chance := range []float64{0, 0.2, 0.5, 0.9, 1} {
		for _, left := range []float64{0, 0.1, 0.5, 1} {
			looks += fmt.Sprintf("%g of %g: %.9f %.9f %.9f\n", chance, left, g.Between(chance, 900, 1000, left), g.Between(chance, 1700, 1500, left), g.Between(chance, 1900, 1920, left))
		}
	}
	prints.Take("between players of ratings", looks)
	prints.Compare(t, "testdata/house.prints", *update)
	if _, err := g.Yardstick("normal", 1); err == nil {
		t.Error("a level is a yardstick")
	}
}
