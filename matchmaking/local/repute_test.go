package local_test

import (
	"testing"
	"testing/synctest"

	"noir/data"
	"noir/matchmaking"
)

// TestAProgramsAccount: it is shown as a bot, sits as a person does, and is rated.
func TestAProgramsAccount(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openHouse(t, dir)
		marlowe, lexicon := h.player("marlowe"), h.player("lexicon")
		if err := h.store.(data.Operator).MarkBot(t.Context(), "vivian", lexicon.ID, true); err != nil {
			t.Fatal(err)
		}
		check := func(f matchmaking.Frame) {
			t.Helper()
			for _, s := range f.Seats {
				program, shown := s.Name == "lexicon", data.Human
				if program {
					shown = data.Bot
				}
				if !f.Rated || s.Program != program || s.Shown() != shown || s.Kind != data.Human || s.Rating == nil {
					t.Errorf("rated %t, %+v", f.Rated, s)
				}
			}
		}
		id, seats := h.pair(marlowe, lexicon)
		check(seats[0].frame())
		mover, _ := mover(seats)
		mover.move(0)
		h.close()

		h = openHouse(t, dir)
		seats = [2]*guest{}
		for _, p := range []data.Player{marlowe, lexicon} {
			g := h.sit(id, p)
			seats[g.frame().Seat] = g
		}
		check(seats[1].frame())
		if end := finish(t, seats).End; len(end.Changes) != 2 {
			t.Errorf("it changed %+v", end.Changes)
		}
		m, err := h.store.Match(t.Context(), id)
		if err != nil || m.Seats[0].Kind != data.Human || m.Seats[1].Kind != data.Human {
			t.Errorf("stored as %+v, %v", m.Seats, err)
		}
	})
}
