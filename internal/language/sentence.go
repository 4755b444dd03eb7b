package language

import (
	"errors"
	"fmt"
	"time"
)

// sentence is an error that its reader is told in their own language.
type sentence struct {
	cause error
	text  string
	args  []any
}

// Sentence is an error in words for a person: Error says the English text with its
// arguments, Reader.Explain that of a reader. An argument may be an error that is
// explained in turn, or a moment, told as its day. The cause may be nil; it is there for errors.Is and is not said.
func Sentence(cause error, text string, args ...any) error { return &sentence{cause, text, args} }

// Said reports whether an error is a Sentence, or wraps one.
func Said(err error) bool {
	_, ok := errors.AsType[*sentence](err)
	return ok
}

func (s *sentence) Error() string { return s.in(nil) }

func (s *sentence) Unwrap() error { return s.cause }

func (s *sentence) in(r *Reader) string {
	args := make([]any, len(s.args))
	for i, arg := range s.args {
		switch of := arg.(type) {
		case error:
			arg = r.Explain(of)
		case time.Time:
			arg = r.Date(of)
		}
		args[i] = arg
	}
	return r.Words(s.text, args...)
}

// Explain says why something did not work: a Sentence, or the first error in the
// chain whose text is known, in the reader's language; any other as it is.
func (r *Reader) Explain(err error) string {
	if own, ok := errors.AsType[*sentence](err); ok {
		return own.in(r)
	}
	for e := err; e != nil && r != nil; e = errors.Unwrap(e) {
		if text, ok := r.texts[e.Error()]; ok {
			return text
		}
	}
	return fmt.Sprint(err)
}
