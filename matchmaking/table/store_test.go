package table_test

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"noir/data"
	"noir/engine"
)

// frail is a real store on a bad disk, behind an unreliable connection.
type frail struct {
	data.Store
	full        atomic.Bool  // writes fail
	blind       atomic.Bool  // reading matches fails
	losesAppend atomic.Bool  // the result of the next append
	refusesSlow atomic.Bool  // changes to day games fail
	takes       atomic.Int64 // run by each append
}

var errCut = errors.New("the line to the disk was cut")

// over wraps the store of a table.
func (f *frail) over(s data.Store) data.Store { f.Store = s; return f }

func (f *frail) err() error {
	if f.full.Load() {
		return data.ErrUnavailable
	}
	return nil
}

func (f *frail) Ready(ctx context.Context) error {
	return errors.Join(f.err(), f.Store.Ready(ctx))
}

func (f *frail) Append(ctx context.Context, id data.MatchID, e ...data.Entry) error {
	time.Sleep(time.Duration(f.takes.Load()))
	if err := f.err(); err != nil {
		return err
	}
	err := f.Store.Append(ctx, id, e...)
	if err == nil && f.losesAppend.CompareAndSwap(true, false) {
		return errCut
	}
	return err
}

func (f *frail) Finish(ctx context.Context, id data.MatchID, at time.Time, r engine.Result, e ...data.Entry) ([]data.Change, error) {
	if err := f.err(); err != nil {
		return nil, err
	}
	return f.Store.Finish(ctx, id, at, r, e...)
}

func (f *frail) Match(ctx context.Context, id data.MatchID) (data.Match, error) {
	if f.blind.Load() {
		return data.Match{}, errCut
	}
	return f.Store.Match(ctx, id)
}

func (f *frail) Slow(ctx context.Context, id data.MatchID) error {
	if f.refusesSlow.Load() {
		return errCut
	}
	return f.Store.Slow(ctx, id)
}
