package play_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/districtnoir"
	"noir/tui/motion"
	"noir/tui/tuitest"
)

// lively is a board on which something moves after every frame, and that counts its drawings.
type lively struct {
	tui.Board
	motion *motion.Motion
	drawn  *atomic.Int32
}

func (l *lively) Moves(m *motion.Motion) { l.motion = m }

func (l *lively) Show(f matchmaking.Frame) error {
	l.motion.Start(200*time.Millisecond, 200*time.Millisecond, 200*time.Millisecond)
	return l.Board.Show(f)
}

func (l *lively) View(w, h int, now time.Time, th *tui.Theme) []string {
	l.drawn.Add(1)
	lines := slices.Clone(l.Board.View(w, h, now, th)) // which keeps its own
	if frame, moves := l.motion.Frame(); moves {
		lines[0] = fmt.Sprintf("frame %d", frame)
	}
	return lines
}

// meetLively seats two players at a lively table; drawn counts the drawings of both screens.
func meetLively(t *testing.T, settings data.Settings) (p *pair, drawn *atomic.Int32) {
	t.Helper()
	drawn = new(atomic.Int32)
	p = meetAt(t, settings, func(r *language.Reader) tui.Board { return &lively{Board: districtnoir.New(r), drawn: drawn} })
	time.Sleep(3 * time.Second) // until the table has told everybody who is there
	synctest.Wait()
	return p, drawn
}

func TestAMoveIsFollowedByItsPictures(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		p, drawn := meetLively(t, data.Settings{})
		mover := p.mover()
		if screen := p.terms[mover].Screen(); strings.Contains(screen, "frame") {
			t.Fatalf("somebody who comes sees something move:\n%s", screen)
		}
		p.terms[mover].Press("1", "enter")
		synctest.Wait()
		for frame := range 3 {
			for _, term := range p.terms {
				if screen := term.Screen(); !strings.Contains(screen, fmt.Sprintf("frame %d", frame)) {
					t.Errorf("frame %d is not shown:\n%s", frame, screen)
				}
			}
			time.Sleep(200 * time.Millisecond)
			synctest.Wait()
		}
		for _, term := range p.terms {
			if screen := term.Screen(); strings.Contains(screen, "frame") {
				t.Errorf("it does not end:\n%s", screen)
			}
		}
		before := drawn.Load()
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if more := drawn.Load() - before; more > 2 {
			t.Errorf("%d drawings while nothing moves; each screen's clock shows another time once", more)
		}
	})
}

// TestABusyServerMovesNothing: the new state is there at once, for both players, and what moves comes back.
func TestABusyServerMovesNothing(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		p, drawn := meetLively(t, data.Settings{})
		for _, s := range p.sessions {
			s.Busy = func() bool { return true }
		}
		before := drawn.Load()
		p.terms[p.mover()].Press("1", "enter")
		synctest.Wait()
		for _, term := range p.terms {
			if screen := term.Screen(); strings.Contains(screen, "frame") {
				t.Errorf("something moves:\n%s", screen)
			}
		}
		if more := drawn.Load() - before; more > 4 {
			t.Errorf("%d drawings of two keys and a frame on two screens", more)
		}
		for _, s := range p.sessions {
			s.Busy = func() bool { return false }
		}
		time.Sleep(time.Second) // a key that comes with the rival's move is not an answer to it
		synctest.Wait()
		p.terms[p.mover()].Press("1", "enter")
		synctest.Wait()
		for _, term := range p.terms {
			term.WaitFor("frame 0")
		}
	})
}

// TestAKeyEndsAMotionAndCounts: the state is there before its picture.
func TestAKeyEndsAMotionAndCounts(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		p, _ := meetLively(t, data.Settings{})
		mover := p.mover()
		p.terms[mover].Press("1", "enter")
		synctest.Wait()
		p.terms[1-mover].WaitFor("frame 0")
		p.terms[1-mover].Press("1")
		synctest.Wait()
		if screen := p.terms[1-mover].Screen(); strings.Contains(screen, "frame") || !strings.Contains(screen, "enter plays") {
			t.Errorf("a key does not end the motion, or does not count:\n%s", screen)
		}
	})
}

// counted is a board that counts its drawings.
type counted struct {
	tui.Board
	drawn *atomic.Int32
}

