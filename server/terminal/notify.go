package terminal

import (
	"slices"
	"strings"
	"unicode"
)

// Notifier is a message of the program that has the terminal show a text outside of its window, if
// it can. It does not ring the bell.
type Notifier interface{ Notification() (title, text string) }

// maxNotified is how many characters of a text are shown.
const maxNotified = 100

// notify returns the sequences that show a notification: OSC 9, which has no title, and OSC 777. A
// terminal whose dialect is known gets only the one that it understands. The terminal around a tmux
// is not known.
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
	case name == "tmux":
		return passedOn(nine) + passedOn(triple)
	}
	return nine + triple
}

// passedOn is a sequence that tmux passes on to the terminal around it, if its allow-passthrough is
// on.
func passedOn(sequence string) string {
	return "\x1bPtmux;" + strings.ReplaceAll(sequence, "\x1b", "\x1b\x1b") + "\x1b\\"
}

// simple reports whether a terminal prints sequences that it does not understand, such as OSC.
func simple(env []string) bool {
	name, _, _ := strings.Cut(variable(env, "TERM"), "-")
	return strings.HasPrefix(name, "vt") || slices.Contains([]string{"linux", "ansi", "dumb"}, name)
}

// quiet keeps the characters of a text that end no sequence: it drops control characters, and
// semicolons, which divide one.
func quiet(text string) string {
	kept := slices.DeleteFunc([]rune(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" .,:?!'-", r)
	})
	return string(kept[:min(len(kept), maxNotified)])
}
