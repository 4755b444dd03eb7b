package service

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"noir/data"
)

// TestEveryErrorOfAKeyringIsASentence, which does not contain the cause.
func TestEveryErrorOfAKeyringIsASentence(t *testing.T) {
	usual := Explain(nil, refused(errors.New("the disk is full")))
	for _, err := range []error{
		data.ErrBadCode, data.ErrManyTries, data.ErrLastKey, data.ErrHasPlayed, data.ErrMet, data.ErrKeyTaken, data.ErrCompeting,
		data.ErrRunning, data.ErrTooMany, data.ErrNotFound, data.ErrUnavailable,
	} {
		got := Explain(nil, refused(fmt.Errorf("wrapped: %w", err)))
		if got == usual || strings.Contains(got, "wrapped") || strings.Contains(got, err.Error()) {
			t.Errorf("%v is %q", err, got)
		}
	}
	if strings.Contains(usual, "disk") {
		t.Errorf("a player is told %q", usual)
	}
	if refused(nil) != nil || unnamed(nil) != nil {
		t.Error("what worked is refused")
	}
}
