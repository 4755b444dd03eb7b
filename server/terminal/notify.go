package terminal

import (
	"slices"
	"strings"
	"unicode"
)

// Notifier is a message of the program that has the terminal show a text outside of
// its window, as far as it can. The bell is rung by itself.
type Notifier interface{ Notification() (title, text string) }

// maxNotified is how many characters of a text are shown.
const maxNotified = 100

// notify returns the sequences by which terminals are told: OSC 9, which has no
// title, and OSC 777. To those of which it is known what they understand only that
// one is sent.
func notify(env []string, title, text string) string {
	title, text = quiet(title), quiet(text)
	nine := "\x1b]9;" + title + ": " + text + "\a"
	triple := "\x1b]777;notify;" + title + ";" + text + "\a"
	name, _, _ := strings.Cut(variable(env, "TERM"), "-")
	switch {
	case simple(env):
		return ""
	case name == "rxvt", name == "foot", name == "vte":
		return triple
	case name == "wezterm", variable(env, "TERM") == "xterm-kitty", variable(env, "TERM") == "xterm-ghostty":
		return nine
	}
	return nine + triple
}

// simple reports whether a terminal prints what it does not understand, such as an
// OSC sequence.
func simple(env []string) bool {
	name, _, _ := strings.Cut(variable(env, "TERM"), "-")
	return strings.HasPrefix(name, "vt") || slices.Contains([]string{"linux", "ansi", "dumb"}, name)
}

// quiet leaves of a text the letters, digits and marks that end nothing: no
// control characters, and no semicolon, which divides a sequence.
func quiet(text string) string {
	kept := slices.DeleteFunc([]rune(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" .,:?!'-", r)
	})
	return string(kept[:min(len(kept), maxNotified)])
}
