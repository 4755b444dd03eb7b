package service

import (
	"context"
	"errors"

	"noir/data"
	"noir/matchmaking"
)

// Events has the use cases about past, running and coming events.
type Events struct {
	store  eventsStore
	broker standings
}

type eventsStore interface {
	Tournament(ctx context.Context, id int64) (data.Tournament, error)
}

type standings interface {
	Standings(ctx context.Context, id int64) ([]data.Score, error)
}

// Table returns an event and its standings. matchmaking.ErrNoTournament.
func (e Events) Table(ctx context.Context, id int64) (data.Tournament, []data.Score, error) {
	event, err := e.store.Tournament(ctx, id)
	if errors.Is(err, data.ErrNotFound) {
		err = matchmaking.ErrNoTournament
	}
	if err != nil {
		return event, nil, err
	}
	rows, err := e.broker.Standings(ctx, id)
	return event, rows, err
}
