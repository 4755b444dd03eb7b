package postgres

import (
	"context"

	"noir/data/relational"
)

// Still stops the beats of a node, as if its process stood still.
func (s *Store) Still() {
	s.db.stopBeats()
	s.db.beating.Wait()
}

// Change makes a change as the store's own do.
func (s *Store) Change(ctx context.Context, do func(relational.Tx) error) error {
	return s.db.Write(ctx, do)
}

// ChangeBeside makes a change as the store's own do that go beside those of other nodes.
func (s *Store) ChangeBeside(ctx context.Context, do func(relational.Tx) error) error {
	return s.db.WriteBeside(ctx, do)
}

// Reading reads as the store's own reads do.
func (s *Store) Reading(ctx context.Context, do func(relational.Tx) error) error {
	return s.db.Read(ctx, do)
}

// AppendLogs is the statement that adds to logs.
const AppendLogs = appendLogs

// WaitingAppends is how many appends wait for those under way.
func (s *Store) WaitingAppends() int { return len(s.db.logs.Waiting) }
