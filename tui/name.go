package tui

import (
	"context"
	"strings"
	"unicode/utf8"

	"noir/app/service"
	"noir/data"
	"noir/internal/language"
)

// Welcome is the message that brings a new player home. It blocks; if the settings cannot be read
// they are the defaults.
func Welcome(ctx context.Context, settings service.Settings, p data.Player) Named {
	return Named{Player: p, Settings: settings.Usual(ctx, p.ID)}
}

// Sentence begins a clause with a capital and ends it with a full stop.
func Sentence(r *language.Reader, clause string) string {
	if clause == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(clause)
	return r.Upper(string(first)) + strings.TrimSuffix(clause[size:], ".") + "."
}