func (c counted) Moves(m *motion.Motion) { c.Board.(tui.Mover).Moves(m) }

func (c counted) View(w, h int, now time.Time, th *tui.Theme) []string {
	c.drawn.Add(1)
	return c.Board.View(w, h, now, th)
}

// TestAGameOfCardsIsDrawnSparingly plays on at a table of District Noir, where cards are turned, taken
// and dealt: both screens together are drawn thirty times a second at most, and then not at all.
func TestAGameOfCardsIsDrawnSparingly(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		var drawn atomic.Int32
		offer := districtnoir.Game()
		offer.Board = func(r *language.Reader) tui.Board { return counted{districtnoir.New(r), &drawn} }
		// A deal in which nobody has the three cities before the round is over.
		p := &pair{terms: [2]*tuitest.Terminal(dealt(t, offer, engine.Seed{1}, func(*tui.Session) {}, "marlowe", "spade"))}
		time.Sleep(3 * time.Second)
		synctest.Wait()
		backs := false
		for _, key := range slices.Concat(slices.Repeat([]string{"1"}, 10), []string{"t", "t", "1"}) { // a round and the next deal
			before := drawn.Load()
			p.terms[p.mover()].Press(key, "enter")
			synctest.Wait()
			backs = backs || strings.Contains(p.terms[0].Screen(), "░ N ░")
			time.Sleep(time.Second)
			synctest.Wait()
			if more := drawn.Load() - before; more > 30 {
				t.Errorf("a move is drawn %d times in a second on two screens", more)
			}
			before = drawn.Load()
			time.Sleep(time.Second)
			synctest.Wait()
			if more := drawn.Load() - before; more > 2 {
				t.Errorf("%d drawings in a second in which nothing moves; a clock shows another time once", more)
			}
		}
		if !backs {
			t.Error("no card has come face down")
		}
	})
}

func TestNothingMovesWithReducedMotion(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		p, _ := meetLively(t, data.Settings{Still: true})
		p.terms[p.mover()].Press("1", "enter")
		synctest.Wait()
		for _, term := range p.terms {
			if screen := term.Screen(); strings.Contains(screen, "frame") {
				t.Errorf("something moves:\n%s", screen)
			}
		}
	})
}

// heldSeat keeps each move until it is released.
type heldSeat struct {
	matchmaking.Seat
	release <-chan struct{}
	played  *atomic.Int64
}

func (s heldSeat) Play(ctx context.Context, ply int, move json.RawMessage) error {
	s.played.Add(1)
	<-s.release
	return s.Seat.Play(ctx, ply, move)
}

// TestAMoveIsSentOnce: until the table has answered, enter does not send it again, not
// even when something else has been answered meanwhile.
func TestAMoveIsSentOnce(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		release, played := make(chan struct{}), new(atomic.Int64)
		p := seat(t, (*tuitest.House).Seated, func(s *tui.Session) {
			s.Broker = seating{s.Broker, func(seat matchmaking.Seat) matchmaking.Seat { return heldSeat{seat, release, played} }}
		})
		mover := p.mover()
		p.terms[mover].Press("1", "enter")
		synctest.Wait()
		p.terms[mover].Press("c", "1")
		p.terms[1-mover].WaitFor("Hello")
		p.settle()
		p.terms[mover].Press("enter", "1", "enter")
		p.settle()
		if n := played.Load(); n != 1 {
			t.Errorf("the move was sent %d times", n)
		}
		close(release)
		p.terms[1-mover].WaitFor("Your move")
	})
}

func TestAMoveThatIsNotStoredIsTold(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := meet(t)
		mover := p.terms[p.mover()]
		p.house.CloseStore()
		mover.Press("1", "enter")
		mover.WaitFor("That could not be saved just now. Nothing has changed: try again.", "enter plays")
		for size, want := range map[[2]int]string{{40, 20}: "Nothing has changed: try again.", {32, 12}: " Try again."} {
			mover.Resize(size[0], size[1])
			if screen := mover.Screen(); !strings.Contains(screen, want) || size[1] > 12 && !strings.Contains(screen, "not be saved") {
				t.Errorf("on %v it is not said what to do:\n%s", size, screen)
			}
		}
		mover.Press("2")
		if screen := mover.Screen(); strings.Contains(screen, "saved") {
			t.Errorf("the complaint stays after the next key:\n%s", screen)
		}
	})
}
