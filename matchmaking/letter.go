package matchmaking

import (
	"encoding/json"

	"noir/data"
)

// write leaves a player a letter, which may name another one. One that cannot be written is lost. It blocks on
// the store.
func (l *Local) write(to, about data.PlayerID, kind string, detail map[string]string) {
	raw, err := json.Marshal(detail)
	if err != nil {
		panic(err) // a map of texts has its JSON
	}
	if err := l.store.Write(l.ctx, data.Letter{Player: to, About: about, Kind: kind, Detail: raw}); err != nil {
		l.log.Warn("a letter was not written", "kind", kind, "err", err)
	}
}
