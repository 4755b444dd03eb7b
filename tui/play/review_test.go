package play_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"noir/data"
	"noir/data/review"
	"noir/engine"
	"noir/tui/play"
	"noir/tui/tuitest"
)

// reviewed stores a game and a review of it, and returns its id: marlowe's chance falls
// from one decision to the next, their second is dubious and their fourth the turning point.
func reviewed(t *testing.T, h *tuitest.House) data.MatchID {
	t.Helper()
	id := recorded(t, h)
	m, err := h.Store.Match(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	r := review.Review{Version: review.Version, ID: id, Game: m.Game}
	chance, own := 0.9, 0
	for _, e := range m.Moves {
		known := review.Estimate{Chance: 1 - chance, Best: e.Move, Made: 1 - chance}
		d := review.Decision{Ply: e.Ply, Seat: e.Seat, By: e.By, Move: e.Move, Known: known, Open: known, Mark: review.Good}
		if e.Seat == 0 {
			own++
			rated := chance / 2 // that is not what their ratings would make of it
			d.Known.Chance, d.Known.Made, d.Known.Rated = chance, chance, &rated
			chance = max(0, chance-0.05)
			switch own {
			case 2:
				d.Known.Loss, d.Mark = 0.1, review.Dubious
			case 4:
				d.Known.Loss, d.Open.Loss, d.Mark = 0.25, 0.025, review.Blunder
				r.Turning = &d.Ply
			}
		}
		r.Decisions = append(r.Decisions, d)
	}
	body, err := json.Marshal(r)
	if err == nil {
		err = h.Store.SaveAnalysis(t.Context(), id, body)
	}
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// TestReview shows the curve of the viewer's side and what is to be said of the move
// shown, and finds the moves that were not good.
func TestReview(t *testing.T) {
	t.Parallel()
	tuitest.Screens(t, "review", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		id := reviewed(t, house)
		marlowe := house.Player("marlowe")
		s := session(house, marlowe)
		term := start(t, s, play.Replay(s, id))
		term.Resize(w, h)
		dubious := "marlowe: " + s.Words("dubious") + ", "
		term.WaitFor(s.Words("move %d of %d", 0, 48))
		term.Press("a")
		between := s.Words("%s for %s, between equals", review.Percent(s.Language, 0.9), "marlowe")
		if w >= 80 {
			between += "; " + s.Words("%s at %.0f to %.0f", review.Percent(s.Language, 0.45), data.StartRating, data.StartRating)
		}
		term.WaitFor(between)
		term.Press("]")
		term.WaitFor(dubious)
		term.Press("[") // there is none before it
		term.WaitFor(dubious)
		term.Press("]")
		term.WaitFor("The turning point.")
		time.Sleep(time.Second) // of the bubble's clock: the frame comes
		turning := term.Screen()
		term.Press("a")
		term.Wait(func(screen string) bool { return !strings.Contains(screen, s.Words("The turning point.")) })
		return turning
	})
}

// TestReviewOpensAtTheTurningPoint: a review that is asked for at the end of a game says what decided it. The
// viewer stays where they then go, and the keys to the other dubious moves are on the line.
func TestReviewOpensAtTheTurningPoint(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		id := reviewed(t, house)
		marlowe := house.Player("marlowe")
		s := session(house, marlowe)
		term := start(t, s, play.Review(s, id))
		term.WaitFor("The turning point.", "move 8 of 48", "[ ] dubious moves")
		term.Press("home")
		term.WaitFor("move 0 of 48", "find them")
		term.Press("right")
		term.WaitFor("move 1 of 48")
	})
}

