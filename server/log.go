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

// randomID returns a short word to name a connection in the log.
func randomID() string { return strings.ToLower(rand.Text()[:8]) }

// labelled is a handler that adds its attributes only when there is a record. Handlers for people
// copy all their styles on every With, which is 5 KiB for every connection with nothing to log.
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

// maxUser is how many bytes of an SSH user name are logged and shown.
const maxUser = 32

// printable makes text from outside fit for a log or a sentence: at most that many characters, each
// one cell wide and without other effect.
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
