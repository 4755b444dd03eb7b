package rules_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"noir/engine"
	"noir/engine/noirburg"
	"noir/engine/noirburg/rules"
)

var update = flag.Bool("update", false, "write the prints of games anew")

// TestGamesGoAsBefore plays whole games by chance and compares with testdata/games.prints what each seat sees of each move,
// what it may do then, and why it may not do what was possible a move before. The first move that differs is shown as it
// looks now; -update accepts it.
func TestGamesGoAsBefore(t *testing.T) {
	t.Parallel()
	const path = "testdata/games.prints"
	var now, shown []string
	for seats := rules.MinSeats; seats <= rules.Hideouts; seats++ {
		for _, options := range []string{`{}`, `{"money_win":false}`} {
			g, chance := noirburg.Game{}, rand.New(rand.NewPCG(uint64(seats), 9))
			state, err := g.Start(engine.Setup{Seed: engine.Seed{byte(seats)}, Seats: seats, Options: json.RawMessage(options)})
			var before []engine.Move
			for n := 0; err == nil && len(state.Prompts()) > 0; n++ {
				seen := looks(t, state, seats, before)
				prompts := state.Prompts()
				seat := prompts[chance.IntN(len(prompts))].Seat
				legal := state.Legal(seat)
				view, _ := json.Marshal(state.View(seat))
				move := engine.Move{Seat: seat, By: engine.ByPlayer}
				move.Body, err = engine.Complete(g, view, seat, legal[chance.IntN(len(legal))], chance)
				if n == 40*seats { // somebody leaves
					move.Body = engine.Resign
				}
				if n%29 == 28 {
					move = state.Expire(seat)[0]
				}
				var plies []engine.Ply
				if err == nil {
					state, plies, err = engine.Make(state, move)
				}
				if before = append(before, move); len(before) > 2 {
					before = before[1:]
				}
				for i, p := range plies {
					for s := range engine.Seat(seats + 1) {
						line, _ := json.Marshal(p.Line(i+1, s-1, 0))
						seen += string(line) + "\n"
					}
				}
				hash := fnv.New32a()
				hash.Write([]byte(seen))
				now = append(now, fmt.Sprintf("%d %s %d %08x", seats, options, n, hash.Sum32()))
				shown = append(shown, seen)
			}
			if err != nil {
				t.Fatal(err)
			}
			result, over := state.Result()
			now, shown = append(now, fmt.Sprintf("%d %s ends %t %s %v %v %s", seats, options, over, result.Reason, result.Winners, result.Places, result.Scores)), append(shown, "")
		}
	}
	if *update {
		if err := os.WriteFile(path, []byte(strings.Join(now, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	then := strings.Split(strings.TrimSpace(string(text)), "\n")
	for i, line := range now {
		if i >= len(then) || line != then[i] {
			t.Fatalf("%s is another one than before:\n%s", line, shown[i])
		}
	}
	if len(then) != len(now) {
		t.Errorf("%d moves, not %d", len(now), len(then))
	}
}

// looks is what there is to see and to do in a position, and why some moves are refused.
func looks(t *testing.T, state engine.State, seats int, tried []engine.Move) string {
	t.Helper()
	var all []any
	for s := range engine.Seat(seats + 1) {
		all = append(all, state.View(s-1))
	}
	for _, p := range state.Prompts() {
		all = append(all, p, state.Legal(p.Seat))
	}
	for _, m := range tried {
		var illegal *engine.Illegal
		if _, _, err := state.Apply(m); errors.As(err, &illegal) {
			all = append(all, illegal.Reason)
		}
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + "\n"
}
