package plain_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/internal/await"
	"noir/matchmaking"
	"noir/tui/tuitest"
)

// TestHintInLines: the house's move is told in words, and the table goes on meanwhile.
func TestHintInLines(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		k := begin(t, session(h, h.Player("marlowe")))
		k.hears("You are marlowe.")
		k.types("house easy")
		k.hears("Your move:")
		k.types("help")
		k.hears("hint: what the house would do.")
		k.types("hint")
		k.hears("Hint: ")
		k.types("hint", "quit")
		k.ends()
	})
}

// pondering is a broker whose seats think about a hint until they are told to stop, and says then that
// they have.
type pondering struct {
	matchmaking.Broker
	asked, stopped chan struct{}
}

func (p pondering) Sit(ctx context.Context, id data.MatchID, player data.PlayerID) (matchmaking.Seat, error) {
	seat, err := p.Broker.Sit(ctx, id, player)
	return ponderer{seat, p}, err
}

type ponderer struct {
	matchmaking.Seat
	pondering
}

func (p ponderer) Hint(ctx context.Context) (matchmaking.Hint, error) {
	close(p.asked)
	<-ctx.Done()
	close(p.stopped)
	return matchmaking.Hint{}, ctx.Err()
}

// TestALeaverWantsNoHint: the house stops thinking for a player who has left the table.
func TestALeaverWantsNoHint(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		s := session(h, h.Player("marlowe"))
		house := pondering{h.Broker, make(chan struct{}), make(chan struct{})}
		s.Broker = house
		k := begin(t, s)
		k.types("house easy")
		k.hears("Your move:")
		k.types("hint")
		await.One(t, house.asked, "the question for a hint")
		k.types("leave")
		k.hears("Your seat is kept")
		await.One(t, house.stopped, "the end of the thinking")
	})
}

// TestReviewInLines: each decision is told with its worth, and a player who does not wait for it
// is back at the prompt.
func TestReviewInLines(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		marlowe, spade := h.Player("marlowe"), h.Player("spade")
		id := h.Seated(marlowe, spade)
		one, other := begin(t, session(h, marlowe)), begin(t, session(h, spade))
		for _, k := range []*talk{one, other} {
			k.hears("You are ")
			k.types("play")
			k.hears(" is to move.", "Your move:")
		}
		one.types("resign now")
		one.hears("Type rematch")
		one.types("leave")
		one.hears("You are at the door")
		one.types("review")
		one.hears("Type review ID [--json]")
		one.types("review nothing")
		one.hears("There is no game \"nothing\"; `games` lists yours.")
		one.types("review " + string(id))
		one.hears("The win chance before and after each move")
		one.hears("Type more, all or stop.", "turning point")
	})
}

// TestPuzzleInLines: the position is told, and the first answer is judged.
func TestPuzzleInLines(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		k := begin(t, session(h, h.Player("marlowe")))
		k.types("puzzle")
		k.hears("There is no puzzle today; puzzles come")
		h.Puzzle(h.PlayedOut(time.Now().Add(-time.Hour), 1, h.Player("spade"), h.Player("vera")), 12)
		k.types("puzzle")
		if told := k.hears("One move is far best: `puzzle answer MOVE`"); !strings.Contains(told, "Your hand: 1, five") || strings.Contains(told, "spade") {
			t.Errorf("told\n%s", told)
		}
		k.types("puzzle answer dance", "puzzle answer p 2")
		k.hears("Play with p 1")
		k.hears("Not quite: play 7 drops you from ")
		k.hears("Solved 0 of 1.")
		k.types("puzzle")
		k.hears("Not quite: play 7")
		synctest.Wait()
		p := h.Player("marlowe")
		if fared, err := h.Store.Solving(t.Context(), p.ID, data.DateOf(time.Now())); err != nil || fared.Tries != 1 {
			t.Errorf("%+v, %v", fared, err)
		}
	})
}
