package noirburg_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"charm.land/bubbles/v2/key"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/tui/noirburg"
	"noir/tui/tuitest"
)

// first returns the first of a seat's legal moves that satisfies a condition.
func (s situation) first(wanted func(rules.Move) bool) rules.Move {
	s.t.Helper()
	for _, raw := range s.state.Legal(s.seat) {
		if m, ok := rules.ReadMove(raw); ok && wanted(m) {
			return m
		}
	}
	s.t.Fatal("there is no such move")
	return rules.Move{}
}

// all returns a seat's legal moves of a type.
func (s situation) all(kind string) (out []rules.Move) {
	for _, raw := range s.state.Legal(s.seat) {
		if m, ok := rules.ReadMove(raw); ok && m.Type == kind {
			out = append(out, m)
		}
	}
	return out
}

// targets are what may be attacked as it stands on the table: of each mafia the Hideout, the business
// above it, then the others.
func (s situation) targets() []rules.Move {
	targets := s.all(rules.TypeAttack)
	rank := func(m rules.Move) int {
		over := s.view(s.seat).Seats[m.Seat].Hideout.Under
		switch {
		case m.Place == rules.OnHideout:
			return 0
		case over != 0 && m.Place == rules.At(over):
			return 1
		}
		return 2
	}
	slices.SortStableFunc(targets, func(a, b rules.Move) int {
		if a.Seat != b.Seat {
			return 0
		}
		return rank(a) - rank(b)
	})
	return targets
}

// digit is the key of a card in the hand.
func (s situation) digit(c rules.Card) string {
	return fmt.Sprint(slices.Index(s.view(s.seat).Hand, c) + 1)
}

// makes checks what keys make of a position.
func (s situation) makes(keys string, want json.RawMessage) {
	s.t.Helper()
	got, ok := tuitest.Press(s.t, board(s.t, s.frame()), strings.Fields(keys)...)
	if !ok || got != string(want) {
		s.t.Errorf("%s makes %q, want %s", keys, got, want)
	}
}

func TestKeysAttack(t *testing.T) {
	t.Parallel()
	s := find(t, 4, func(g *game, s engine.Seat) bool {
		m := situation{g, s}.all(rules.TypeAttack)
		return len(m) > 4 && len(m[0].Gangsters) > 2
	})
	targets := s.targets()
	men := targets[0].Gangsters
	attack := func(target int, gang ...rules.Card) json.RawMessage {
		return rules.Attack(gang, targets[target].Seat, targets[target].Place)
	}
	for keys, want := range map[string]json.RawMessage{
		"a 1 enter":             attack(0, men[0]),
		"a 2 3 enter":           attack(0, men[1], men[2]),
		"a 3 2 3 enter":         attack(0, men[1]),
		"a right 1 enter":       attack(1, men[0]),
		"a l l h 1 enter":       attack(1, men[0]),
		"a left 1 enter":        attack(len(targets)-1, men[0]),
		"a tab space enter":     attack(0, men[1]),
		"a a enter":             attack(0, men...),
		"a a 1 enter":           attack(0, men[1:]...),
		"a a a 1 enter":         attack(0, men[0]),
		"a 1 right right enter": attack(2, men[0]),
		"a 1 esc a 2 enter":     attack(0, men[1]),
		"a enter 1 enter":       attack(0, men[0]),
		"a 1 " + repeat("right", len(targets)) + " enter": attack(0, men[0]),
	} {
		s.makes(keys, want)
	}
	next := slices.IndexFunc(targets, func(m rules.Move) bool { return m.Seat != targets[0].Seat })
	s.makes("a down 1 enter", attack(next, men[0]))
	s.makes("a j right up 1 enter", attack(0, men[0]))
	last := targets[len(targets)-1].Seat
	s.makes("a k 1 enter", attack(slices.IndexFunc(targets, func(m rules.Move) bool { return m.Seat == last }), men[0]))
}

func repeat(key string, n int) string { return strings.TrimSpace(strings.Repeat(key+" ", n)) }

