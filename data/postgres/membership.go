package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"noir/data/relational"
)

// membership is how this process may write: as a node of the database, or as an operator's process.
type membership struct {
	node *node // nil in an operator's process

	uncertain atomic.Bool // the outcome of a commit is not known
	mu        sync.Mutex  // held while settled finds it out
}

// doubt notes that nobody knows whether a commit has happened.
func (m *membership) doubt() { m.uncertain.Store(true) }

// renewTime is how long one attempt to settle a doubt may take.
const renewTime = time.Second

// settled makes sure that every commit in flight has a known outcome, and that this node has not
// been fenced. data.ErrUnavailable.
func (m *membership) settled(ctx context.Context) error {
	if m.node == nil {
		m.uncertain.Store(false) // the operator gets the error, and looks
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

// refused returns the error of a write that found no row of its identity, and so wrote nothing: the node has been
// removed, or its term has been raised. data.ErrUnavailable.
func (m *membership) refused(as *identity) error {
	ctx, cancel := context.WithTimeout(background, renewTime)
	defer cancel()
	there, err := m.node.there(ctx, as)
	if err == nil && !there {
		return relational.Unavailable(errFenced)
	}
	m.doubt() // whoever raised it may not know yet, or never will
	if err == nil {
		err = errors.New("the term has been raised")
	}
	return relational.Unavailable(err)
}

// fence is a statement that returns one row while this process may write as the given identity, and
// keeps it so until the transaction ends.
func (m *membership) fence() (as *identity, statement string) {
	if m.node == nil {
		return nil, `SELECT 1`
	}
	as = m.node.as.Load()
	return as, fmt.Sprintf(`SELECT 1 FROM nodes WHERE id = %d AND term = %d FOR KEY SHARE`, as.id, as.term)
}
