package command_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"noir/data"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/server/wiretest"
)

// posed keeps a puzzle: of the moves before the second card of a game the first is best.
func (h *house) posed() data.Puzzle {
	h.t.Helper()
	m, _ := h.given("m1", h.Player("spade"), h.Player("vera"))
	steps, err := engine.Replay(districtnoir.Game{}, m.Setup(), data.Moves(m.Moves[:1]))
	if err != nil {
		h.t.Fatal(err)
	}
	p := data.Puzzle{Match: m.ID, Seat: steps[1].State.Prompts()[0].Seat, After: 1}
	for i, move := range steps[1].State.Legal(p.Seat) {
		p.Moves = append(p.Moves, data.Weighed{Move: move, Chance: 0.75 / float64(1+i)})
	}
	if err := h.House.Store.AddPuzzles(h.t.Context(), time.Now(), p); err != nil {
		h.t.Fatal(err)
	}
	return p
}

// TestPuzzle: the position is told without the names of the players, and the first answer is judged
// and kept.
func TestPuzzle(t *testing.T) {
	h := open(t)
	marlowe := h.Player("marlowe")
	p := h.posed()
	out := h.ask(marlowe, "puzzle")
	if !strings.HasPrefix(out, "district-noir, the puzzle of ") || !strings.Contains(out, "`puzzle answer MOVE`") {
		t.Errorf("%s", out)
	}
	asked := h.ask(marlowe, "puzzle --json")
	if got, want := wiretest.Shape(asked), `{answered:null date:string game:string legal:[{card:string type:string}|{type:string}] log:[{at_ms:number `+
		`by:string effects:[{card:string type:string}] move:{card:string type:string} ply:number seat:number}] ply:number `+
		`record:{run:number solved:number tries:number} seat:number seats:number view:{`; !strings.HasPrefix(got, want) {
		t.Errorf("%s is\n%s, not\n%s", asked, got, want)
	}
	if strings.Contains(out+asked, "spade") || strings.Contains(out+asked, "vera") {
		t.Errorf("those who played are named:\n%s%s", out, asked)
	}
	var told struct {
		Solved       bool
		Answer, Best data.Weighed
		Moves        []data.Weighed
		Record       data.Solving
	}
	if err := json.Unmarshal([]byte(h.ask(marlowe, "puzzle answer --json "+string(p.Moves[1].Move))), &told); err != nil {
		t.Fatal(err)
	}
	if told.Solved || told.Answer.Chance != 0.375 || told.Best.Chance != 0.75 || len(told.Moves) != len(p.Moves) || told.Record.Tries != 1 {
		t.Errorf("%+v", told)
	}
	if out := h.ask(marlowe, "puzzle answer "+string(p.Moves[0].Move)); !strings.HasPrefix(out, "Solved: ") || !strings.Contains(out, "Solved 0 of 1.") {
		t.Errorf("a second answer: %s", out)
	}
	if out := h.ask(marlowe, "puzzle"); !strings.Contains(out, "Not quite: ") || strings.Contains(out, "answer MOVE") {
		t.Errorf("afterwards: %s", out)
	}
	guest := h.Guest("guest-1")
	var card struct{ Card string }
	if err := json.Unmarshal(p.Best().Move, &card); err != nil {
		t.Fatal(err)
	}
	if out := h.ask(guest, "puzzle answer play "+card.Card); !strings.HasPrefix(out, "Solved: ") || strings.Contains(out, " of 1.") {
		t.Errorf("a guest: %s", out)
	}
}

// TestPuzzleRefused: an invalid answer changes nothing.
func TestPuzzleRefused(t *testing.T) {
	h := open(t)
	marlowe := h.Player("marlowe")
	if a := h.run(marlowe, "puzzle"); a.code != 1 || a.err != "there is no puzzle today; puzzles come from reviewed games\n" {
		t.Errorf("%+v", a)
	}
	h.posed()
	for line, want := range map[string]string{
		"puzzle answer":                               "type ssh HOST puzzle answer [--json] MOVE",
		"puzzle answer 3":                             "\"3\" is not a move here: name a card or a verb; `puzzle` shows the position",
		"puzzle answer dance":                         "dance?",
		`puzzle answer {"type":"dance"}`:              "there is no such move",
		`puzzle answer {"type":"play","card":"city"}`: `play has a "card"`,
	} {
		if a := h.run(marlowe, line); a.code == 0 || !strings.Contains(strings.ToLower(a.err), strings.ToLower(want)) {
			t.Errorf("%s: %+v, want %q", line, a, want)
		}
	}
	fared, err := h.House.Store.Solving(t.Context(), marlowe.ID, data.DateOf(time.Now()))
	if err != nil || fared.Tries != 0 {
		t.Errorf("%+v, %v", fared, err)
	}
}
