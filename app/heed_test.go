package app

import (
	"encoding/json"
	"testing"
)

// TestMessagesBeforeTheDoorIsOpen: other servers may say something while this one starts.
func TestMessagesBeforeTheDoorIsOpen(t *testing.T) {
	t.Parallel()
	a := new(App)
	a.heed(json.RawMessage(`{"Why":"revoked","Fingerprint":"SHA256:b3n1"}`))
	if here := a.connected(); len(here) != 0 {
		t.Errorf("%v are here", here)
	}
}
