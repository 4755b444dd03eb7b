package app

import (
	"encoding/json"
	"testing"
	"time"
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

// TestAClockIsOff whether it is ahead or behind.
func TestAClockIsOff(t *testing.T) {
	t.Parallel()
	for by, off := range map[time.Duration]bool{0: false, mostSkew: false, -mostSkew: false, mostSkew + 1: true, -mostSkew - 1: true} {
		if apart(by, mostSkew) != off {
			t.Errorf("by %v: %t", by, !off)
		}
	}
}
