package lesson_test

import (
	"testing"

	"noir/data"
	"noir/tui/districtnoir"
	"noir/tui/tuitest"
)

// TestLessonLooks: a scene to read, one to play, and a move other than the requested one.
func TestLessonLooks(t *testing.T) {
	for _, c := range []struct {
		name  string
		scene int
		keys  []string
	}{
		{"read", 0, nil},
		{"task", 4, nil},
		{"instead", 4, []string{"1", "enter"}},
	} {
		tuitest.Screens(t, c.name, func(t *testing.T, w, h int) string {
			s := session(t)
			s.Settings.Lessons = map[string]data.Progress{districtnoir.Name: {Scene: c.scene}}
			term := start(t, s, w, h)
			term.Press(c.keys...)
			return term.Screen()
		})
	}
}