// TestTheStrongestComeFirst: where there is room for one of the hidden gangsters only, the suggestion takes the
// strongest.
func TestTheStrongestComeFirst(t *testing.T) {
	t.Parallel()
	powers := func(own rules.Mafia) (least, most int) {
		for i, g := range own.Hidden {
			if least, most = min(least, g.Power()), max(most, g.Power()); i == 0 {
				least = g.Power()
			}
		}
		return least, most
	}
	s, found := findIn(t, 103, 4, func(g *game, s engine.Seat) bool {
		own := g.view(s).Seats[s]
		least, most := powers(own)
		if !mustArrange(g, s) || least == most {
			return false
		}
		roomy := slices.DeleteFunc(own.Places(), func(p rules.Place) bool { return own.Room(p) < least })
		return len(roomy) == 1 && own.Room(roomy[0]) >= most && own.Room(roomy[0]) < least+most
	})
	if !found {
		t.Fatal("the game does not get there: look for another")
	}
	own := s.view(s.seat).Seats[s.seat]
	_, most := powers(own)
	suggested, ok := tuitest.Press(t, board(t, s.frame()), "r", "enter")
	m, read := rules.ReadMove(json.RawMessage(suggested))
	if !ok || !read || s.refusal(s.seat, suggested) != nil {
		t.Fatalf("what is suggested is %q", suggested)
	}
	for _, g := range own.Hidden {
		if stands := m.Places[g] != 0; stands != (g.Power() == most) {
			t.Errorf("%v, of power %d, gets a place: %t", g, g.Power(), stands)
		}
	}
}

func TestKeysArrange(t *testing.T) {
	t.Parallel()
	s := find(t, 4, func(g *game, s engine.Seat) bool {
		own := g.view(s).Seats[s]
		return mustArrange(g, s) && len(own.Hidden) == 1 && len(own.Standing()) > 0 && own.Room(rules.OnHideout) >= own.Hidden[0].Power()
	})
	own := s.view(s.seat).Seats[s.seat]
	places := map[rules.Card]rules.Place{}
	for _, p := range own.Places() {
		for _, g := range own.Gangsters(p) {
			places[g] = p
		}
	}
	last, hidden := len(own.Standing())+1, own.Hidden[0]
	b := board(t, s.frame())
	suggested, ok := tuitest.Press(t, b, "r", "enter")
	m, _ := rules.ReadMove(json.RawMessage(suggested))
	if !ok || m.Places[hidden] == 0 || s.refusal(s.seat, suggested) != nil {
		t.Fatalf("what is suggested is %q", suggested)
	}
	for g, p := range places {
		if m.Places[g] != p {
			t.Errorf("the suggestion moves %v from %v to %v", g, p, m.Places[g])
		}
	}
	seen := map[rules.Place]bool{}
	for n := range len(own.Places()) + 1 { // wherever there is a place, and away
		keys := append([]string{"r", fmt.Sprint(last)}, slices.Repeat([]string{fmt.Sprint(last)}, n)...)
		body, ok := tuitest.Press(t, board(t, s.frame()), append(keys, "enter")...)
		if m, _ := rules.ReadMove(json.RawMessage(body)); ok {
			seen[m.Places[hidden]] = true
		}
	}
	if !seen[0] || !seen[rules.OnHideout] {
		t.Errorf("the hidden gangster can only be sent to %v", seen)
	}
}

// TestGangstersAreSentByAnyKey: the digit again, space and tab send the one marked on, arrows both ways, and r marks the
// next one.
func TestGangstersAreSentByAnyKey(t *testing.T) {
	t.Parallel()
	s := find(t, 4, func(g *game, s engine.Seat) bool {
		own := g.view(s).Seats[s]
		return mustArrange(g, s) && len(own.Standing()) > 1 && len(own.Places()) > 2
	})
	look := func(keys string) string {
		b := board(t, s.frame())
		tuitest.Press(t, b, strings.Fields(keys)...)
		return tuitest.Look(b)
	}
	marked, sent := look("r"), look("r 1")
	if marked == sent || sent == look("r up") {
		t.Errorf("nobody is sent, or both ways:\n%s", sent)
	}
	for keys, want := range map[string]string{
		"r space": sent, "r tab": sent, "r down": sent, "r up 1": marked, "r down up": marked,
		"r r": look("r 2"), "r 2 left": marked, "r right": look("r 2"),
	} {
		if got := look(keys); got != want {
			t.Errorf("%s shows\n%s\nwant\n%s", keys, got, want)
		}
	}
	b := board(t, s.frame())
	tuitest.Press(t, b, "r", "1")
	again := s.frame()
	again.Revision++
	if err := b.Show(again); err != nil {
		t.Fatal(err)
	}
	if got := tuitest.Look(b); got != sent {
		t.Errorf("in a frame that changes nothing it shows\n%s\nwant\n%s", got, sent)
	}
	settled := s.frame()
	settled.Revision, settled.Turn = settled.Revision+2, nil
	if err := b.Show(settled); err != nil {
		t.Fatal(err)
	}
	if move, ok := tuitest.Press(t, b, "enter"); ok {
		t.Errorf("it may arrange no longer, and makes %s", move)
	}
}

