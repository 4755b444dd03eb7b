package data_test

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"noir/data"
)

func TestReadCode(t *testing.T) {
	for _, c := range []struct{ typed, want string }{
		{"7KQZ-0001", "7KQZ0001"},
		{"7kqz0001", "7KQZ0001"},
		{" 7kqz oil1 ", "7KQZ0111"},
		{"U", ""},
		{"7KQZ-00Ü1", ""},
		{"7KQU0001", ""},
		{"7KQZ\x00001", ""},
		{"", ""},
	} {
		if got := data.ReadCode(c.typed); got != c.want {
			t.Errorf("ReadCode(%q) = %q, not %q", c.typed, got, c.want)
		}
	}
}

func TestNewCode(t *testing.T) {
	shape := regexp.MustCompile(`^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){4}$`)
	seen := map[rune]bool{}
	for range 100 {
		code := data.NewCode(20)
		if !shape.MatchString(code) {
			t.Fatalf("a code %q", code)
		}
		if got := data.ReadCode(strings.ToLower(code)); got != strings.ReplaceAll(code, "-", "") {
			t.Fatalf("%q is read as %q", code, got)
		}
		for _, sign := range code {
			seen[sign] = true
		}
	}
	if len(seen) != 32+1 {
		t.Errorf("2,000 signs are of %d kinds", len(seen)-1)
	}
}

func TestReadCodeTakesWhatItGave(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		once := data.ReadCode(rapid.String().Draw(t, "typed"))
		if again := data.ReadCode(once); again != once {
			t.Fatalf("%q became %q", once, again)
		}
	})
}
