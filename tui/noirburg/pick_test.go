package noirburg_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/matchmaking"
	"noir/tui/tuitest"
)

// TestPickSurvivesWhatDoesNotMatter: another player's irrelevant card leaves a pick as it is.
func TestPickSurvivesWhatDoesNotMatter(t *testing.T) {
	t.Parallel()
	s := find(t, 4, inPhase(rules.PhaseAttack, 4, rules.TypeAttack))
	b := board(t, s.frame())
	tuitest.Press(t, b, "a", "down", "1")
	again := s.frame()
	again.Revision++
	again.Seats[(s.seat+1)%4].Away = true
	if err := b.Show(again); err != nil {
		t.Fatal(err)
	}
	want, _ := tuitest.Press(t, board(t, s.frame()), "a", "down", "1", "enter")
	if got, _ := tuitest.Press(t, b, "enter"); got != want {
		t.Errorf("enter makes %q, want %q", got, want)
	}
}

// TestPickIsDroppedWhenItsOddsChange: the attack that was put together would not be
// the same any more.
func TestPickIsDroppedWhenItsOddsChange(t *testing.T) {
	t.Parallel()
	s := find(t, 4, func(g *game, s engine.Seat) bool {
		v := g.view(s)
		return inPhase(rules.PhaseAttack, 4, rules.TypeAttack)(g, s) && slices.ContainsFunc(situation{g, s}.all(rules.TypeAttack), func(m rules.Move) bool {
			return m.Place != rules.OnHideout && len(v.Seats[m.Seat].Gangsters(m.Place)) > 0
		})
	})
	targets := s.targets()
	at := slices.IndexFunc(targets, func(m rules.Move) bool {
		return m.Place != rules.OnHideout && len(s.view(s.seat).Seats[m.Seat].Gangsters(m.Place)) > 0
	})
	b := board(t, s.frame())
	tuitest.Press(t, b, append(append([]string{"a"}, slices.Repeat([]string{"right"}, at)...), "1")...)
	changed := s.frame()
	var v rules.View
	if err := json.Unmarshal(changed.View, &v); err != nil {
		t.Fatal(err)
	}
	v.Seats[targets[at].Seat].Businesses[targets[at].Place.Business()] = nil // they were hidden by the Police
	changed.View = tuitest.JSON(t, v)
	strange := changed
	strange.Turn = &matchmaking.Turn{Ply: changed.Turn.Ply, Legal: []json.RawMessage{[]byte(`{"type":"fold"}`)}}
	if err := b.Show(strange); err == nil || !strings.Contains(err.Error(), "fold") {
		t.Errorf("a move that no rules have: %v", err)
	}
	if err := b.Show(changed); err != nil {
		t.Fatal(err)
	}
	const told = "The table has changed: pick again. Your turn"
	if text := tuitest.Look(b); !strings.Contains(text, told) {
		t.Errorf("nobody says %q:\n%s", told, text)
	}
	if move, ok := tuitest.Press(t, b, "enter"); ok {
		t.Errorf("the attack is still picked: %s", move)
	}
	if text := tuitest.Look(b); strings.Contains(text, "has changed") {
		t.Errorf("it is said after the next key still:\n%s", text)
	}
}

// TestWhatIsPlayedDoesNotLapse: the player's own move is no surprise.
func TestWhatIsPlayedDoesNotLapse(t *testing.T) {
	t.Parallel()
	s := find(t, 4, inPhase(rules.PhaseOpen, 3, rules.TypeDraw))
	b := board(t, s.frame())
	body, _ := tuitest.Press(t, b, "d", "enter")
	s.play(s.seat, json.RawMessage(body))
	if text := tuitest.Look(tuitest.Shown(t, b, s.frame())); strings.Contains(text, "has changed") {
		t.Errorf("the own move is told as a change of the table:\n%s", text)
	}
}

// TestAKeyHeldDownEndsNoTurn: it takes another one to confirm.
func TestAKeyHeldDownEndsNoTurn(t *testing.T) {
	t.Parallel()
	s := find(t, 4, inPhase(rules.PhaseOpen, 3, rules.TypeEndTurn))
	b := board(t, s.frame())
	if move, ok := tuitest.Press(t, b, slices.Repeat([]string{"e"}, 30)...); ok {
		t.Errorf("e makes the move %s", move)
	}
	if text := tuitest.Look(b); !strings.Contains(text, "enter ends") {
		t.Errorf("nobody says what ends the turn:\n%s", text)
	}
}

func TestClicksPickAndPlay(t *testing.T) {
	t.Parallel()
	s := find(t, 4, inWindow(rules.WindowAttack, rules.TypePolice))
	b := board(t, s.frame())
	police := s.first(func(m rules.Move) bool { return m.Use == rules.UseStop })
	if move, ok := tuitest.Click(t, b, " Police  ║"); ok {
		t.Errorf("one click makes %s", move)
	}
	if move, ok := tuitest.Click(t, b, "enter stops"); !ok || move != string(police.Body()) {
		t.Errorf("clicks make %q, want %s", move, police.Body())
	}

	s = find(t, 4, inPhase(rules.PhaseAttack, 4, rules.TypeAttack))
	b = board(t, s.frame())
	tuitest.Press(t, b, "a")
	tuitest.Click(t, b, "1 [ ]")
	if move, ok := tuitest.Click(t, b, "enter attacks"); !ok || s.refusal(s.seat, move) != nil {
		t.Errorf("clicks make %q", move)
	}
}

// TestAKeyOutOfTurnIsAnsweredOnce where the prompt says already who is to move.
func TestAKeyOutOfTurnIsAnsweredOnce(t *testing.T) {
	s := find(t, 3, func(g *game, s engine.Seat) bool {
		v := g.view(s)
		return v.Phase == rules.PhaseSetup && v.Active != s
	})
	b := board(t, s.frame())
	tuitest.Press(t, b, "enter")
	screen := ansi.Strip(strings.Join(b.View(80, 21, tuitest.Noon, tuitest.Theme()), "\n"))
	if n := strings.Count(screen, "may swap cards."); n != 1 {
		t.Errorf("it is said %d times:\n%s", n, screen)
	}
}

// TestACardWithoutATargetIsKept: one that nobody could be hit with is told to be for later.
func TestACardWithoutATargetIsKept(t *testing.T) {
	for kind, says := range map[rules.Kind]string{
		rules.Driveby:  "There is no business to shoot at: keep the Drive-by for later.",
		rules.Turncoat: "There is no gangster to lure away: keep the Turncoat for later.",
	} {
		at := 0
		s := find(t, 4, func(g *game, s engine.Seat) bool {
			v := g.view(s)
			at = slices.IndexFunc(v.Hand, func(c rules.Card) bool { return c.Kind() == kind })
			return v.Active == s && v.Phase == rules.PhaseOpen && v.Window == nil && at >= 0 && !slices.ContainsFunc(v.Seats, func(m rules.Mafia) bool { return len(m.Businesses) > 0 })
		})
		b := board(t, s.frame())
		tuitest.Press(t, b, fmt.Sprint(at+1))
		if screen := ansi.Strip(strings.Join(b.View(80, 21, tuitest.Noon, tuitest.Theme()), "\n")); !strings.Contains(screen, says) {
			t.Errorf("without %q:\n%s", says, screen)
		}
	}
}
