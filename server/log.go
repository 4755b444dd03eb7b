package server

import (
	"crypto/rand"
	"strings"
	"unicode"
	"unicode/utf8"
)

// randomID returns a short word to name a connection in the log.
func randomID() string { return strings.ToLower(rand.Text()[:8]) }

// maxUser is how many bytes of an SSH user name are logged and shown.
const maxUser = 32

// printable makes text from outside fit for a log or a sentence: at most limit characters, each one
// cell wide and without other effect.
func printable(text string, most int) string {
	var plain strings.Builder
	for i, r := range text {
		if i >= most {
			plain.WriteString("...")
			break
		}
		if r == utf8.RuneError || r != ' ' && !unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) {
			r = '?'
		}
		plain.WriteRune(r)
	}
	return plain.String()
}
