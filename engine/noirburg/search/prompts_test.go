package search

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"noir/engine"
	"noir/engine/noirburg/rules"
)

// TestPromptsPerTurn counts in twenty games how often people would be asked in windows for each
// turn of their own: the table passes for hands that hold no answer, and for those who have passed
// twice in a row and then press A, until their turn, unless something of theirs is at stake.
func TestPromptsPerTurn(t *testing.T) {
	const games, most = 20, 1.5
	all := sitting{}
	for seats := rules.MinSeats; seats <= rules.Hideouts; seats++ {
		here := sitting{}
		for n := range games / 4 {
			here.play(t, n, seats)
		}
		t.Logf("%d seats: %.2f prompts a turn; %.2f without auto-pass, %.2f with every window", seats, here.shown/here.turns, here.held/here.turns, here.windows/here.turns)
		all.shown, all.turns = all.shown+here.shown, all.turns+here.turns
	}
	if mean := all.shown / all.turns; mean > most {
		t.Errorf("%.2f prompts a turn, want %v at most", mean, most)
	}
}

// sitting counts what people at tables are asked.
type sitting struct {
	turns   float64 // of one's own
	windows float64 // in which one is asked
	held    float64 // of these, with an answer in the hand
	shown   float64 // of these, without those that auto-pass answers
}

// play counts in a game among house players.
func (all *sitting) play(t *testing.T, n, seats int) {
	st, err := Game{}.Start(engine.Setup{Seed: engine.Seed{byte(n), 1, byte(seats)}, Seats: seats})
	if err != nil {
		t.Fatal(err)
	}
	logs, row := make([][]engine.Line, seats), make([]int, seats)
	r := rand.New(rand.NewPCG(uint64(n), uint64(seats)))
	for {
		if _, over := st.Result(); over {
			return
		}
		asked := st.Prompts()
		p := asked[r.IntN(len(asked))]
		pass := st.Expire(p.Seat)
		var body json.RawMessage
		switch {
		case p.Minimum == 0:
			row[p.Seat] = 0
			body = choose(t, levelNormal, st, p.Seat, logs[p.Seat])
			if move, _ := rules.ReadMove(body); move.Type == rules.TypeEndTurn {
				all.turns++
			}
		case len(st.Legal(p.Seat)) <= len(pass):
			all.windows++
			body = pass[0].Body
		case row[p.Seat] >= 2 && !p.Personal:
			all.windows, all.held = all.windows+1, all.held+1
			body = pass[0].Body
		default:
			all.windows, all.held, all.shown = all.windows+1, all.held+1, all.shown+1
			body = choose(t, levelNormal, st, p.Seat, logs[p.Seat])
			row[p.Seat]++
			if move, _ := rules.ReadMove(body); move.Type != rules.TypePass {
				row[p.Seat] = 0
			}
		}
		next, plies, err := engine.Make(st, engine.Move{Seat: p.Seat, By: engine.ByPlayer, Body: body})
		if err != nil {
			t.Fatalf("game %d: seat %d: %s: %v", n, p.Seat, body, err)
		}
		for _, ply := range plies {
			for seat := range logs {
				logs[seat] = append(logs[seat], ply.Line(len(logs[seat])+1, engine.Seat(seat), 0))
			}
		}
		st = next
	}
}
