package local_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/matchmaking/replay"
)

// remember plays a game of two to its end, and stores the puzzle of the moment at which the
// first player was asked for the third time, with what that seat saw.
func (h *house) remember() (p data.Puzzle, saw matchmaking.Frame) {
	h.t.Helper()
	a, b := h.player("marlowe"), h.player("spade")
	first, second := h.queue(casual(a)), h.queue(casual(b))
	id := h.seatOf(first)
	h.seatOf(second)
	asked, waits := mover([2]*guest{h.sit(id, a), h.sit(id, b)})
	for range 2 {
		asked.move(0)
		waits.move(0)
	}
	saw = asked.await(myTurn)
	p = data.Puzzle{Game: game, Match: saw.Match, Seat: saw.Seat, After: saw.Ply()}
	for i, move := range saw.Turn.Legal {
		p.Moves = append(p.Moves, data.Weighed{Move: move, Chance: 0.5 / float64(1+i)})
	}
	if err := waits.Resign(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
	asked.await(over)
	if err := h.store.AddPuzzles(h.t.Context(), time.Now(), p); err != nil {
		h.t.Fatal(err)
	}
	return p, saw
}

// TestDailyIsWhatWasSeen: the seat's view when it was asked, with other names.
func TestDailyIsWhatWasSeen(t *testing.T) {
	h := openHouse(t, t.TempDir())
	vera := h.player("vera")
	if _, err := replay.FindDaily(t.Context(), h.store, games, vera, time.Now()); !errors.Is(err, data.ErrNotFound) {
		t.Errorf("before there is any: %v", err)
	}
	p, saw := h.remember()
	d, err := replay.FindDaily(t.Context(), h.store, games, vera, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	p.ID = d.ID
	if !reflect.DeepEqual(d.Puzzle, p) {
		t.Errorf("%+v, not %+v", d.Puzzle, p)
	}
	f := d.Frame
	if string(f.View) != string(saw.View) || !reflect.DeepEqual(f.Turn, saw.Turn) || !reflect.DeepEqual(f.Log, saw.Log) || !f.Clocks[f.Seat].Asked {
		t.Errorf("%+v, not\n%+v", f, saw)
	}
	if f.Seats[f.Seat].Name != "vera" || f.Seats[1-f.Seat].Name != "rival" || f.Match == saw.Match {
		t.Errorf("%+v", f)
	}
	if _, err := replay.FindDaily(t.Context(), h.store, games[1:], vera, time.Now()); !errors.Is(err, data.ErrNotFound) {
		t.Errorf("of a game that is not played: %v", err)
	}
}

// TestAnswer: an illegal answer is refused, the first one counts, and a guest's is not
// stored.
func TestAnswer(t *testing.T) {
	h := openHouse(t, t.TempDir())
	p, _ := h.remember()
	for _, who := range []data.Player{h.player("vera"), {ID: -1, Name: "guest-0001"}} {
		d, err := replay.FindDaily(t.Context(), h.store, games, who, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		bad, illegal := (*matchmaking.BadMove)(nil), (*engine.Illegal)(nil)
		if _, err := d.Answer(t.Context(), json.RawMessage(`{"type":"dance"}`)); !errors.As(err, &bad) {
			t.Errorf("%v", err)
		}
		if _, err := d.Answer(t.Context(), notHeld(t, p)); !errors.As(err, &illegal) {
			t.Errorf("%v", err)
		}
		if _, ok := d.Answered(); ok || d.Fared.Tries != 0 {
			t.Errorf("answered by %+v", d.Fared)
		}
		second := json.RawMessage(strings.Replace(string(p.Moves[1].Move), "{", `{"why":"not", `, 1))
		for i, move := range []json.RawMessage{second, p.Best().Move} {
			w, err := d.Answer(t.Context(), move)
			if err != nil || w.Chance != p.Moves[1-i].Chance || d.Solved(w) != (i == 1) {
				t.Errorf("%+v, %v", w, err)
			}
			if first, ok := d.Answered(); !ok || d.Solved(first) {
				t.Errorf("the first was %+v", first)
			}
		}
		tries := 1
		if who.ID.Guest() {
			tries = 0
		}
		if d.Fared.Tries != tries || d.Fared.Solved != 0 {
			t.Errorf("%s has fared %+v", who.Name, d.Fared)
		}
	}
}

// notHeld is a play of a card that the seat of a puzzle does not hold.
func notHeld(t *testing.T, p data.Puzzle) json.RawMessage {
	t.Helper()
	for _, card := range []string{"harbor", "police", "cityhall", "5", "6", "7", "8"} {
		move := json.RawMessage(`{"type":"play","card":"` + card + `"}`)
		if _, ok := p.Weigh(move); !ok {
			return move
		}
	}
	t.Fatal("he holds everything")
	return nil
}
