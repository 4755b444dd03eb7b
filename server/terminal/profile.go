package terminal

import (
	"slices"
	"strings"

	"github.com/charmbracelet/colorprofile"
)

// Profile returns the colours to use on a terminal. OpenSSH sends TERM and the variables of SendEnv
// and SetEnv, rarely COLORTERM, so nearly every terminal gets 256 colours.
func Profile(name string, env []string) colorprofile.Profile {
	base, variant, _ := strings.Cut(name, "-")
	switch {
	case name == "" || name == "dumb":
		return colorprofile.NoTTY
	case variable(env, "NO_COLOR") != "" || strings.HasPrefix(name, "vt") || strings.HasSuffix(variant, "mono"):
		return colorprofile.ASCII
	case slices.Contains([]string{"truecolor", "24bit"}, variable(env, "COLORTERM")) || strings.HasSuffix(variant, "direct"):
		return colorprofile.TrueColor
	case base == "linux" || base == "ansi" || variant == "16color" || variant == "color":
		return colorprofile.ANSI
	}
	return colorprofile.ANSI256
}

// ASCII reports whether a person's locale is set and names no UTF-8. LC_ALL wins over LC_CTYPE, and
// that over LANG.
func ASCII(env []string) bool {
	for _, key := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := strings.ToUpper(variable(env, key)); locale != "" {
			return !strings.Contains(locale, "UTF-8") && !strings.Contains(locale, "UTF8")
		}
	}
	return false
}

// variable returns the last value that was set.
func variable(env []string, key string) string {
	for _, kv := range slices.Backward(env) {
		if k, v, _ := strings.Cut(kv, "="); k == key {
			return v
		}
	}
	return ""
}
