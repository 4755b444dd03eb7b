package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"time"

	charmlog "charm.land/log/v2"
)

// newLog is the operator's log.
func newLog(out io.Writer, format, level string) (*slog.Logger, error) {
	var threshold slog.Level
	if err := threshold.UnmarshalText([]byte(level)); err != nil {
		return nil, fmt.Errorf("%w: --log-level is debug, info, warn or error", errUsage)
	}
	switch format {
	case "json":
		return slog.New(slog.NewJSONHandler(out, &slog.HandlerOptions{Level: threshold})), nil
	case "text":
		return slog.New(labelled{Handler: charmlog.NewWithOptions(out, charmlog.Options{
			Level: charmlog.Level(threshold), ReportTimestamp: true, TimeFormat: time.DateTime,
		})}), nil
	}
	return nil, fmt.Errorf("%w: --log-format is text or json", errUsage)
}

// labelled is a handler that adds its attributes only when there is a record. The handler for
// people copies all its styles on every With: 5 KiB for each connection and each table, which
// rarely log anything.
type labelled struct {
	slog.Handler
	labels []slog.Attr
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
