package play_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/engine"
	"noir/tui/play"
	"noir/tui/tuitest"
)

// TestThePeopleAreChosen: the arrows walk along the list and stop at its ends, and what is done is done to
// the one chosen.
func TestThePeopleAreChosen(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		term := seatAt(t, engine.Seed{1}, "marlowe", "spade", "vera")[0]
		term.Press("c", "p")
		for i, step := range []struct{ key, chosen string }{
			{"up", "spade"}, {"down", "vera"}, {"down", "vera"}, {"up", "spade"}, {"down", "vera"},
		} {
			term.Press(step.key)
			if screen := term.WaitFor("people here"); !strings.Contains(screen, "▸ "+step.chosen) || strings.Count(screen, "▸ vera")+strings.Count(screen, "▸ spade") != 1 {
				t.Errorf("step %d, %s: %s is not chosen:\n%s", i, step.key, step.chosen, screen)
			}
		}
		term.Press("r")
		term.WaitFor("report vera")
		term.Press("o", "h", "esc")
		synctest.Wait()
		if screen := term.Screen(); strings.Contains(screen, "report") {
			t.Errorf("a report that was left stays:\n%s", screen)
		}
		term.Press("c", "p")
		synctest.Wait() // their ties are known
		term.Press("down", "m")
		term.WaitFor("You no longer see what vera says.")
		if screen := term.Screen(); !regexp.MustCompile(`vera +muted`).MatchString(screen) || regexp.MustCompile(`spade +muted`).MatchString(screen) {
			t.Errorf("vera alone is muted, but it shows\n%s", screen)
		}
		term.Press("up", "m", "down")
		term.WaitFor("You no longer see what spade says.", "m withdraw it")
	})
}

// TestTheRenamedAreMuted: a player who has taken another name during the game is muted all the same, and unmuted.
func TestTheRenamedAreMuted(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := meetWith(t, data.Settings{})
		rude := p.sessions[1].Player
		if _, err := p.house.Store.(data.Keyring).TakeName(t.Context(), rude.ID, "vera"); err != nil {
			t.Fatal(err)
		}
		ties := func() (of []data.Tie) {
			all, err := p.house.Store.Ties(t.Context(), p.sessions[0].Player.ID)
			if err != nil {
				t.Fatal(err)
			}
			for _, one := range all {
				if one.Player.ID == rude.ID {
					of = append(of, one.Tie)
				}
			}
			return of
		}
		mutes := p.terms[0]
		mutes.Press("c", "p")
		p.settle()
		mutes.Press("m")
		mutes.WaitFor("You no longer see what spade says.")
		if screen := mutes.Screen(); !slices.Equal(ties(), []data.Tie{data.Muted}) || !regexp.MustCompile(`spade +muted`).MatchString(screen) {
			t.Errorf("they are %v, and it shows\n%s", ties(), screen)
		}
		mutes.Press("m")
		mutes.WaitFor("spade is no longer on that list.")
		if len(ties()) > 0 {
			t.Errorf("they are still %v", ties())
		}
	})
}

// TestGuestsHaveNoTies, neither to others nor of their own, and are told so. They may be reported.
func TestGuestsHaveNoTies(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		people := []data.Player{h.Player("marlowe"), h.Guest("guest-0001")}
		id := h.Seated(people[0], people[1])
		var terms []*tuitest.Terminal
		for _, p := range people {
			s := session(h, p)
			terms = append(terms, start(t, s, play.Seat(s, id)))
		}
		settle()
		for i, want := range []string{"That is a guest, and guests have no account: you can only report them.", "Guests have no lists: connect with a key."} {
			terms[i].Press("c", "p")
			settle() // their ties are known
			terms[i].Press("b")
			if screen := terms[i].WaitFor(want, "people here"); strings.Contains(screen, "never paired") {
				t.Errorf("terminal %d:\n%s", i, screen)
			}
			terms[i].Press("esc")
			synctest.Wait()
			if screen := terms[i].Screen(); strings.Contains(screen, "people here") || strings.Contains(screen, want) {
				t.Errorf("terminal %d, afterwards:\n%s", i, screen)
			}
		}
		terms[0].Press("c", "p", "r", "o", "h", "enter")
		terms[0].WaitFor("Reported.")
	})
}

// TestATextIsPasted into what one says, and a draft that is left is not said.
func TestATextIsPasted(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := meetWith(t, data.Settings{FreeText: true})
		for i, s := range p.sessions {
			if _, err := p.house.Store.ChangeSettings(t.Context(), s.Player.ID, func(set *data.Settings) { set.FreeText = true }); err != nil {
				t.Fatal(err)
			}
			if err := p.house.Store.Tie(t.Context(), s.Player.ID, p.sessions[1-i].Player.ID, data.Friend); err != nil {
				t.Fatal(err)
			}
		}
		writes, reads := p.terms[0], p.terms[1]
		writes.Press("c", "t", "x", "esc")
		writes.Press("c", "t", "space", "enter") // nothing to say
		p.settle()
		for _, term := range p.terms {
			if screen := term.Screen(); strings.Contains(screen, "say: ") || strings.Contains(screen, "says: ") || strings.Contains(screen, "in your own words") {
				t.Errorf("something is said, or still being written:\n%s", screen)
			}
		}
		writes.Press("c")
		writes.Send(tea.PasteMsg{Content: "1"}) // not a key
		writes.Press("t")
		writes.Send(tea.PasteMsg{Content: "who is there"})
		writes.Press("?", "enter")
		reads.WaitFor("marlowe says: who is there?")
		reads.Press("c", "t")
		reads.WaitFor("in your own words", "marlowe says: who is there?")
	})
}
