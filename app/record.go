package app

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"golang.org/x/crypto/ssh"

	"noir/data"
	"noir/data/record"
	"noir/engine"
	"noir/matchmaking"
	"noir/tui/cast"
)

// gameOf returns the rules of a stored match.
func gameOf(m data.Match, games []engine.Game) (engine.Game, error) {
	if g, ok := engine.Named(games, m.Game); ok {
		return g, nil
	}
	return nil, fmt.Errorf("the game %q is not played here any more", m.Game)
}

// seal writes a match that is over down as a record (one JSON document) signed by a host
// key. The error tells of a game that is not among those that are played here.
func seal(games []engine.Game, m data.Match, key ssh.Signer) ([]byte, error) {
	g, err := gameOf(m, games)
	if err != nil {
		return nil, err
	}
	r, err := record.New(g, m)
	if err != nil {
		return nil, err
	}
	if r, err = record.Seal(r, key); err != nil {
		return nil, err
	}
	return json.Marshal(r)
}

func (a *App) seal(m data.Match) ([]byte, error) { return seal(a.games, m, a.hostKey) }

// cast films a match.
func (a *App) cast(ctx context.Context, m data.Match, out io.Writer) error {
	g, err := gameOf(m, a.games)
	if err != nil {
		return err
	}
	replay, err := matchmaking.NewReplay(g, m)
	if err != nil {
		return err
	}
	return cast.Write(ctx, m, replay, a.boards[m.Game](nil), out)
}
