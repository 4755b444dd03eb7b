package relational

import (
	"context"
	"time"

	"noir/data"
)

// What the tests of this package see of it.

func (s *Store) Database() Database { return s.departures.db }

func (s *Store) Acquainted(ctx context.Context, who func(Tx) (one, other data.PlayerID, err error)) (Acquaintance, error) {
	return s.acquainted(ctx, who)
}

type Acquaintance = acquaintance

const ClockTurnsBack = clockTurnsBack

var (
	Alike     = alike
	Mergeable = mergeable
	ReadSheet = readSheet
)

// Over returns t with its statements run by what wrap makes of them.
func (t Tx) Over(wrap func(Statements) Statements) Tx {
	t.on = wrap(t.on)
	return t
}

// Then returns when an acquaintance was looked up, and whether it was.
func (a acquaintance) Then() time.Time { return a.then }
func (a acquaintance) None() bool      { return a.one != 0 && a.met == nil }
