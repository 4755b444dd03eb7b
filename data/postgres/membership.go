package postgres

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"noir/data/relational"
)

// membership is how this process may write: as the database's node, or beside it as an operator.
type membership struct {
	node *node // nil beside a server

	uncertain atomic.Bool // the outcome of a commit is not known
	mu        sync.Mutex  // held by whoever finds out
}

// doubt notes that nobody knows whether a commit has happened.
func (m *membership) doubt() { m.uncertain.Store(true) }

// renewTime is how long one attempt to settle a doubt may take.
const renewTime = time.Second

// settled makes sure that nothing is in flight whose outcome is not known, and that this node has not
// been fenced. data.ErrUnavailable.
func (m *membership) settled(ctx context.Context) error {
	if m.node == nil {
		m.uncertain.Store(false) // an operator is told, and looks
		return nil
	}
	if err := m.node.healthy(); err != nil || !m.uncertain.Load() {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.uncertain.Load() {
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, renewTime)
	defer cancel()
	if err := m.node.renew(limited); err != nil {
		return relational.Unavailable(err)
	}
	m.uncertain.Store(false)
	return nil
}

// fence is a statement that returns one row while this process may write as somebody, and keeps it so
// until the transaction ends.
func (m *membership) fence() (as *identity, statement string) {
	if m.node == nil {
		return nil, `SELECT 1`
	}
	as = m.node.as.Load()
	return as, fmt.Sprintf(`SELECT 1 FROM nodes WHERE id = %d AND term = %d FOR KEY SHARE`, as.id, as.term)
}
