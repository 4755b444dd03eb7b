package kit_test

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"noir/tui"
	"noir/tui/kit"
)

// typed presses keys in a field; other text is typed character by character.
func typed(t *testing.T, f *kit.Field, keys ...string) {
	t.Helper()
	for _, name := range keys {
		press, ok := tui.KeyPress(name)
		if !ok {
			for _, r := range name {
				f.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
			}
			continue
		}
		f.Update(press)
	}
}

func TestAFieldIsEditedLikeALineOfAShell(t *testing.T) {
	for _, test := range []struct {
		keys []string
		want string // with the mark at the cursor
	}{
		{[]string{"one two"}, "one two_"},
		{[]string{"one two", "backspace"}, "one tw_"},
		{[]string{"one two", "left", "left", "x"}, "one tx_wo"},
		{[]string{"one two", "ctrl+w"}, "one _"},
		{[]string{"one two", "ctrl+w", "ctrl+w"}, "_"},
		{[]string{"one two", "left", "ctrl+u"}, "_o"},
		{[]string{"one two", "home", "delete"}, "_ne two"},
		{[]string{"one two", "ctrl+a", "ctrl+k"}, "_"},
		{[]string{"one two three four"}, "one two three fo_"},
		{[]string{"naïve\x07"}, "nave_"},
		{[]string{"one", "ctrl+v", "tab", "up", "down"}, "one_"},
	} {
		f := kit.NewField("", 16)
		typed(t, &f, test.keys...)
		if got := f.Plain(); got != test.want {
			t.Errorf("%q: %q, want %q", test.keys, got, test.want)
		}
	}
}

func TestAFreeFieldTakesWhatCanBePrinted(t *testing.T) {
	f := kit.NewFreeField(6)
	f.Update(tea.PasteMsg{Content: " çok\x1b[31m iyi 🂡 "})
	if got := f.Text(); got != "çok[31" {
		t.Errorf("%q", got)
	}
}

// TestTypingReplacesAProposal, and so does a paste; moving the cursor accepts it.
func TestTypingReplacesAProposal(t *testing.T) {
	for _, test := range []struct {
		do       func(f *kit.Field)
		want     string
		proposal bool
	}{
		{func(f *kit.Field) { typed(t, f, "jim") }, "jim_", false},
		{func(f *kit.Field) { f.Update(tea.PasteMsg{Content: "jim"}) }, "jim_", false},
		{func(f *kit.Field) { typed(t, f, "backspace", "y") }, "joy_", false},
		{func(f *kit.Field) { typed(t, f, "home", "j") }, "j_joe", false},
		{func(f *kit.Field) { typed(t, f, "up") }, "joe_", true},
		{func(f *kit.Field) { f.Update(tea.KeyPressMsg{Code: 'ü', Text: "ü"}) }, "joe_", true},
	} {
		f := kit.NewField("", 16)
		f.Propose("joe")
		test.do(&f)
		if f.Plain() != test.want || f.Proposal != test.proposal {
			t.Errorf("%q, a proposal: %v; want %q, %v", f.Plain(), f.Proposal, test.want, test.proposal)
		}
	}
}
