package server

import (
	"context"
	"crypto/rand"
	"log/slog"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// randomID returns a short word that names a connection in the log.
func randomID() string { return strings.ToLower(rand.Text()[:8]) }

// labelled is a handler with attributes that are only put together with a record
// when there is one. Handlers for people copy all their styles for every With, 5 KiB
// of them for every connection that has nothing to say.
type labelled struct {
	slog.Handler
	labels []slog.Attr
}

// label returns a logger whose every line has the attributes.
func label(log *slog.Logger, labels ...slog.Attr) *slog.Logger {
	return slog.New(labelled{log.Handler(), labels})
}

// Handle implements slog.Handler.
func (l labelled) Handle(ctx context.Context, r slog.Record) error {
	whole := slog.NewRecord(r.Time, r.Level, r.Message, r.PC)
	whole.AddAttrs(l.labels...)
	r.Attrs(func(a slog.Attr) bool {
		whole.AddAttrs(a)
		return true
	})
	return l.Handler.Handle(ctx, whole)
}

// WithAttrs implements slog.Handler.
func (l labelled) WithAttrs(attrs []slog.Attr) slog.Handler {
	return labelled{l.Handler, slices.Concat(l.labels, attrs)}
}

// WithGroup implements slog.Handler.
func (l labelled) WithGroup(name string) slog.Handler {
	return l.Handler.WithAttrs(l.labels).WithGroup(name)
}

// maxUser is how much of an SSH user name is logged and shown, in bytes.
const maxUser = 32

// printable returns a text that came from outside fit for a log or a sentence:
// so many signs of it, each of which takes one cell and does nothing else.
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
