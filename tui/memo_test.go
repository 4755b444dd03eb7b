package tui

import "testing"

// TestAThemeKeepsAsManyDrawingsAsItMay and no more, however often it is handed each of them.
func TestAThemeKeepsAsManyDrawingsAsItMay(t *testing.T) {
	th := NewTheme(Look{})
	for key := range maxKept + 1 {
		for nth := range 3 {
			th.Keep(key, nth)
		}
	}
	for key, want := range map[int]bool{0: true, maxKept - 1: true, maxKept: false} {
		if drawing, ok := th.Kept(key); ok != want || ok && drawing != 0 {
			t.Errorf("under key %d it keeps %v, %v", key, drawing, ok)
		}
	}
}
