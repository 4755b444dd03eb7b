package language

import (
	"maps"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// letters are the letters of the languages, and the symbols in their texts, in ASCII.
var letters = strings.NewReplacer(
	"ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "å", "a", "Å", "A", "é", "e",
	"â", "a", "Â", "A", "î", "i", "û", "u", "ç", "c", "Ç", "C", "ğ", "g", "Ğ", "G", "ı", "i", "İ", "I", "ş", "s", "Ş", "S",
	"„", `"`, "“", `"`, "”", `"`, "’", "'", "·", "-", "–", "-", "−", "-", "×", "x", "…", "...",
)

// turkish are letters that Turkish writes without their dots where German adds an e.
var turkish = strings.NewReplacer("ö", "o", "ü", "u", "Ö", "O", "Ü", "U")

// ASCII returns the reader for a terminal that can show only ASCII. The English reader is returned
// as it is, since symbols are up to the theme.
func (r *Reader) ASCII() *Reader {
	if r == nil || r.ascii == nil {
		return r
	}
	return r.ascii
}

// Spell writes a text with the letters that the reader's terminal has.
func (r *Reader) Spell(text string) string {
	switch {
	case r == nil || !r.plain:
		return text
	case r.tag.String() == "tr":
		text = turkish.Replace(text)
	}
	return unmarked(letters.Replace(text))
}

// unmarked drops the marks of letters that have no ASCII spelling of their own.
func unmarked(text string) string {
	if isASCII(text) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(text))
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII })
}

// simplified returns a copy of the reader in ASCII.
func (r *Reader) simplified() *Reader {
	simple := &Reader{tag: r.tag, texts: maps.Clone(r.texts), plural: r.plural, plain: true}
	for english, text := range simple.texts {
		simple.texts[english] = simple.Spell(text)
	}
	return simple
}
