package noirburg_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"noir/engine/noirburg/rules"
	"noir/tui/tuitest"
)

// TestAttackIsToldBeforeItIsMade: the arithmetic and the forecast, for battles of the worked
// examples in the testdata of the rules.
func TestAttackIsToldBeforeItIsMade(t *testing.T) {
	t.Parallel()
	speakeasy := map[string][]string{"hideout": {"G3.7"}, "B3.0": {"G2.9"}}
	for _, c := range []struct {
		vector string
		gang   []string
		under  string
		places map[string][]string
		money  int
		at     string // "hideout" or a business
		want   []string
	}{
		{"NB-25", []string{"G4.0"}, "", map[string][]string{"B3.0": {"G1.9", "G2.9"}}, 3, "B3.0", []string{
			"4 against 3 + 1 + 2 = 6: it holds.", "Would die: spade's 2 and 1.", "Attackers left: 4,",
		}},
		{"NB-26", []string{"G1.0", "G2.0", "G4.0"}, "", map[string][]string{"B4.0": {"G2.9"}}, 5, "B4.0", []string{
			"1 + 2 + 4 = 7 against 4 + 2 = 6: it falls.", "Would die: spade's 2; your 1.",
			"Would fall: spade's Casino, $4 stolen.", "Attackers left: 4 and 2,",
		}},
		{"NB-27", []string{"G4.0"}, "", map[string][]string{"B4.0": nil}, 1, "B4.0", []string{
			"4 against 4: it falls.", "Nobody would die.", "Would fall: spade's Casino, $1 stolen.",
		}},
		{"NB-29", []string{"G2.0"}, "", map[string][]string{"B4.0": {"G1.9", "G3.7"}}, 5, "B4.0", []string{
			"it holds.", "Would die: spade's 1; your 2.", "None of the attackers would be left.",
		}},
		{"NB-32", []string{"G3.0", "G4.0", "G4.1"}, "B3.0", speakeasy, 9, "hideout", []string{
			"3 + 4 + 4 = 11 against 3 + 3 + 3 + 2 = 11: it is breached.", "Would die: spade's 3 and 2; your 4 and 3.",
			"Demands 3 and a die: $4 to $9 of $9. That can be paid.",
		}},
		{"NB-33", []string{"G3.0", "G4.0", "G4.1"}, "B3.0", speakeasy, 5, "hideout", []string{
			"Demands 3 and a die: $4 to $9 of $5. From a 3 on it cannot be paid: out.",
		}},
		{"NB-33", []string{"G3.0", "G4.0", "G4.1"}, "B3.0", speakeasy, 4, "hideout", []string{
			"Demands 3 and a die: $4 to $9 of $4. From a 2 on it cannot be paid: out.",
		}},
		{"NB-33", []string{"G3.0", "G4.0", "G4.1"}, "B3.0", speakeasy, 3, "hideout", []string{
			"Demands 3 and a die: $4 to $9 of $3. Out: that cannot be paid.",
		}},
		{"NB-35", []string{"G3.0", "G3.1", "G4.1"}, "B3.0", speakeasy, 5, "hideout", []string{
			"= 10 against 3 + 3 + 3 + 2 = 11: it holds.", "Would die: spade's 3 and 2; your 3 and 3.", "Would fall: spade's Speakeasy, $3 stolen.",
		}},
		{"NB-38", []string{"G1.0", "G4.0"}, "", nil, 0, "hideout", []string{
			"1 + 4 = 5 against 3: it is breached.", "Demands a die: $1 to $6 of $0. Out: that cannot be paid.",
		}},
	} {
		s := town(t)
		s.view.Active = 0
		s.view.Seats[0] = mafia(t, 3, 4, "", map[string][]string{"B4.3": c.gang})
		s.view.Seats[1] = mafia(t, c.money, 4, c.under, c.places)
		place := rules.OnHideout
		if c.at != "hideout" {
			place = rules.At(card(t, c.at))
		}
		s.legal = []json.RawMessage{rules.Attack(cards(t, c.gang...), 1, place), rules.EndTurn()}
		b := board(t, s.frame(0))
		tuitest.Press(t, b, "a", "a")
		text := ansi.Strip(strings.Join(b.View(100, 36, tuitest.Noon, tuitest.Theme()), "\n"))
		text = strings.Join(strings.Fields(text), " ")
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not say %q:\n%s", c.vector, want, text)
			}
		}
	}
}
