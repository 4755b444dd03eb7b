package data_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"noir/data"
)

func TestClean(t *testing.T) {
	for _, c := range []struct {
		text  string
		limit int
		want  string
	}{
		{"my laptop", 40, "my laptop"},
		{"  two\n\tlines  ", 40, "two lines"},
		{"\x1b[2Jgone", 40, "[2Jgone"},
		{"abc\u202edef\u200b", 40, "abcdef"},
		{"bro\xffken", 40, "broken"},
		{"Büro, Straße, ığİI", 40, "Büro, Straße, ığİI"},
		{"e\u0301\u0302\u0303\u0304", 40, "e\u0301\u0302"},
		{"\u0301e", 40, "e"},
		{"a \u0301b", 40, "a b"},
		{"\u3164", 40, ""}, // fillers of Hangul, in all their forms
		{"\u115f\u1160 \uffa0", 40, ""},
		{"\u2800\u2800", 40, ""}, // braille without dots
		{"a\u3164b\u2800c\u034f\u17b4\U0001d159\U00013441", 40, "abc"},
		{"\u2801 \u314f", 40, "\u2801 \u314f"},
		{"abcdef", 3, "abc"},
		{"ab cdef", 3, "ab"},
		{"äöü", 2, "äö"},
		{"abc", 0, ""},
		{"abc", -1, ""},
		{"", 40, ""},
	} {
		if got := data.Clean(c.text, c.limit); got != c.want {
			t.Errorf("Clean(%q, %d) = %q, not %q", c.text, c.limit, got, c.want)
		}
	}
}

func TestCleanIsClean(t *testing.T) {
	texts := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
		rapid.StringOf(rapid.RuneFrom([]rune{'a', ' ', '\u0301', '\u202e', '\n', 'ß', '\u3164', '\u2800', '\ufe0f'})))
	rapid.Check(t, func(t *rapid.T) {
		text, limit := texts.Draw(t, "text"), rapid.IntRange(0, 20).Draw(t, "limit")
		got := data.Clean(text, limit)
		odd := func(r rune) bool { return !unicode.IsPrint(r) }
		if !utf8.ValidString(got) || utf8.RuneCountInString(got) > limit || strings.ContainsFunc(got, odd) ||
			strings.TrimSpace(got) != got || strings.Contains(got, "  ") {
			t.Fatalf("%q became %q", text, got)
		}
		if again := data.Clean(got, limit); again != got {
			t.Fatalf("%q became %q, which became %q", text, got, again)
		}
	})
}
