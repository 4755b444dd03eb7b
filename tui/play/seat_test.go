package play_test

import (
	"testing"

	"noir/engine"
	"noir/tui"
	"noir/tui/districtnoir"
	"noir/tui/tuitest"
)

// TestSeatLooks: one's own seat, what lies over it, and its end.
func TestSeatLooks(t *testing.T) {
	t.Parallel()
	for name, keys := range map[string][]string{
		"seat":         nil,
		"seat-menu":    {"q"},
		"seat-say":     {"c"},
		"seat-people":  {"c", "p"},
		"seat-report":  {"c", "p", "r"},
		"seat-keys":    {"?"},
		"seat-resigns": {"q", "r", "enter", "y"},
	} {
		tuitest.Screens(t, name, func(t *testing.T, w, h int) string {
			change := func(s *tui.Session) { s.Settings.FreeText, s.Settings.Still = true, true }
			terms := dealt(t, districtnoir.Game(), engine.Seed{1}, change, "marlowe", "spade")
			terms[0].Resize(w, h)
			for _, name := range keys {
				terms[0].Press(name)
				settle()
			}
			return terms[0].Screen()
		})
	}
}
