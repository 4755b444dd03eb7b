package local

import (
	"context"
	"encoding/json"
	"log/slog"

	"noir/data"
)

// letters writes letters to players.
type letters struct {
	store store
	ctx   context.Context // of the house
	log   *slog.Logger
}

// Letter writes a letter to a player, which may name another one. If the store fails it is
// lost. It blocks on the store.
func (l letters) Letter(to, about data.PlayerID, kind string, detail map[string]string) {
	raw, err := json.Marshal(detail)
	if err != nil {
		panic(err) // a map of texts always marshals
	}
	if err := l.store.Write(l.ctx, data.Letter{Player: to, About: about, Kind: kind, Detail: raw}); err != nil {
		l.log.Warn("a letter was not written", "kind", kind, "err", err)
	}
}
