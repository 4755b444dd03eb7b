package page_test

import (
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"noir/tui"
	"noir/tui/page"
)

// TestAListIsAWindow on its rows: the cursor is in it and no line of it is empty while there are more rows. Every
// key moves the cursor as far as it says, and a click chooses the row that stands there.
func TestAListIsAWindow(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		l := page.List{Len: rapid.IntRange(0, 12).Draw(t, "rows"), Pitch: rapid.IntRange(0, 2).Draw(t, "pitch")}
		pitch := max(l.Pitch, 1)
		first, lines := rapid.IntRange(0, 3).Draw(t, "first line"), rapid.IntRange(1, 10).Draw(t, "lines")
		at, top, shown := 0, 0, min(lines/pitch, l.Len)
		window := func() {
			from, to := l.Window(first, lines)
			top = max(min(top, at, l.Len-shown), at-lines/pitch+1, 0)
			if from != top || shown > 0 && to-from != shown || l.At != at || shown > 0 && l.Len > 0 && (at < from || at >= to) {
				t.Fatalf("rows %d–%d of %d on %d lines, the cursor at %d; want %d rows from %d, at %d", from, to, l.Len, lines, l.At, shown, top, at)
			}
		}
		window()
		t.Repeat(map[string]func(*rapid.T){
			"key": func(t *rapid.T) {
				by := map[string]int{
					"up": -1, "k": -1, "down": 1, "j": 1, "pgup": -max(shown, 1), "pgdown": max(shown, 1),
					"home": -l.Len, "g": -l.Len, "end": l.Len, "G": l.Len, "x": 0, "enter": 0,
				}
				name := rapid.SampledFrom([]string{"up", "k", "down", "j", "pgup", "pgdown", "home", "g", "end", "G", "x", "enter"}).Draw(t, "key")
				press, _ := tui.KeyPress(name)
				if chosen := l.Update(press); chosen != (name == "enter" && l.Len > 0) {
					t.Fatalf("%s chooses: %t", name, chosen)
				}
				at = max(0, min(at+by[name], l.Len-1))
				window()
			},
			"wheel": func(t *rapid.T) {
				button := rapid.SampledFrom([]tea.MouseButton{tea.MouseWheelUp, tea.MouseWheelDown, tea.MouseWheelLeft}).Draw(t, "button")
				by := map[tea.MouseButton]int{tea.MouseWheelUp: -1, tea.MouseWheelDown: 1}[button]
				if l.Update(tea.MouseWheelMsg{Button: button}) {
					t.Fatal("the wheel chooses")
				}
				at = max(0, min(at+by, l.Len-1))
				window()
			},
			"click": func(t *rapid.T) {
				y := rapid.IntRange(0, first+lines+2).Draw(t, "line")
				button := rapid.SampledFrom([]tea.MouseButton{tea.MouseLeft, tea.MouseRight}).Draw(t, "button")
				row, on := top+(y-first)/pitch, y >= first && (y-first)%pitch == 0 && (y-first)/pitch < shown && button == tea.MouseLeft
				if chosen := l.Update(tea.MouseClickMsg{Y: y, Button: button}); chosen != on {
					t.Fatalf("a click on line %d chooses: %t", y, chosen)
				}
				if on {
					at = row
				}
				window()
			},
		})
	})
}