// TestNothingIsShownBeforeTheFirstFrame, nor without room.
func TestNothingIsShownBeforeTheFirstFrame(t *testing.T) {
	t.Parallel()
	b, th := noirburg.New(nil), tuitest.Theme()
	if b.View(80, 21, tuitest.Noon, th) != nil || b.Heading() != "" || b.Plain() != nil || b.Score(60, th, 1) != "" {
		t.Error("something is shown")
	}
	tuitest.Shown(t, b, town(t).frame(0))
	for _, size := range [][2]int{{0, 21}, {80, 0}} {
		if lines := b.View(size[0], size[1], tuitest.Noon, th); lines != nil {
			t.Errorf("at %v it shows %q", size, lines)
		}
	}
	if watching := board(t, town(t).frame(engine.Spectator)); b.Score(60, th, 1) != "" || len(b.FullHelp()) == 0 || watching.FullHelp() != nil {
		t.Error("there is a score before the end, or a seat has no keys, or a spectator some")
	}
}

// TestKeysAreHelpedInTheReadersLanguage: no sign of a key has an English word.
func TestKeysAreHelpedInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	for tag, asked := range map[string]string{"en": "name?", "de": "Name?", "sv": "namn?", "tr": "ad?"} {
		b := tuitest.Shown(t, noirburg.New(tuitest.Reader(t, tag)), town(t).frame(0))
		if !slices.ContainsFunc(slices.Concat(b.FullHelp()...), func(k key.Binding) bool { return k.Help().Key == asked }) {
			t.Errorf("in %s nobody is told of %s: %+v", tag, asked, b.FullHelp())
		}
	}
}

func TestKeysOpenAndDraw(t *testing.T) {
	t.Parallel()
	s := find(t, 4, func(g *game, s engine.Seat) bool {
		at := situation{g, s}
		gangsters := slices.DeleteFunc(at.all(rules.TypeOpen), func(m rules.Move) bool { return m.Card.Kind() != rules.Gangster })
		return len(gangsters) > 1 && gangsters[0].Card == gangsters[1].Card && len(at.all(rules.TypeDraw)) > 1 &&
			len(at.all(rules.TypeMoveHideout)) > 1 && offers(g, s, rules.TypeDiscard)
	})
	open := slices.DeleteFunc(s.all(rules.TypeOpen), func(m rules.Move) bool { return m.Card.Kind() != rules.Gangster })
	card, hand, hideout := s.digit(open[0].Card), s.view(s.seat).Hand, s.all(rules.TypeMoveHideout)
	for keys, want := range map[string]json.RawMessage{
		card + " enter":                    open[0].Body(),
		card + " right enter":              open[1].Body(),
		card + " " + card + " enter":       open[1].Body(),
		"d enter":                          rules.Draw(1),
		"d d enter":                        rules.Draw(2),
		"d right enter":                    rules.Draw(2),
		"u enter":                          hideout[0].Body(),
		"u u enter":                        hideout[1].Body(),
		"x 1 enter":                        rules.Discard(hand[0]),
		"x space enter":                    rules.Discard(hand[0]),
		"x right space enter":              rules.Discard(hand[1]),
		"x 1 2 1 enter":                    rules.Discard(hand[1]),
		"e enter":                          rules.EndTurn(),
		"e e e enter":                      rules.EndTurn(),
		"d e enter":                        rules.EndTurn(),
		card + " d enter":                  rules.Draw(1),
		card + " esc d enter":              rules.Draw(1),
		"x 1 esc " + card + " right enter": open[1].Body(),
	} {
		s.makes(keys, want)
	}
}

