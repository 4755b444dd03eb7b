package plain_test

import (
	"testing"
	"time"

	"noir/data"
	"noir/tui/tuitest"
)

// TestPeopleAreToldOf asks for rankings, profiles and a replay.
func TestPeopleAreToldOf(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		marlowe, spade := h.Player("marlowe"), h.Player("spade")
		h.Played(time.Now().AddDate(0, 0, -40), spade, marlowe)
		h.Played(time.Now().Add(-time.Hour), marlowe, spade)
		id := h.PlayedOut(time.Now(), 2, marlowe, spade)
		lexicon := h.Player("lexicon")
		if err := h.Store.(data.Office).MarkBot(t.Context(), "test", lexicon.ID, true); err != nil {
			t.Fatal(err)
		}
		s := session(h, marlowe)
		s.Here = func(p data.PlayerID) bool { return p == spade.ID }
		k := begin(t, s)
		for line, want := range map[string]string{
			"rankings":                       "Of 2, you are 1: marlowe",
			"rankings district-noir 1999-11": "1: spade, 1530, provisional, 1 game, 1 won. Here now.",
			"rankings 1980-01":               "Nobody has a rank in District Noir yet.",
			"rankings like pad":              ": spade, ",
			"rankings like holmes":           "Nobody in that table has a name like holmes.",
			"rankings programs":              "Nobody has a rank in District Noir yet.",
			"rankings sunday":                "After rankings go also a month such as 2026-11",
			"profile":                        "Against spade: 2 won, 1 lost of 3.",
			"profile spade":                  "spade is here now.",
			"profile SPADE":                  "In a game, on the average: margin ",
			"profile lexicon":                "It is ranked among programs.",
			"profile holmes":                 "Nobody here is called that.",
			"replay":                         "Type replay and the ID of a game",
			"replay 1 2":                     "Type replay and the ID of a game",
			"replay elsewhere":               "There is no such game.",
		} {
			k.types(line)
			k.hears(want)
		}
		k.types("replay " + string(id))
		k.hears("48 moves. Type next, back, or go")
		k.hears("Round 1")
		k.types("next")
		k.hears("spade took minus 1, 7.")
		k.types("go 47")
		k.hears("Round 4")
		k.types("next")
		k.hears("Type leave.")
		k.types("back")
		k.hears("Round 4")
		k.types("go home")
		k.hears("a number from 0 to 48.")
		k.types("p 1")
		k.hears("You have no seat at this table.")
		k.types("leave", "games")
		k.hears(string(id))
		k.types("replay "+string(id), "leave") // before there is a table
		k.hears("You are at the door")
	})
}

// TestDaysAreInTheReadersLanguage: those of games and of a first visit.
func TestDaysAreInTheReadersLanguage(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		marlowe := h.Player("marlowe")
		h.Played(time.Now(), marlowe, h.Player("spade"))
		s := session(h, marlowe)
		s.Language = s.Reads("sv")
		k := begin(t, s)
		for _, line := range []string{"profile", "games"} {
			k.types(line)
			k.hears(s.Language.Date(time.Now()))
		}
	})
}
