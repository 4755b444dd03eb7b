package play_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine"
	burg "noir/engine/noirburg"
	"noir/engine/noirburg/rules"
	"noir/tui"
	"noir/tui/noirburg"
	"noir/tui/play"
	"noir/tui/tuitest"
)

// shooting is a table of three at which the one who begins can open a business and
// another one holds a Drive-by.
type shooting struct {
	t        testing.TB
	terms    []*tuitest.Terminal
	begins   int
	business string // its digit in the first hand
	shoots   int
	driveby  string // its digit
	looksOn  int    // the third
}

// seatAt seats people at a table of Noirburg that was dealt from a seed, each at a
// terminal with the real screens.
func seatAt(t *testing.T, seed engine.Seed, names ...string) []*tuitest.Terminal {
	t.Helper()
	return seatWith(t, seed, func(*tui.Session) {}, names...)
}

// seatWith does the same after each session has been changed.
func seatWith(t *testing.T, seed engine.Seed, change func(*tui.Session), names ...string) []*tuitest.Terminal {
	t.Helper()
	return dealt(t, noirburg.Game(), seed, change, names...)
}

// dealt seats people at a table of a game that was dealt from a seed, each at a
// terminal with the real screens, after each session has been changed.
func dealt(t *testing.T, offer tui.Game, seed engine.Seed, change func(*tui.Session), names ...string) []*tuitest.Terminal {
	t.Helper()
	h, g := tuitest.Open(t), offer.Rules
	match, broker := h.Dealt(g, seed, names...)
	terms := make([]*tuitest.Terminal, len(names))
	for i, seat := range match.Seats {
		own := session(h, data.Player{ID: seat.Player, Name: seat.Name})
		own.Broker, own.Games = broker, []tui.Game{offer}
		change(own)
		terms[i] = start(t, own, play.Seat(own, match.ID))
		terms[i].WaitFor(strings.ToUpper(g.Info().Title))
	}
	settle()
	return terms
}

// settle waits until nothing moves, longer than a turn is closed after it has
// opened.
func settle() {
	time.Sleep(500 * time.Millisecond)
	synctest.Wait()
}

// shoot deals a shooting and seats everybody.
func shoot(t *testing.T) *shooting {
	t.Helper()
	s := &shooting{t: t}
	s.terms = seatAt(t, s.deal(), "marlowe", "spade", "vera")
	return s
}

// deal looks for a seed that gives both what they need.
func (s *shooting) deal() engine.Seed {
	s.t.Helper()
	for seed := range byte(255) {
		state, err := burg.Game{}.Start(engine.Setup{Seed: engine.Seed{seed}, Seats: 3})
		if err != nil {
			s.t.Fatal(err)
		}
		hands := make([][]rules.Card, 3)
		for i := range hands {
			hands[i] = state.View(engine.Seat(i)).(rules.View).Hand
		}
		s.begins = int(state.Prompts()[0].Seat)
		opens := digitOf(hands[s.begins], rules.Business)
		for _, i := range []int{(s.begins + 1) % 3, (s.begins + 2) % 3} {
			if shot := digitOf(hands[i], rules.Driveby); opens != "" && shot != "" {
				s.business, s.driveby, s.shoots, s.looksOn = opens, shot, i, 3-s.begins-i
				return engine.Seed{seed}
			}
		}
	}
	s.t.Fatal("no seed deals such hands")
	return engine.Seed{}
}

// digitOf is the key of the first card of a kind, "" if there is none.
func digitOf(hand []rules.Card, kind rules.Kind) string {
	i := slices.IndexFunc(hand, func(c rules.Card) bool { return c.Kind() == kind })
	if i < 0 {
		return ""
	}
	return fmt.Sprint(i + 1)
}

