package main

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

// rulesOf finds the rules of a stored match.
func rulesOf(m data.Match, games []engine.Game) (engine.Game, error) {
	if g, ok := engine.Named(games, m.Game); ok {
		return g, nil
	}
	return nil, fmt.Errorf("the game %q is not played here any more", m.Game)
}

// seal writes a match down as a record signed by the host key.
func seal(m data.Match, games []engine.Game, key ssh.Signer) ([]byte, error) {
	g, err := rulesOf(m, games)
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

func (h *house) seal(m data.Match) ([]byte, error) { return seal(m, h.games, h.hostKey) }

// cast films a match.
func (h *house) cast(ctx context.Context, m data.Match, out io.Writer) error {
	g, err := rulesOf(m, h.games)
	if err != nil {
		return err
	}
	replay, err := matchmaking.NewReplay(g, m)
	if err != nil {
		return err
	}
	return cast.Write(ctx, m, replay, h.boards[m.Game](nil), out)
}
