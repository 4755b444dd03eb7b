package server

import (
	"maps"
	"slices"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"noir/data"
)

// TestHere sees players come and go. Guests are apart.
func TestHere(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	key := newKey(t)
	p, err := h.config.Store.CreatePlayer(t.Context(), "marlowe", gossh.FingerprintSHA256(key.PublicKey()), "")
	if err != nil {
		t.Fatal(err)
	}
	shell(t, h.dial(t, "marlowe", gossh.PublicKeys(key)), "xterm", 80, 24).see(t, "screen of marlowe")
	shell(t, h.dial(t, "somebody", asGuest()...), "xterm", 80, 24).see(t, "screen of guest")
	here := func() []data.PlayerID { // without the cached second
		h.presence.mu.Lock()
		h.presence.asked = time.Time{}
		h.presence.mu.Unlock()
		return slices.Collect(maps.Keys(h.Here()))
	}
	if got := here(); !slices.Equal(got, []data.PlayerID{p.ID}) {
		t.Errorf("%v are here, not %v", got, p.ID)
	}
	if got := h.Guests(); len(got) != 1 || !got[0].Guest() {
		t.Errorf("the guests are %v", got)
	}
	before := h.Here()
	if err := h.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, guests := here(), h.Guests(); len(got)+len(guests) != 0 {
		t.Errorf("%v and the guests %v are here, and everybody has left", got, guests)
	}
	if before[p.ID] != "marlowe" {
		t.Error("a map has changed that somebody holds")
	}
}
