package data

import (
	"crypto/rand"
	"strings"
)

// codeSigns are the digits of a code: base32 without what looks like another digit
// or makes words (Crockford's).
const codeSigns = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// codeGroup is after how many signs of a code a dash stands.
const codeGroup = 4

// NewCode returns a random code of so many signs, each worth five bits, to be typed
// by somebody: in groups of four with dashes between them.
func NewCode(signs int) string {
	raw := make([]byte, signs)
	rand.Read(raw) // never fails
	var code strings.Builder
	for i, b := range raw {
		if i > 0 && i%codeGroup == 0 {
			code.WriteByte('-')
		}
		code.WriteByte(codeSigns[int(b)%len(codeSigns)])
	}
	return code.String()
}

var asSigns = strings.NewReplacer("-", "", " ", "", "O", "0", "I", "1", "L", "1")

// ReadCode returns the signs of a code as somebody has typed it: in either case, with
// or without dashes and spaces, O for 0 and I or L for 1. It is "" for what is no code.
func ReadCode(typed string) string {
	code := asSigns.Replace(strings.ToUpper(typed))
	if strings.Trim(code, codeSigns) != "" {
		return ""
	}
	return code
}
