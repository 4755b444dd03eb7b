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

// Sentence is an error for a person: Error returns the English text with its arguments,
// Reader.Explain a translation. An argument may be an error, which is translated too, or a time,
// shown as its day. The cause may be nil; it is for errors.Is and is not shown.
func Sentence(cause error, text string, args ...any) error { return &sentence{cause, text, args} }

// Parts returns the text and the arguments of the first Sentence in an error's chain, so that another process can make
// the same one; ok is false when there is none.
func Parts(err error) (text string, args []any, ok bool) {
	s, ok := errors.AsType[*sentence](err)
	if !ok {
		return "", nil, false
	}
	return s.text, s.args, true
}

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

// Explain words an error in the reader's language: a Sentence, or the first error in the chain
// whose text has a translation; any other as it is.
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
