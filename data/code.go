package data

import (
	"crypto/rand"
	"strings"
)

// codeSigns are the 32 digits of a code: Crockford's base32, which leaves out look-alikes and U.
const codeSigns = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// codeGroup is how many characters stand between two dashes of a code.
const codeGroup = 4

// NewCode returns a random code of signs characters, five bits each, in groups of four with dashes
// between them.
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

// ReadCode reads a typed code: in either case, with or without dashes and spaces, O for 0, I or L
// for 1. It returns "" for other texts.
func ReadCode(typed string) string {
	code := asSigns.Replace(strings.ToUpper(typed))
	if strings.Trim(code, codeSigns) != "" {
		return ""
	}
	return code
}
