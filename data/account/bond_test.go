package account_test

import (
	"testing"

	"noir/data"
	"noir/data/account"
)

// TestEveryBondTellsOfItself: the sentence of a tie that was made has the name.
func TestEveryBondTellsOfItself(t *testing.T) {
	made := map[data.Tie]string{
		data.Friend:  "spade is your friend, and may write to you wherever you both have free-text on.",
		data.Muted:   "You no longer see what spade says.",
		data.Blocked: "spade is never paired with you again, cannot join or challenge you, and what they say is not shown to you.",
	}
	none := map[data.Tie]string{
		data.Friend: "You have no friends on your list.", data.Muted: "You have muted nobody.", data.Blocked: "You have blocked nobody.",
	}
	for _, b := range account.Bonds() {
		if b.None != none[b.Tie] {
			t.Errorf("without a %s it says %q", b.Verb, b.None)
		}
		if got := b.Made(nil, "spade"); got != made[b.Tie] || got == "" {
			t.Errorf("a %s is told %q", b.Verb, got)
		}
		if got := b.Ended(nil, "spade"); got != "spade is no longer on that list." {
			t.Errorf("the end of a %s is told %q", b.Verb, got)
		}
		delete(made, b.Tie)
	}
	if len(made) > 0 {
		t.Errorf("no bond tells of %v", made)
	}
}
