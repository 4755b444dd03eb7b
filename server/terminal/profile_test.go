package terminal

import (
	"testing"

	"github.com/charmbracelet/colorprofile"
)

func TestProfile(t *testing.T) {
	for _, test := range []struct {
		term string
		env  []string
		want colorprofile.Profile
	}{
		{"xterm-256color", nil, colorprofile.ANSI256},
		{"xterm", nil, colorprofile.ANSI256},
		{"tmux-256color", []string{"COLORTERM=truecolor"}, colorprofile.TrueColor},
		{"xterm-256color", []string{"NO_COLOR=1"}, colorprofile.ASCII},
		{"xterm-256color", []string{"NO_COLOR=1", "NO_COLOR="}, colorprofile.ANSI256},
		{"xterm-16color", nil, colorprofile.ANSI},
		{"linux", nil, colorprofile.ANSI},
		{"linux-16color", nil, colorprofile.ANSI},
		{"vt100", nil, colorprofile.ASCII},
		{"vt220", nil, colorprofile.ASCII},
		{"xterm-mono", nil, colorprofile.ASCII},
		{"dumb", []string{"COLORTERM=truecolor"}, colorprofile.NoTTY},
		{"", nil, colorprofile.NoTTY},
	} {
		if got := Profile(test.term, test.env); got != test.want {
			t.Errorf("Profile(%q, %q) = %v, want %v", test.term, test.env, got, test.want)
		}
	}
}

func TestASCII(t *testing.T) {
	for _, test := range []struct {
		env  []string
		want bool
	}{
		{nil, false},
		{[]string{"LANG=en_US.UTF-8"}, false},
		{[]string{"LANG=de_DE.utf8"}, false},
		{[]string{"LANG=C"}, true},
		{[]string{"LANG=C.UTF-8"}, false},
		{[]string{"LANG=en_US.UTF-8", "LC_ALL=POSIX"}, true},
		{[]string{"LANG=C", "LC_CTYPE=en_US.UTF-8"}, false},
		{[]string{"LANG=en_US.ISO-8859-1"}, true},
		{[]string{"LANG=", "LC_ALL="}, false},
	} {
		if got := ASCII(test.env); got != test.want {
			t.Errorf("ASCII(%q) = %t", test.env, got)
		}
	}
}
