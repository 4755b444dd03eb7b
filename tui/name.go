package tui

import (
	"context"
	"strings"
	"unicode/utf8"

	"noir/app/service"
	"noir/data"
	"noir/internal/language"
)

// Welcome is the message that brings home whoever has become a player. It blocks;
// settings that cannot be had are the usual ones.
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
