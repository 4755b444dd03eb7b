package lobby_test

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"noir/data"
	"noir/tui"
	"noir/tui/lobby"
	"noir/tui/tuitest"
)

// TestLearnLooks, with an unfinished lesson and a finished one.
func TestLearnLooks(t *testing.T) {
	t.Parallel()
	tuitest.Screens(t, "learn", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		s := both(house, house.Guest("guest-1234"))
		scenes := make([]tui.Scene, 3)
		s.Games[0].Lesson, s.Games[1].Lesson = tui.Lesson{Scenes: scenes}, tui.Lesson{Scenes: scenes}
		s.Settings.Lessons = map[string]data.Progress{"district-noir": {Scene: 1}, "noirburg": {Done: true}}
		return start(t, s, lobby.Learn(s), w, h).Screen()
	})
}

func TestHomeLeadsToLessons(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s := both(house, house.Guest("guest-1234"))
		s.Games[0].Lesson = tui.Lesson{Scenes: make([]tui.Scene, 3)}
		s.Settings.Lessons = map[string]data.Progress{"district-noir": {Scene: 1}}
		s.Games[0].Texts = page(rulesText)
		term := start(t, s, lobby.Home(s), 80, 24)
		term.WaitFor("▸ Learn District Noir", "scene 2 of 3")
		term.Click("Learn District Noir 2/3")
		term.WaitFor("ten minutes at a table")
		term.Press("enter")
		term.WaitFor("lesson of district-noir")
		term.Press("esc")
		term.WaitFor("ten minutes at a table", "enter go on")
		delete(s.Settings.Lessons, "district-noir")
		term.Press("down")
		term.WaitFor("▸ The rules", "enter read")
		term.Press("up")
		term.WaitFor("enter sit down")
		term.Press("down", "enter")
		term.WaitFor("The row")
	})
}

// page are rules in whatever language.
func page(text string) fs.FS { return fstest.MapFS{"rules.md": {Data: []byte(text)}} }
