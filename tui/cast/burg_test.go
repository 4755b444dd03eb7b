package cast_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"

	"noir/data"
	"noir/data/datatest"
	"noir/engine"
	burg "noir/engine/noirburg"
	"noir/matchmaking/replay"
	"noir/tui/cast"
	"noir/tui/noirburg"
)

// brawl is a random game of six, played to its end.
func brawl(t *testing.T) data.Match {
	t.Helper()
	m := data.Match{
		ID: "brawl", Game: noirburg.Name, Pace: data.Live, Seed: engine.Seed{6},
		Started: time.Date(1954, time.March, 1, 20, 0, 0, 0, time.UTC),
	}
	for i, name := range []string{"marlowe", "spade", "vera", "sam", "nick", "brigid"} {
		m.Seats = append(m.Seats, data.Seat{Player: data.PlayerID(i + 1), Name: name, Kind: data.Human})
	}
	datatest.PlayOut(t, burg.Game{}, &m, 6)
	return m
}

// TestSixAreRecorded: every moment of a game with windows fits on the screen, and all
// six stay in sight.
func TestSixAreRecorded(t *testing.T) {
	m := brawl(t)
	r, err := replay.New(burg.Game{}, m)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := cast.Write(t.Context(), m, r, noirburg.New(nil), &out); err != nil {
		t.Fatal(err)
	}
	events := bytes.Split(bytes.TrimSpace(out.Bytes()), []byte("\n"))[1:]
	if want := r.Len() + 2; len(events) != want {
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