// TestReviewAdvises: what was better for somebody else is said as advice, not as if they had done it.
func TestReviewAdvises(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		id := reviewed(t, house)
		body, err := house.Store.Analysis(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		var r review.Review
		if err := json.Unmarshal(body, &r); err != nil {
			t.Fatal(err)
		}
		ply := 0
		for i, d := range r.Decisions {
			if d.Seat == 1 && ply == 0 {
				r.Decisions[i].Mark, r.Decisions[i].Known.Loss, ply = review.Dubious, 0.1, d.Ply
			}
		}
		if body, err = json.Marshal(r); err == nil {
			err = house.Store.SaveAnalysis(t.Context(), id, body)
		}
		if err != nil {
			t.Fatal(err)
		}
		marlowe := house.Player("marlowe")
		term := start(t, session(house, marlowe), play.Replay(session(house, marlowe), id))
		term.WaitFor("move 0 of 48")
		term.Press("a")
		term.WaitFor("between equals")
		term.Press("g", fmt.Sprint(ply), "enter")
		term.WaitFor("spade: dubious", "Better: take −1, 7.")
	})
}

// TestReviewIsMade has the house review a game while its replay is on.
func TestReviewIsMade(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := meet(t)
		p.play("1", "enter")
		p.play("1", "enter")
		p.terms[0].Press("q", "r", "enter", "y")
		p.terms[0].WaitFor("w replay")
		p.terms[0].Press("w")
		p.terms[0].WaitFor("move 0 of 3")
		p.terms[0].Press("a")
		p.terms[0].WaitFor("Chances to win between equals", " % for marlowe, between equals")
		p.terms[0].Press("right")
		p.terms[0].Wait(func(screen string) bool { // wherever its lines break
			said := strings.Join(strings.Fields(screen), " ")
			return strings.Contains(said, ", win chance ") && strings.Contains(said, "(All cards open: ")
		})
		if _, err := p.house.Store.Analysis(t.Context(), p.match); err != nil {
			t.Error(err)
		}
	})
}

// away is a store whose games cannot be read for a while.
type away struct {
	data.Store
	now atomic.Bool
}

func (s *away) Match(ctx context.Context, id data.MatchID) (data.Match, error) {
	if s.now.Load() {
		return data.Match{}, data.ErrUnavailable
	}
	return s.Store.Match(ctx, id)
}

// TestAReviewIsAskedForAgain by the key that hides and shows it, after it could not be had.
func TestAReviewIsAskedForAgain(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		id := reviewed(t, house)
		marlowe := house.Player("marlowe")
		store := &away{Store: house.Store}
		house.Store = store
		s := session(house, marlowe)
		term := start(t, s, play.Replay(s, id))
		term.WaitFor("move 0 of 48")
		store.now.Store(true)
		term.Press("a")
		term.WaitFor("try again.")
		store.now.Store(false)
		term.Press("a", "a")
		term.WaitFor("90 % for marlowe, between equals")
	})
}

// TestNoReview: why there is none stands where it would.
func TestNoReview(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe, spade := house.Player("marlowe"), house.Player("spade")
		m := data.Match{ID: "m1", Game: "district-noir", Pace: data.Live, Started: time.Now()}
		for _, p := range []data.Player{marlowe, spade} {
			m.Seats = append(m.Seats, data.Seat{Player: p.ID, Name: p.Name, Kind: data.Human})
		}
		if _, err := house.Store.Open(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		abort := data.Entry{Ply: 1, Seat: engine.Spectator, Move: engine.Abort, By: engine.ByServer, Dice: []int{}, Drawn: []string{}}
		aborted := engine.Result{Reason: engine.Aborted, Winners: []engine.Seat{}, Places: []int{1, 1}, Scores: json.RawMessage(`[null,null]`)}
		if _, err := house.Store.Finish(t.Context(), m.ID, time.Now(), aborted, abort); err != nil {
			t.Fatal(err)
		}
		s := session(house, marlowe)
		term := start(t, s, play.Replay(s, m.ID))
		term.WaitFor("move 0 of 1")
		term.Press("a")
		term.WaitFor("The game was aborted and counts for nothing; there is nothing to review.")
	})
}
