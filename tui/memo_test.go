package tui

import "testing"

// TestAThemeKeepsAsManyDrawingsAsItMay but not more, however often it gets each of them.
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

// TestAThemeKeepsRecentDrawings: only those that were asked for last, whatever is asked for.
func TestAThemeKeepsRecentDrawings(t *testing.T) {
	th := NewTheme(Look{})
	drawn := 0
	ask := func(key int) any {
		return th.Recent(key, func() any { drawn++; return drawn })
	}
	first := ask(0)
	for key := range 3 * maxRecent {
		ask(key)
		if again := ask(0); again != first {
			t.Fatalf("after key %d what is asked for all the time was drawn again", key)
		}
	}
	if drawn != 3*maxRecent || len(th.recents.drawn) != maxRecent {
		t.Errorf("%d drawings were made, %d are kept", drawn, len(th.recents.drawn))
	}
	if ask(1); drawn != 3*maxRecent+1 {
		t.Error("what was asked for long ago is kept")
	}
}
