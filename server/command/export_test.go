package command_test

import (
	"strings"
	"testing"
	"testing/synctest"
)

// TestAllOwnGamesInOneFile: the export is the records that replay prints, newest first, and no others'.
func TestAllOwnGamesInOneFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t)
		marlowe, spade, vivian := h.Player("marlowe"), h.Player("spade"), h.Player("vivian")
		first := h.resigned(marlowe, spade)
		h.resigned(spade, vivian)
		last := h.resigned(vivian, marlowe)
		want := h.ask(marlowe, "replay "+last+" --json") + h.ask(marlowe, "replay "+first+" --json")
		if got := h.ask(marlowe, "games export"); got != want {
			t.Errorf("%d lines, not 2: %.300s", strings.Count(got, "\n"), got)
		}
		if got := h.run(h.Guest("guest-1234"), "games export"); got.code == 0 || got.out != "" {
			t.Errorf("a guest: %+v", got)
		}
		h.Close()
	})
}
