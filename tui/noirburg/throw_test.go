package noirburg_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/tui/tuitest"
)

// TestKeysThrowIn: every reaction card is played by its digit and enter, on what is going on if
// possible.
func TestKeysThrowIn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind, window string
	}{
		{rules.TypePolice, rules.WindowAttack}, {rules.TypeDriveby, rules.WindowAttack}, {rules.TypeTurncoat, rules.WindowAttack},
		{rules.TypePoker, rules.WindowAttack}, {rules.TypeBribe, rules.WindowPolice}, {rules.TypeDriveby, rules.WindowDriveby},
		{rules.TypeTurncoat, rules.WindowEndTurn}, {rules.TypePolice, rules.WindowEndTurn},
	} {
		s := find(t, 5, inWindow(c.window, c.kind))
		m := s.first(func(m rules.Move) bool { return m.Type == c.kind })
		card := m.Card
		if c.kind == rules.TypeDriveby {
			card = m.Cards[0]
		}
		body, ok := tuitest.Press(t, board(t, s.frame()), s.digit(card), "enter")
		made, _ := rules.ReadMove(json.RawMessage(body))
		if !ok || made.Type != c.kind || s.refusal(s.seat, body) != nil {
			t.Errorf("%s in the window %s makes %q", c.kind, c.window, body)
		}
		if c.kind == rules.TypePolice && c.window == rules.WindowAttack && made.Use != rules.UseStop {
			t.Errorf("Police in an attack begins with %s", body)
		}
		s.makes("p", rules.Pass())
		s.makes(s.digit(card)+" p", rules.Pass())
	}
}

func TestDrivebysAreThrownTogether(t *testing.T) {
	t.Parallel()
	s := find(t, 4, func(g *game, s engine.Seat) bool {
		m := situation{g, s}.all(rules.TypeDriveby)
		return len(m) > 1 && len(m[0].Cards) > 1
	})
	cards := s.all(rules.TypeDriveby)[0].Cards
	one, other := s.digit(cards[0]), s.digit(cards[1])
	for keys, want := range map[string]int{one: 1, one + " " + other: 2, one + " " + other + " " + other: 1, other + " " + one: 2} {
		body, ok := tuitest.Press(t, board(t, s.frame()), append(strings.Fields(keys), "enter")...)
		if m, _ := rules.ReadMove(json.RawMessage(body)); !ok || len(m.Cards) != want || s.refusal(s.seat, body) != nil {
			t.Errorf("%s makes %s, want %d cards", keys, body, want)
		}
	}
}

func TestNoSingleKeyPlays(t *testing.T) {
	t.Parallel()
	for _, s := range []situation{
		find(t, 4, inPhase(rules.PhaseAttack, 4, rules.TypeAttack)),
		find(t, 4, mustArrange),
		find(t, 3, func(g *game, s engine.Seat) bool { return offers(g, s, rules.TypeMulligan) }),
		find(t, 4, inWindow(rules.WindowAttack, rules.TypePolice)),
	} {
		for _, key := range presses {
			if move, ok := tuitest.Press(t, board(t, s.frame()), key); ok && key != "p" {
				t.Errorf("%s makes the move %s", key, move)
			}
		}
	}
}

// TestOneKeyPlays: a card that can mean but one move is played by its own key; where
// there is a choice, it is picked.
func TestOneKeyPlays(t *testing.T) {
	t.Parallel()
	seen := map[bool]bool{}
	for _, kind := range []string{rules.TypePolice, rules.TypeDriveby, rules.TypeTurncoat} {
		s := find(t, 4, inWindow(rules.WindowAttack, kind))
		for _, card := range s.view(s.seat).Hand {
			var moves []rules.Move
			for _, m := range slices.Concat(s.all(rules.TypePolice), s.all(rules.TypeDriveby), s.all(rules.TypeTurncoat), s.all(rules.TypePoker)) {
				if m.Card == card || slices.Contains(m.Cards, card) {
					moves = append(moves, m)
				}
			}
			single := len(moves) == 1 && len(moves[0].Cards) < 2
			b := board(t, s.frame())
			b.OneKey(true)
			body, ok := tuitest.Press(t, b, s.digit(card))
			if ok != single || ok && s.refusal(s.seat, body) != nil {
				t.Errorf("%v, of which there are %d moves, makes %q", card, len(moves), body)
			}
			seen[single] = true
		}
	}
	if len(seen) < 2 {
		t.Errorf("seen was only %v", seen)
	}
}
