package play_test

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"noir/engine"
	"noir/tui/tuitest"
)

// hand is somebody at a terminal who knows the keys and reads the screen, no more.
type hand struct {
	*tuitest.Terminal
	chance *rand.Rand
}

// throwIn matches what the screen says about a card that could be thrown in.
var throwIn = regexp.MustCompile(`(\d) (Poker|Police|Bribe|Drive-by|Turncoat)`)

// act presses the keys of one action if the table waits for it.
func (h hand) act() {
	if !strings.HasPrefix(h.Title(), "your move") {
		return
	}
	switch screen := h.Screen(); {
	case strings.Contains(screen, "enter do it"): // something is picked
		h.Press("enter")
	case strings.Contains(screen, "Swap up to two"):
		h.Press("enter", "enter")
	case strings.Contains(screen, "Place or dismiss"):
		h.Press("r", "enter")
	case strings.Contains(screen, "Your turn"):
		h.turn()
	default:
		h.answer(screen)
	}
}

// answer throws a card into the open window, or passes.
func (h hand) answer(screen string) {
	_, offer, _ := strings.Cut(screen, "You could throw in:")
	if cards := throwIn.FindAllStringSubmatch(offer, -1); len(cards) > 0 && h.chance.IntN(3) > 0 {
		h.Press(cards[h.chance.IntN(len(cards))][1], "enter")
		return
	}
	h.Press("p")
}

// turn tries the actions of the own turn in their order, and ends it now and then.
// What is not open is refused in place.
func (h hand) turn() {
	switch h.chance.IntN(9) {
	case 0:
		h.Press("e", "enter")
	case 1:
		h.Press("d", "d", "enter")
	case 2, 3:
		h.Press("a")
		h.Press(slices.Repeat([]string{"down"}, h.chance.IntN(6))...)
		h.Press("a", "enter", "esc")
	default:
		h.Press(string(rune('1'+h.chance.IntN(6))), "enter", "esc")
	}
}

// TestFourTerminalsPlayNoirburg: whole games by keys alone at 80×24, until each
// reaction card has been used.
func TestFourTerminalsPlayNoirburg(t *testing.T) {
	t.Parallel()
	missing := []string{"called a Poker Night", "Police to", "a Bribe", "a Drive-by", "lured away"}
	const first, most = 36, 4 // this deal has them all in one game; four are enough by any deals
	for seed := byte(first); len(missing) > 0; seed++ {
		if seed == first+most {
			t.Fatalf("nobody ever %q", missing)
		}
		tuitest.Bubble(t, func(t *testing.T) {
			terms := seatAt(t, engine.Seed{seed}, "marlowe", "spade", "vera", "sam")
			hands := make([]hand, len(terms))
			for i, term := range terms {
				hands[i] = hand{term, rand.New(rand.NewPCG(uint64(seed), uint64(i)))}
			}
			for screen := ""; !strings.Contains(screen, "enter home"); {
				for _, h := range hands {
					h.act()
				}
				settle()
				screen = terms[0].Screen()
				missing = slices.DeleteFunc(missing, func(text string) bool { return strings.Contains(screen, text) })
			}
			for _, term := range terms {
				term.WaitFor("enter home", "A casual game")
			}
		})
	}
}
