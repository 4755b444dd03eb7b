package play_test

import (
	"slices"
	"strings"
	"testing"

	"noir/data"
	"noir/tui/tuitest"
)

// TestWordsAtATable: two allow them, one is rude, and the other one mutes, reports and
// blocks them by what the table offers.
func TestWordsAtATable(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := meetWith(t, data.Settings{FreeText: true})
		rude, hurt := p.terms[0], p.terms[1]
		for i, s := range p.sessions {
			if _, err := p.house.Store.ChangeSettings(t.Context(), s.Player.ID, func(set *data.Settings) { set.FreeText = true }); err != nil {
				t.Fatal(err)
			}
			if err := p.house.Store.Tie(t.Context(), s.Player.ID, p.sessions[1-i].Player.ID, data.Friend); err != nil {
				t.Fatal(err)
			}
		}
		rude.Press("c", "t")
		rude.WaitFor("in your own words")
		rude.Press("Ş", "u", "?", " ", "q", "x", "backspace", "enter")
		hurt.WaitFor("marlowe says: Şu? q")
		hurt.Press("c", "p")
		hurt.WaitFor("people here", "a friend")
		hurt.Press("m")
		hurt.WaitFor("You no longer see what marlowe says.", "muted")
		hurt.Press("r")
		hurt.WaitFor("report marlowe", "The operators will read it")
		hurt.Press("o", "h", "enter")
		hurt.WaitFor("Reported.")
		hurt.Press("c", "p")
		hurt.WaitFor("people here", "muted", "m withdraw it", "b block")
		hurt.Press("b")
		hurt.WaitFor("blocked")
		hurt.Press("b")
		hurt.WaitFor("marlowe is no longer on that list.")
		hurt.Press("esc")
		reports, err := p.house.Store.(data.Moderators).Reports(t.Context(), false, 10, 0)
		if err != nil || len(reports) != 1 || reports[0].Match != p.match || reports[0].Reason != "oh" || !strings.Contains(string(reports[0].Talk), "Şu? q") {
			t.Errorf("reported: %+v, %v", reports, err)
		}
	})
}

// TestWhoReadsPhrasesIsOfferedPhrases and nothing that would be refused.
func TestWhoReadsPhrasesIsOfferedPhrases(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := meet(t)
		p.terms[0].Press("c", "t", "c")
		if screen := p.terms[0].WaitFor("the people here"); strings.Contains(screen, "in your own words") {
			t.Errorf("he may write:\n%s", screen)
		}
	})
}

// TestWhatIsSaidOfATieHidesNothing of the table, at any size.
func TestWhatIsSaidOfATieHidesNothing(t *testing.T) {
	for _, size := range [][2]int{{40, 20}, {80, 24}, {120, 40}, {200, 60}} {
		tuitest.Bubble(t, func(t *testing.T) {
			p := meet(t)
			term, lines := p.terms[0], func() []string { return strings.Split(p.terms[0].Screen(), "\n") }
			term.Resize(size[0], size[1])
			p.settle()
			var tables []string // at this height and at smaller ones
			for given := range 4 {
				term.Resize(size[0], size[1]-given)
				page := lines()
				tables = append(tables, strings.TrimRight(strings.Join(page[:len(page)-1], "\n"), "\n"))
			}
			term.Resize(size[0], size[1])
			term.Press("c", "p")
			term.WaitFor("people here")
			term.Press("b")
			term.WaitFor("is never paired")
			term.Press("esc")
			p.settle()
			page := lines()
			at := slices.IndexFunc(page, func(line string) bool { return strings.Contains(line, "is never paired") })
			if at < 0 {
				t.Fatalf("%v: it does not say so:\n%s", size, term.Screen())
			}
			if !slices.Contains(tables, strings.TrimRight(strings.Join(page[:at], "\n"), "\n")) {
				t.Errorf("%v: something of the table is hidden:\n%s\nThe table is\n%s", size, term.Screen(), tables[0])
			}
		})
	}
}
