package tui_test

import (
	"testing"

	"noir/tui"
)

// TestAGameWithoutTexts has no rules for people.
func TestAGameWithoutTexts(t *testing.T) {
	if page := (tui.Game{}).Page("de"); page != "" {
		t.Errorf("its page is %q", page)
	}
}
