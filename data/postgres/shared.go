package postgres

import (
	"context"
	"errors"

	"noir/data"
	"noir/data/relational"
)

// shared is what concerns the other processes that serve the database.
type shared struct {
	relational.Owners
	of *database
}

// Census implements data.Shared.
func (s shared) Census() (data.Census, <-chan struct{}) {
	c := s.of.node.census.Load()
	return c.Census, c.over
}

// Adopt implements data.Shared.
func (s shared) Adopt(ctx context.Context, limit int) ([]data.Match, error) {
	adopted, err := s.Owners.Adopt(ctx, limit)
	s.of.node.tookOver(len(adopted))
	return adopted, err
}

// Link implements data.Shared.
func (s shared) Link(linked bool) { s.of.node.linked.Store(linked) }

// Present implements data.Shared.
func (s shared) Present(ctx context.Context, keys ...string) ([]string, error) {
	others, err := s.Owners.Present(ctx, keys...)
	if err == nil {
		s.of.node.shows.Store(&keys)
	}
	return others, err
}

// Speak implements data.Shared.
func (s shared) Speak(ctx context.Context, protocol int) ([]string, error) {
	others, err := s.Owners.Speak(ctx, protocol)
	if err == nil {
		s.of.node.speaks.Store(int32(protocol))
	}
	return others, err
}

// Look implements data.Shared.
func (s shared) Look(ctx context.Context) { s.of.node.look(ctx) }

// Awake implements data.Shared.
func (s shared) Awake(ctx context.Context) error { return s.of.node.awake(ctx) }

// Leave implements data.Shared.
func (s shared) Leave(ctx context.Context) error {
	n := s.of.node
	if err := n.leave(ctx); err != nil {
		return relational.Unavailable(err)
	}
	n.look(ctx)
	return nil
}

// Join implements data.Shared.
func (s shared) Join(ctx context.Context) error {
	if !s.of.node.fenced() {
		return nil
	}
	err := s.of.node.join(ctx)
	if err == nil || errors.Is(err, data.ErrTaken) {
		return err
	}
	return relational.Unavailable(err)
}

// Node implements relational.Database.
func (s *database) Node() any {
	if s.node == nil {
		return nil
	}
	return s.node.id()
}
