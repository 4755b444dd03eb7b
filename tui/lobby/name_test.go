package lobby_test

import (
	"context"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/tui"
	"noir/tui/lobby"
	"noir/tui/tuitest"
)

// visit is the first visit of a key whose client has that user name.
func visit(t *testing.T, h *tuitest.House, user string, w, hgt int) (*tui.Session, *tuitest.Terminal) {
	s := session(h, data.Player{})
	s.User, s.Keys = user, h.Keys("SHA256:new")
	return s, start(t, s, lobby.Name(s), w, hgt)
}

func TestNameLooks(t *testing.T) {
	t.Parallel()
	tuitest.Screens(t, "name", func(t *testing.T, w, h int) string {
		_, term := visit(t, tuitest.Open(t), "Marlowe", w, h)
		return term.WaitFor("marlowe_")
	})
	tuitest.Screens(t, "name-refused", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		house.Player("marlowe")
		_, term := visit(t, house, "marlowe", w, h)
		term.WaitFor("marlowe-2_")
		term.Press("backspace", "backspace", "enter")
		return term.WaitFor("here already has")
	})
}

// TestTheLanguageIsChosenBeforeTheName and kept with it.
func TestTheLanguageIsChosenBeforeTheName(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s, term := visit(t, house, "marlowe", 80, 24)
		term.WaitFor("marlowe_", "← English →")
		term.Press("right")
		term.WaitFor("← Deutsch →", "Wie nennt man dich?", "marlowe_")
		term.Press("left")
		term.WaitFor("← English →", "marlowe_")
		term.Press("left")
		term.WaitFor("← Türkçe →", "Sana ne derler?")
		term.Press("enter")
		term.WaitFor("Yabancıyla oyna")
		kept, err := house.Store.Settings(context.Background(), s.Player.ID)
		if err != nil || kept.Language != "tr" || s.Settings.Language != "tr" {
			t.Errorf("kept are %+v (%v), in force %+v", kept, err, s.Settings)
		}
	})
}

// TestTypingReplacesAProposal: joe who types jim is jim. A touched proposal is edited.
func TestTypingReplacesAProposal(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		_, term := visit(t, house, "joe", 80, 24)
		term.WaitFor("joe_", "Enter takes it, or type another.")
		term.Send(tea.PasteMsg{Content: "vivian\n"})
		term.WaitFor("▸ vivian_")
		term.Press("ctrl+u")
		term.Type("jim")
		if screen := term.WaitFor("▸ jim_"); strings.Contains(screen, "Enter takes it") {
			t.Errorf("what was typed is called a proposal:\n%s", screen)
		}
		_, other := visit(t, house, "joey", 80, 24)
		other.WaitFor("joey_")
		other.Press("backspace", "l")
		other.WaitFor("▸ joel_")
		term.Press("enter")
		term.WaitFor("With a friend", "jim")
		if _, err := house.Store.PlayerByName(t.Context(), "jim"); err != nil {
			t.Errorf("jim: %v", err)
		}
	})
}

// TestAKeptUserName: whoever is called like the house's players is told why another name is proposed, in the language that
// they turn to, in a small window too.
func TestAKeptUserName(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		_, term := visit(t, tuitest.Open(t), "Vito", 40, 20)
		term.WaitFor("player-1_", "Vito: That name is reserved for", "the house and its players: take", "With a code, press tab.")
		term.Press("right")
		term.WaitFor("player-1_", "Vito: Dieser Name ist")
		term.Press("x")
		if screen := term.WaitFor("▸ x_"); strings.Contains(screen, "Vito") {
			t.Errorf("what was typed is called a proposal:\n%s", screen)
		}
	})
}

func TestEnterAcceptsTheProposedName(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s, term := visit(t, house, "Philip.Marlowe", 80, 24)
		term.WaitFor("philipmarlowe_")
		term.Press("enter")
		term.WaitFor("District Noir", "With a friend", "philipmarlowe")
		p, err := house.Store.PlayerByKey(context.Background(), "SHA256:new")
		if err != nil || p.Name != "philipmarlowe" || s.Player != p {
			t.Errorf("the key belongs to %v (%v), the session to %v", p, err, s.Player)
		}
	})
}

// TestANewcomerIsFasterWithTheProposedName: the next free name is proposed at once.
func TestANewcomerIsFasterWithTheProposedName(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		_, term := visit(t, house, "marlowe", 80, 24)
		term.WaitFor("marlowe_", "Enter takes it")
		house.Player("marlowe")
		term.Press("enter")
		term.WaitFor("here already has", "▸ marlowe-2_")
		term.Press("enter")
		term.WaitFor("With a friend", "marlowe-2")
	})
}

func TestNamesAreRefusedInPlace(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		house.Player("marlowe")
		_, term := visit(t, house, "marlowe", 80, 24)
		term.WaitFor("marlowe-2_")
		for _, try := range []struct{ name, refusal string }{
			{"ma", "Use 3 to 16 of a-z"},
			{"9lives", "begin with a letter"},
			{"jörg", "3 to 16 of a-z"}, // not jrg, at once and for good
			{"vito", "That name is reserved for the house and its players: take another."},
			{"rnarlowe", "here already has"}, // rn reads as m
			{"marlowe", "here already has"},
		} {
			term.Press("ctrl+u")
			term.Type(try.name)
			term.Press("enter")
			term.WaitFor(try.refusal, try.name+"_")
		}
		term.Type("xxxxxxxxxxxxxxxxxxxxxxxxxxx\x1b\u202e")
		term.WaitFor("marlowexxxxxxxxx_")
		term.Press("ctrl+u", "q", "?")
		term.WaitFor("q?_")
		term.Press("esc")
		term.WaitQuit()
	})
}

// TestKeyNamedInAnotherWindow opens the screen twice with one key and answers
// in both.
func TestKeyNamedInAnotherWindow(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		_, first := visit(t, house, "marlowe", 80, 24)
		s, second := visit(t, house, "spade", 80, 24)
		first.WaitFor("marlowe_")
		second.WaitFor("spade_")
		first.Press("enter")
		first.WaitFor("With a friend")
		second.Press("enter")
		second.WaitFor("With a friend", "marlowe")
		if s.Player.Name != "marlowe" {
			t.Errorf("one key has two names, the second %q", s.Player.Name)
		}
	})
}

func TestStoreThatCannotBeWrittenTo(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		_, term := visit(t, house, "marlowe", 80, 24)
		term.WaitFor("marlowe_")
		house.CloseStore()
		term.Press("enter")
		term.WaitFor("cannot read or write its books")
	})
}

// TestTheNoticeOfTheHouse stands below the first question and, whole, under Learn.
func TestTheNoticeOfTheHouse(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s := session(house, data.Player{})
		s.Notice = "Run by the night porter.\nBe civil.\n\nporter@example.com"
		start(t, s, lobby.Name(s), 80, 24).WaitFor("What is your name?", "Run by the night porter.", "porter@example.com")
		start(t, s, lobby.Name(s), 40, 20).WaitFor("What is your name?", "The house's notice is under Learn.")
		s = session(house, house.Player("marlowe"))
		s.Games[0].Lesson = tui.Lesson{Scenes: make([]tui.Scene, 3)}
		s.Notice = strings.Repeat("Be civil.\n", 40) + "porter@example.com"
		start(t, s, lobby.Name(s), 80, 24).WaitFor("Be civil.", "More of it is under Learn.")
		term := start(t, s, lobby.Learn(s), 80, 24)
		term.Click("This house")
		term.WaitFor("Be civil.", "↓")
		term.Press("end")
		term.WaitFor("porter@example.com", "↑")
	})
}
