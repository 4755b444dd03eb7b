package local

import (
	"context"
	"encoding/json"
	"log/slog"

	"noir/data"
)

// letters is where letters to players are left.
type letters struct {
	store store
	ctx   context.Context // of the house
	log   *slog.Logger
}

// Letter leaves a player a letter, which may name another one. One that cannot be written
// is lost. It blocks on the store.
func (l letters) Letter(to, about data.PlayerID, kind string, detail map[string]string) {
	raw, err := json.Marshal(detail)
	if err != nil {
		panic(err) // a map of texts has its JSON
	}
	if err := l.store.Write(l.ctx, data.Letter{Player: to, About: about, Kind: kind, Detail: raw}); err != nil {
		l.log.Warn("a letter was not written", "kind", kind, "err", err)
	}
}
