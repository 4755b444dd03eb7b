package terminal

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

// TestNewestFrameStays: the rest of a frame never replaces a newer one.
func TestNewestFrameStays(t *testing.T) {
	titled := func(title string) *frame { return &frame{view: tea.View{WindowTitle: title}} }
	w := &writer{}
	w.finish(titled("old"))
	if !w.fresh || w.next.view.WindowTitle != "old" {
		t.Error("what was left of a frame is gone")
	}
	w.next, w.fresh = *titled("new"), true
	w.finish(titled("old"))
	if w.next.view.WindowTitle != "new" {
		t.Errorf("the frame %q is shown next", w.next.view.WindowTitle)
	}
}
