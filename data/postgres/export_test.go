package postgres

import (
	"context"
	"time"

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

// Impatient has the store wait no longer than this for what it writes. Nothing may be written meanwhile.
func (s *Store) Impatient(most time.Duration) {
	s.db.writer.Between(func() { s.db.line.most = most })
	s.db.logs.most = most
}

// Doubt is as if a connection had ended while it committed.
func (s *Store) Doubt() { s.db.doubt() }

// Rejoin makes this process another node, as if it knew that this one has been removed.
func (s *Store) Rejoin(ctx context.Context) error { return s.db.node.join(ctx) }
