package local

import (
	"context"

	"noir/data"
	"noir/matchmaking"
)

// Challenge implements Broker.
func (l *Broker) Challenge(ctx context.Context, c data.Challenge) (matchmaking.Acceptance, error) {
	return l.board.Offer(ctx, c)
}

// Challenges implements Broker.
func (l *Broker) Challenges(ctx context.Context, p data.PlayerID) ([]data.Challenge, error) {
	return l.board.Shown(ctx, p)
}

// Accept implements Broker.
func (l *Broker) Accept(ctx context.Context, p data.Player, id string) (matchmaking.Acceptance, error) {
	return l.board.Accept(ctx, p, id)
}

// Withdraw implements Broker.
func (l *Broker) Withdraw(ctx context.Context, p data.PlayerID, id string) (data.Challenge, error) {
	return l.board.Withdraw(ctx, p, id)
}