// toWindow plays until the one who begins has ended the first turn, and returns when
// the others are asked.
func (s *shooting) toWindow() {
	for i := range s.terms {
		s.terms[(s.begins+i)%3].Press("enter", "enter")
		settle()
	}
	opener := s.terms[s.begins]
	opener.Press(s.business, "enter")
	settle()
	opener.Press("e", "enter")
	synctest.Wait()
	s.terms[s.shoots].WaitFor("ends the turn", "p to pass")
}

// TestAKeyInFlightDoesNotPass: a window that opens by itself takes no answer that
// was pressed for something else.
func TestAKeyInFlightDoesNotPass(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		s := shoot(t)
		s.toWindow()
		other := s.terms[s.shoots]
		other.Press("p")
		synctest.Wait()
		if screen := other.Screen(); strings.Contains(screen, "You have passed") || !strings.Contains(screen, "Press again") {
			t.Fatalf("a key in flight has passed, or nothing is said of it:\n%s", screen)
		}
		time.Sleep(500 * time.Millisecond)
		other.Press("p")
		other.WaitFor("You have passed")
	})
}

// TestWhoHasPassedMayStillThrowIn: a pass is no last word as long as the window is
// open, and nobody else sees it.
func TestWhoHasPassedMayStillThrowIn(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		s := shoot(t)
		s.toWindow()
		settle()
		shooter, third := s.terms[s.shoots], s.terms[s.looksOn]
		before := third.Screen()
		shooter.Press("p")
		shooter.WaitFor("You have passed", "may still throw in a card")
		synctest.Wait()
		if after := third.Screen(); after != before {
			t.Errorf("others see a pass that is kept back:\n%s\n%s", before, after)
		}
		shooter.Press(s.driveby, "enter")
		for i, term := range s.terms {
			if i != s.shoots {
				term.WaitFor("shoots at")
			}
		}
	})
}

// TestTheHelpKnowsWhoPassesEverything: there the key of auto-pass is that which ends it.
func TestTheHelpKnowsWhoPassesEverything(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		s := shoot(t)
		s.toWindow()
		settle()
		third := s.terms[s.looksOn]
		for _, keys := range [][2]string{{"auto-pass", "ask me again"}, {"ask me again", "auto-pass"}, {"auto-pass", "ask me again"}} {
			third.Press("?")
			if screen := third.Screen(); !strings.Contains(screen, keys[0]) || strings.Contains(screen, keys[1]) {
				t.Errorf("not %q alone:\n%s", keys[0], screen)
			}
			third.Press("esc", "A")
			settle()
		}
	})
}

// TestOnlyWhoIsAskedIsCalled: cards that may be thrown in at any time are no reason to
// name the window after the player's move.
func TestOnlyWhoIsAskedIsCalled(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		s := shoot(t)
		for i, term := range s.terms {
			if got, want := term.Title(), i == s.begins; strings.HasPrefix(got, "your move") != want {
				t.Errorf("the window of seat %d is called %q", i, got)
			}
		}
	})
}

// TestEnterTakesTheSeatBack from the house, which has said before that it would come, and
// is no answer to anything.
func TestEnterTakesTheSeatBack(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		s := shoot(t)
		idle := s.terms[s.begins]
		warned := false
		for n := 0; n < 100 && !strings.Contains(idle.Screen(), "the house is playing your hand. Enter takes it back."); n++ {
			time.Sleep(6 * time.Second) // everybody's time runs out, in the set-up and after it
			synctest.Wait()
			warned = warned || strings.Contains(idle.Screen(), "One more turn without a move, and the house plays for you.")
		}
		if !warned {
			t.Error("the house comes unannounced")
		}
		idle.WaitFor("the house is playing your hand. Enter takes it back.", "enter play on")
		idle.Press("enter")
		synctest.Wait()
		if screen := idle.Screen(); strings.Contains(screen, "play on") {
			t.Errorf("the house plays on:\n%s", screen)
		}
		s.terms[s.looksOn].WaitFor([]string{"marlowe", "spade", "vera"}[s.begins] + " is back.")
	})
}
