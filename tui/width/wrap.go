package width

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// The signs that stand for a blank and a hyphen at which no line ends.
const (
	boundBlank  = '\u00a0'
	boundHyphen = '\u2011'
)

// units follow a figure on the same line, before what it counts; hours follow it in "kl. 18" and "saat 18".
var (
	units = []string{"%", "h", "s", "min", "Uhr", "tim", "dk", "sn", "sa"}
	hours = []string{"kl.", "saat"}
)

// Wrap breaks a text at blanks and hyphens into lines of at most w cells, but between no figure and its
// unit, nor within a span such as 18-21 or a change such as 52 % → 0 %. It breaks longer words. A blank at
// the start of a line may be beyond it.
func Wrap(text string, w int) []string {
	bound := bind(text)
	lines := strings.Split(ansi.Wrap(bound, w, ""), "\n")
	if bound == text {
		return lines
	}
	for i := range lines {
		lines[i] = strings.Map(func(r rune) rune {
			switch r {
			case boundBlank:
				return ' '
			case boundHyphen:
				return '-'
			}
			return r
		}, lines[i])
	}
	return lines
}

// bind writes a text with the signs at which no line ends.
func bind(text string) string {
	var out []byte // nil while nothing is bound
	done := 0
	for i := 1; i < len(text)-1; i++ {
		var sign rune
		switch {
		case text[i] == '-' && (digit(text[i-1]) && digit(text[i+1]) || text[i+1] == '>'):
			sign = boundHyphen
		case text[i] == ' ' && (arrow(text[:i], text[i+1:]) || digit(text[i-1]) && starts(text[i+1:], units) || digit(text[i+1]) && ends(text[:i], hours)):
			sign = boundBlank
		default:
			continue
		}
		out = utf8.AppendRune(append(out, text[done:i]...), sign)
		done = i + 1
	}
	if done == 0 {
		return text
	}
	return string(append(out, text[done:]...))
}

// arrow reports whether the blank between two texts is within "52 % → 0 %", or in ASCII "52 % -> 0 %".
func arrow(before, after string) bool {
	for _, sign := range [...]string{"→", "->"} {
		if strings.HasSuffix(before, "%") && strings.HasPrefix(after, sign) || strings.HasSuffix(before, "% "+sign) {
			return true
		}
	}
	return false
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// starts reports whether a text starts with one of some words.
func starts(text string, words []string) bool {
	for _, word := range words {
		if rest, ok := strings.CutPrefix(text, word); ok {
			if next, _ := utf8.DecodeRuneInString(rest); !unicode.IsLetter(next) {
				return true
			}
		}
	}
	return false
}

// ends reports whether a text ends with one of some words.
func ends(text string, words []string) bool {
	for _, word := range words {
		if before, ok := strings.CutSuffix(text, word); ok {
			if last, _ := utf8.DecodeLastRuneInString(before); !unicode.IsLetter(last) {
				return true
			}
		}
	}
	return false
}
