package cast_test

import (
	"bytes"
	"encoding/json"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"

	"noir/data"
	"noir/engine"
	rules "noir/engine/districtnoir"
	"noir/matchmaking/replay"
	"noir/tui/cast"
	"noir/tui/districtnoir"
)

const (
	width  = 80
	height = 24
	moves  = 19 // moves before it is resigned, with cards in both hands
)

// given is a game that is resigned half way.
func given(t *testing.T) data.Match {
	t.Helper()
	m := data.Match{
		ID: "given", Game: districtnoir.Name, Pace: data.Live, Seed: engine.Seed{4},
		Started: time.Date(1954, time.March, 1, 20, 0, 0, 0, time.UTC),
		Seats:   []data.Seat{{Player: 1, Name: "marlowe", Kind: data.Human}, {Player: 2, Name: "spade", Kind: data.Human}},
	}
	state, err := rules.Game{}.Start(m.Setup())
	if err != nil {
		t.Fatal(err)
	}
	dice := rand.New(rand.NewPCG(4, 4))
	for i := range moves + 1 {
		seat := state.Prompts()[0].Seat
		body := engine.Resign
		if legal := state.Legal(seat); i < moves {
			body = legal[dice.IntN(len(legal))]
		}
		next, plies, err := engine.Make(state, engine.Move{Seat: seat, By: engine.ByPlayer, Body: body})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range plies {
			m.Moves = append(m.Moves, data.NewEntry(len(m.Moves)+1, p, int64(i)*4321))
		}
		state = next
	}
	result, _ := state.Result()
	m.Result = &result
	return m
}

// event is one line of a recording after the first.
type event struct {
	at   float64
	kind string
	text string
}

// record returns a recording, line by line, and the replay behind it.
func record(t *testing.T) (head map[string]any, events []event, r *replay.Replay) {
	t.Helper()
	m := given(t)
	r, err := replay.New(rules.Game{}, m)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := cast.Write(t.Context(), m, r, districtnoir.New(nil), &out); err != nil {
		t.Fatal(err)
	}
	lines := json.NewDecoder(&out)
	if err := lines.Decode(&head); err != nil {
		t.Fatal(err)
	}
	for {
		var e event
		err := lines.Decode(&[]any{&e.at, &e.kind, &e.text})
		if err == io.EOF {
			return head, events, r
		}
		if err != nil {
			t.Fatalf("event %d: %v", len(events), err)
		}
		events = append(events, e)
	}
}

// screens are what a terminal shows after each event.
func screens(t *testing.T, events []event) []string {
	t.Helper()
	terminal := vt.NewEmulator(width, height)
	shown := make([]string, len(events))
	for i, e := range events {
		if _, err := terminal.WriteString(e.text); err != nil {
			t.Fatal(err)
		}
		shown[i] = terminal.String()
	}
	return shown
}

func TestRecordingIsWellFormed(t *testing.T) {
	head, events, r := record(t)
	if head["version"] != 2.0 || head["width"] != 1.0*width || head["height"] != 1.0*height {
		t.Errorf("the head is %v", head)
	}
	if want := r.Len() + 2; len(events) != want {
		t.Fatalf("%d events, want %d: every moment, and the open hands twice", len(events), want)
	}
	before := 0.0
	for i, e := range events {
		if e.kind != "o" || e.at < before {
			t.Errorf("event %d is %q at %v, after %v", i, e.kind, e.at, before)
		}
		before = e.at
	}
	for i, screen := range screens(t, events) {
		lines := strings.Split(strings.TrimRight(screen, "\n"), "\n")
		if len(lines) > height || !strings.Contains(lines[0], "spade") {
			t.Errorf("event %d shows %d lines:\n%s", i, len(lines), screen)
		}
	}
}

func TestHandsStayHiddenUntilTheEnd(t *testing.T) {
	_, events, r := record(t)
	shown := screens(t, events)
	for i, screen := range shown {
		far, near := hands(t, r, min(i, r.Len()-1))
		wantFar, wantNear := strings.Repeat("▯", len(far)), []string(nil)
		if i >= len(shown)-2 {
			wantFar, wantNear = strings.Join(far, " "), near
		}
		if got := farHand.FindStringSubmatch(screen); len(far) > 0 && (got == nil || strings.Join(strings.Fields(signs.Replace(got[1])), " ") != wantFar) {
			t.Errorf("event %d: spade's hand is %q, want %q:\n%s", i, got, wantFar, screen)
		}
		if got := nearHand(screen); !slices.Equal(got, wantNear) {
			t.Errorf("event %d: marlowe's hand is %v, want %v:\n%s", i, got, wantNear, screen)
		}
	}
}

// signs takes away the signs of the gangs.
var signs = strings.NewReplacer("▲", "", "◆", "", "●", "", "■", "")

// farHand is the hand in the upper player's line.
var farHand = regexp.MustCompile(`(?m)^ (?:▸ )?spade .* hand (\S+(?: \S+)*)(?:  |$)`)

// nearLine is the lower player's line.
var nearLine = regexp.MustCompile(`^ (?:▸ )?marlowe  `)

// nearHand are the cards that lie below the lower player's line.
func nearHand(screen string) (signs []string) {
	lines := strings.Split(screen, "\n")
	at := slices.IndexFunc(lines, nearLine.MatchString)
	for _, line := range lines[at+1:] {
		for _, found := range card.FindAllStringSubmatch(line, -1) {
			signs = append(signs, found[1])
		}
	}
	return signs
}

// card is a line through the corner of a card in which its sign stands.
var card = regexp.MustCompile(`│ ([−+]?\w) [^│]*│`)

// hands are the signs of the cards that spade and marlowe held at a moment.
func hands(t *testing.T, r *replay.Replay, moment int) (spade, marlowe []string) {
	t.Helper()
	r.Seek(moment)
	f, err := r.Next(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	held := make([][]string, 2)
	for seat, raw := range f.Open {
		var view rules.View
		if err := json.Unmarshal(raw, &view); err != nil {
			t.Fatal(err)
		}
		for _, c := range view.Hand {
			sign := strings.Replace(c.String(), "-", "−", 1)
			if c.City() {
				sign = strings.ToUpper(sign[:1])
			}
			held[seat] = append(held[seat], sign)
		}
	}
	return held[1], held[0]
}
