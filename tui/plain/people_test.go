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
		if err := h.Store.(data.Operator).MarkBot(t.Context(), "test", lexicon.ID, true); err != nil {
			t.Fatal(err)
		}
		s := session(h, marlowe)
		s.Here = func(p data.PlayerID) bool { return p == spade.ID }
		k := begin(t, s)
		for line, want := range map[string]string{
			"rankings":                               "Your rank is 1.",
			"rankings district-noir --month 1999-11": "1530?      1    1     0      0  spade, here now",
			"rankings --month 1980-01":               "nobody has a rated game yet.",
			"rankings --search pad":                  "  spade, here now",
			"rankings --search holmes":               "nobody with a rated game has a name like that.",
			"rankings --bots":                        "nobody has a rated game yet.",
			"rankings --month sunday":                "--month is a year and a month, such as 2006-01.",
			"profile":                                "against spade",
			"profile spade":                          ", and here now",
			"profile SPADE":                          "margin",
			"profile lexicon":                        "a program's account, ranked among programs",
			"profile holmes":                         "There is no player \"holmes\": check the name.",
			"replay":                                 "Type replay ID",
			"replay 1 2":                             "Type replay ID",
			"replay elsewhere":                       "There is no game \"elsewhere\"; `games` lists yours.",
		} {
			k.types(line)
			k.hears(want)
		}
		k.types("replay " + string(id))
		k.hears("48 moves. Type next, back, or go", "Type house and a level to play on from there")
		k.hears("Round 1")
		k.types("next")
		k.hears("spade took minus 1, 7.")
		k.types("go 47")
		k.hears("Round 4")
		k.types("next")
		k.hears("Type leave.")
		k.types("next")
		k.hears("Round 4")
		k.types("back")
		k.hears("Round 4")
		k.types("go home")
		k.hears("a number from 0 to 48.")
		k.types("p 1")
		k.hears("You have no seat at this table: leave it, and look for one of your own to play.")
		k.types("house")
		k.hears("Type house and a level")
		k.types("go 21", "house easy --seat 1")
		k.hears("District Noir, casual: Pip 1006 and marlowe 1517.")
		k.hears("Round 2 of 4.")
		mine, err := h.Broker.Mine(t.Context(), s.Player.ID)
		if err != nil || len(mine) != 1 || mine[0].Seats[1].Name != s.Player.Name || mine[0].Ply < 21 {
			t.Errorf("they play %+v, %v", mine, err)
		}
		k.types("leave")
		k.hears("This is the replay again: leave ends it.")
		k.types("next")
		k.hears(" took ", " played ")
		k.types("leave", "games")
		k.hears(string(id))
		k.types("replay "+string(id), "leave") // before there is a table
		k.hears("You are at the door")
	})
}

// TestDaysAreInTheReadersLanguage, those of games and of a first visit.
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