func TestKeysSwapBeforeTheGame(t *testing.T) {
	t.Parallel()
	s := find(t, 3, func(g *game, s engine.Seat) bool { return offers(g, s, rules.TypeMulligan) })
	hand := s.view(s.seat).Hand
	for keys, want := range map[string]json.RawMessage{
		"2 enter":       rules.Mulligan(hand[1]),
		"1 6 enter":     rules.Mulligan(hand[0], hand[5]),
		"1 6 3 enter":   rules.Mulligan(hand[0], hand[5]), // a third is refused
		"1 6 1 3 enter": rules.Mulligan(hand[2], hand[5]),
		"enter enter":   rules.Mulligan(),
		"x enter":       rules.Mulligan(),
	} {
		s.makes(keys, want)
	}
}

func TestNobodyElsePlays(t *testing.T) {
	t.Parallel()
	s := find(t, 4, inWindow(rules.WindowAttack, rules.TypePolice))
	for _, keys := range []string{"p", "1 enter", "a 1 enter", "e enter"} {
		if move, ok := tuitest.Press(t, board(t, s.game.frame(engine.Spectator)), strings.Fields(keys)...); ok {
			t.Errorf("a spectator makes %s", move)
		}
	}
}

func TestRefusalsAreTold(t *testing.T) {
	t.Parallel()
	own := find(t, 4, func(g *game, s engine.Seat) bool {
		return g.view(s).Round > 1 && inPhase(rules.PhaseDraw, 3, rules.TypeEndTurn)(g, s)
	})
	hiding := find(t, 4, mustArrange)
	first := find(t, 4, func(g *game, s engine.Seat) bool { return g.view(s).Round == 1 && offers(g, s, rules.TypeEndTurn) })
	poor := find(t, 4, func(g *game, s engine.Seat) bool {
		v := g.view(s)
		return offers(g, s, rules.TypeEndTurn) && v.Phase == rules.PhaseOpen && len(v.Hand) > 0 && v.Seats[s].Money < v.Hand[0].Cost()
	})
	window := find(t, 4, inWindow(rules.WindowAttack, rules.TypePass))
	other := find(t, 4, func(g *game, s engine.Seat) bool {
		v := g.view(s)
		return v.Window == nil && v.Round > 1 && v.Active != s && len(v.Hand) > 0 && v.Hand[0].Kind() == rules.Gangster
	})
	for _, c := range []struct {
		at   situation
		keys string
		want string
	}{
		{own, "a", rules.Sentence(rules.PhaseAlreadyPassed)},
		{own, "r", rules.Sentence(rules.PhaseAlreadyPassed)},
		{own, "u", rules.Sentence(rules.PhaseAlreadyPassed)},
		{own, "x", rules.Sentence(rules.PhaseAlreadyPassed)},
		{own, "p", rules.Sentence(rules.NothingToPass)},
		{own, "9", "You hold"},
		{hiding, "e", rules.Sentence(rules.MustArrangeFirst)},
		{hiding, "a", rules.Sentence(rules.MustArrangeFirst)},
		{first, "r", rules.Sentence(rules.FirstTurnRestricted)},
		{first, "a", rules.Sentence(rules.FirstTurnRestricted)},
		{poor, "1", rules.Sentence(rules.CannotAfford)},
		{window, "e", "It is not your turn"},
		{other, "a", "It is not your turn"},
		{other, "1", "It is not your turn"},
		{other, "d", "It is not your turn"},
		{own, "enter", "Nothing is picked"},
	} {
		b := board(t, c.at.frame())
		if move, ok := tuitest.Press(t, b, strings.Fields(c.keys)...); ok {
			t.Errorf("%s makes %s", c.keys, move)
		}
		if text := tuitest.Look(b); !strings.Contains(text, c.want) {
			t.Errorf("%s does not say %q:\n%s", c.keys, c.want, text)
		}
	}
}
