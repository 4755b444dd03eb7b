package plain

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"noir/tui"
	"noir/tui/wording"
)

// maxLine is the longest line in bytes; a longer one is not read.
const maxLine = 1024

// errBye ends the conversation: the visitor typed quit, or the input ended.
var errBye = errors.New("bye")

// voice hears and says the lines of one session. Run's goroutine owns it.
type voice struct {
	ctx     context.Context
	session *tui.Session
	lines   <-chan line
	out     io.Writer
	failed  error // error of the output
}

// line is what was typed, or that it was too long.
type line struct {
	text    string
	tooLong bool
}

// work waits until the visitor may use the processor. It returns what to call when the work is
// done, or why it is refused.
func (v *voice) work() (worked func(), err error) {
	return v.session.Services.Work(v.ctx)
}

// say writes a line: an English text, translated. It drops what cannot be shown.
func (v *voice) say(text string, args ...any) {
	text = strings.Map(printable, v.session.Words(text, args...))
	if _, err := io.WriteString(v.out, text+"\n"); err != nil && v.failed == nil {
		v.failed = err
	}
}

// printable drops control codes and marks that only change how other characters look.
func printable(r rune) rune {
	if unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Co) {
		return -1
	}
	return r
}

// hear waits for the next line.
func (v *voice) hear() (line, error) {
	if v.failed != nil {
		return line{}, v.failed
	}
	select {
	case l, ok := <-v.lines:
		return v.heard(l, ok)
	case <-v.ctx.Done():
		return line{}, v.ctx.Err()
	}
}

// heard turns the end of input into the end of the conversation.
func (v *voice) heard(l line, ok bool) (line, error) {
	if !ok || strings.EqualFold(l.text, "quit") {
		return line{}, errBye
	}
	return l, nil
}

// words are the words of a line in lower case. For a line that was too long it complains and
// returns none.
func (v *voice) words(l line) []string {
	if l.tooLong {
		v.say("That line is too long. Nobody needs more than %d letters here.", maxLine)
	}
	return strings.Fields(strings.ToLower(l.text))
}

// answers reports whether a line is one of some words or the first letter of one.
func (v *voice) answers(line string, words ...string) bool {
	line = v.session.Language.Lower(line)
	return slices.ContainsFunc(words, func(word string) bool {
		_, first := utf8.DecodeRuneInString(word)
		return line == word || line == word[:first]
	})
}

// sorry says why something failed, at a table or away from one (nil).
func (v *voice) sorry(b tui.Board, err error) {
	v.say("%s", wording.Sorry(v.session.Language, b, err))
}
