package cast_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"

	"noir/data"
	"noir/engine"
	"noir/engine/enginetest"
	burg "noir/engine/noirburg"
	"noir/matchmaking"
	"noir/tui/cast"
	"noir/tui/noirburg"
)

// brawl is a game of six that goes to its end.
func brawl(t *testing.T) data.Match {
	t.Helper()
	m := data.Match{
		ID: "brawl", Game: noirburg.Name, Pace: data.Live, Seed: engine.Seed{6},
		Started: time.Date(1954, time.March, 1, 20, 0, 0, 0, time.UTC),
	}
	for i, name := range []string{"marlowe", "spade", "vera", "sam", "nick", "brigid"} {
		m.Seats = append(m.Seats, data.Seat{Player: data.PlayerID(i + 1), Name: name, Kind: data.Human})
	}
	state, err := burg.Game{}.Start(m.Setup())
	if err != nil {
		t.Fatal(err)
	}
	dice := rand.New(rand.NewPCG(6, 6))
	for {
		prompts := state.Prompts()
		if len(prompts) == 0 {
			break
		}
		seat := prompts[dice.IntN(len(prompts))].Seat
		body := enginetest.Choose(burg.Game{}, state, seat, dice)
		next, plies, err := engine.Make(state, engine.Move{Seat: seat, By: engine.ByPlayer, Body: body})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range plies {
			m.Moves = append(m.Moves, data.NewEntry(len(m.Moves)+1, p, int64(len(m.Moves))*500))
		}
		state = next
	}
	result, _ := state.Result()
	m.Result = &result
	return m
}

// TestSixAreRecorded: every moment of a game with windows fits on the screen, and all
// six stay in sight.
func TestSixAreRecorded(t *testing.T) {
	m := brawl(t)
	replay, err := matchmaking.NewReplay(burg.Game{}, m)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := cast.Write(t.Context(), m, replay, noirburg.New(nil), &out); err != nil {
		t.Fatal(err)
	}
	events := bytes.Split(bytes.TrimSpace(out.Bytes()), []byte("\n"))[1:]
	if want := replay.Len() + 2; len(events) != want {
		t.Fatalf("%d events, want %d: every moment, and the open hands twice", len(events), want)
	}
	for i, line := range events {
		var text string
		if err := json.Unmarshal(line, &[]any{new(float64), new(string), &text}); err != nil {
			t.Fatal(err)
		}
		if i%20 != 0 && i < len(events)-3 {
			continue // a terminal takes its time
		}
		terminal := vt.NewEmulator(width, height)
		if _, err := terminal.WriteString(text); err != nil {
			t.Fatal(err)
		}
		for _, s := range m.Seats {
			if screen := terminal.String(); !strings.Contains(screen, s.Name) {
				t.Fatalf("%s is not in event %d:\n%s", s.Name, i, screen)
			}
		}
	}
}
