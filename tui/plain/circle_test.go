package plain_test

import (
	"strings"
	"testing"

	"noir/data"
	"noir/tui/tuitest"
)

// TestWordsAndWhoSaysThem: two players allow free text, one is rude, is muted and reported, and
// then blocked.
func TestWordsAndWhoSaysThem(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h, marlowe, spade := meet(t)
		for _, c := range []struct {
			who         *talk
			line, hears string
		}{
			{marlowe, "say Nice Hat", "Set free-text to on in your settings"},
			{marlowe, "leave", "Your seat is kept"},
			{marlowe, "settings free-text on", "free-text  on"},
			{marlowe, "sit", "District Noir, casual: "},
			{marlowe, "say Nice Hat", "You can only send phrases to spade: say one."},
			{spade, "leave", "Your seat is kept"},
			{spade, "settings free-text on", "free-text  on"},
			{spade, "sit", "District Noir, casual: "},
			{marlowe, "say   Nice \x1b[2J Hat", "You say: Nice [2J Hat"},
			{spade, "help", "report, a name and why: tell the operators."},
			{spade, "mute marlowe", "You no longer see what marlowe says."},
			{marlowe, "say Cat got your tongue?", "You say: Cat got your tongue?"},
			{spade, "mutes", "marlowe  since "},
			{spade, "report marlowe", "Type report NAME REASON [--game ID]"},
			{spade, "report marlowe Called my HAT nice", "Reported: marlowe, in game "},
			{spade, "report spade silly", "That is you: name somebody else."},
			{spade, "mutes remove marlowe", "marlowe is no longer on that list."},
			{spade, "friends remove marlowe", "Marlowe is not on that list: choose somebody who is."},
			{spade, "block marlowe", "marlowe is never paired with you again"},
			{spade, "friend nobody", "There is no player \"nobody\": check the name."},
			{spade, "friend", "Type friends add NAME"},
			{spade, "friends", "You have no friends on your list."},
		} {
			c.who.types(c.line)
			c.who.hears(c.hears)
		}
		reports, err := h.Store.(data.Moderators).Reports(t.Context(), false, 10, 0)
		if err != nil || len(reports) != 1 || reports[0].Reason != "Called my HAT nice" || reports[0].Match == "" {
			t.Errorf("reported: %+v, %v", reports, err)
		}
	})
}

// TestTheRenamedAreMutedByTheNameAtTheTable: a player who has taken another name during the game is called there as before.
func TestTheRenamedAreMutedByTheNameAtTheTable(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h, marlowe, _ := meet(t)
		if _, err := h.Store.(data.Keyring).TakeName(t.Context(), h.Player("spade").ID, "vera"); err != nil {
			t.Fatal(err)
		}
		for _, c := range [][2]string{
			{"mute Spade", "You no longer see what vera says."}, {"mutes", "vera  since "},
			{"mutes remove spade", "vera is no longer on that list."}, {"mutes", "You have muted nobody."},
		} {
			marlowe.types(c[0])
			marlowe.hears(c[1])
		}
	})
}

// TestALongListIsReadAtATable, in portions as away from it.
func TestALongListIsReadAtATable(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h, marlowe, _ := meet(t)
		own := h.Player("marlowe")
		for n := range 24 {
			name := "crowd" + strings.Repeat(string(rune('a'+n%6)), 1+n/6)
			if err := h.Store.Tie(t.Context(), own.ID, h.Player(name).ID, data.Friend); err != nil {
				t.Fatal(err)
			}
		}
		marlowe.types("friends")
		marlowe.hears("4 lines are left. Type more, all or stop.")
		marlowe.types("all")
		marlowe.hears("crowdffff")
	})
}
