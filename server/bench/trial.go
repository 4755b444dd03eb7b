package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// Server is a server to measure.
type Server struct {
	Name string
	// Command starts it on a free port of the loopback address. It runs in an empty directory of
	// its own, which may hold its data. At the address for metrics it serves those of its Go
	// runtime, and /debug/pprof/heap.
	Command func(metrics string) *exec.Cmd
	Script  Script
	// Meanwhile keeps the server busy while it is measured; it returns nil when ctx ends. nil
	// leaves it alone.
	Meanwhile func(ctx context.Context, addr string) error
}

// Plan says what is measured.
type Plan struct {
	Sessions int
	Window   time.Duration // for which every phase measures
	Every    time.Duration // between two moves of a visitor; at least 2 s
	Only     string        // the only phase to measure; all if empty
	Metrics  string        // address for metrics; a free one if empty
	// Progress is called now and then with the part of a phase that is done, from 0 to 1.
	Progress func(server, phase string, done float64)
}

// trial is one server being measured.
type trial struct {
	Plan
	ctx     context.Context
	server  Server
	process *Process
	people  []Person

	empty    int64      // resident memory without any session, in bytes
	bare     memory     // without any session
	crowd    []*Visitor // those who play
	watchers []*Visitor
	rest     *usage // of all sessions at rest, as last measured
}

// How many visitors do something at the same time.
const (
	atTheDoor = 32  // enough to keep the processors busy
	seeking   = 500 // enough that they must wait for others
)

// Try starts a server, measures it and ends it. With an error it returns the phases measured
// before.
func Try(ctx context.Context, s Server, p Plan) (phases []Phase, err error) {
	t := &trial{Plan: p, ctx: ctx, server: s}
	dir, err := os.MkdirTemp("", "noir-bench-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if t.people, err = people(p.Sessions + max(1, p.Sessions/10)); err != nil {
		return nil, err
	}
	if t.Metrics == "" {
		if t.Metrics, err = freeAddress(); err != nil {
			return nil, err
		}
	}
	command := s.Command(t.Metrics)
	command.Dir = dir
	if t.process, err = Start(command); err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	defer func() { err = errors.Join(err, t.process.Kill()) }()
	if s.Meanwhile != nil {
		defer t.occupy(&err)()
	}
	defer t.leave()
	if t.empty, err = t.process.RSS(); err != nil {
		return nil, err
	}
	if t.bare, err = collected(ctx, t.Metrics); err != nil {
		return nil, err
	}
	if phases, err = t.run(); err != nil {
		return phases, fmt.Errorf("%s: %w", s.Name, err)
	}
	return phases, nil
}

// occupy keeps the server busy until stop is called. If that fails earlier, the trial ends with
// that error in err.
func (t *trial) occupy(err *error) (stop func()) {
	ctx, cancel := context.WithCancel(t.ctx)
	var busy errgroup.Group
	busy.Go(func() error {
		defer cancel()
		return t.server.Meanwhile(ctx, t.process.Addr)
	})
	t.ctx = ctx
	return func() {
		cancel()
		*err = errors.Join(*err, busy.Wait())
	}
}

// people makes n people, each with a key.
func people(n int) ([]Person, error) {
	all := make([]Person, n)
	for i := range all {
		var err error
		if all[i], err = newPerson(fmt.Sprintf("seat-%d", i)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// run goes through the phases. It prepares what a phase needs even if it does not measure all of
// them.
func (t *trial) run() ([]Phase, error) {
	var all []Phase
	for _, phase := range []struct {
		name  string
		table bool
		do    func(measured bool) ([]Phase, error)
	}{
		{Lobby, false, t.lobby},
		{Seated, true, t.seated},
		{Keys, false, t.keys},
		{Moving, true, t.moving},
		{Spectators, true, t.spectators},
		{Leaving, true, t.leaving},
	} {
		if phase.table && t.server.Script.Table == nil {
			continue
		}
		measured, err := phase.do(t.Only == "" || t.Only == phase.name)
		if err != nil {
			return all, fmt.Errorf("%s: %w", phase.name, err)
		}
		all = append(all, measured...)
		if t.Only == phase.name {
			break
		}
	}
	return all, nil
}

// connect connects n people, starting with number first.
func (t *trial) connect(first, n int) ([]*Visitor, error) {
	visitors := make([]*Visitor, n)
	var g errgroup.Group
	g.SetLimit(atTheDoor)
	var in atomic.Int64
	for i := range visitors {
		g.Go(func() (err error) {
			if visitors[i], err = Visit(t.ctx, t.process.Addr, t.people[first+i]); err != nil {
				return err
			}
			t.progress("connecting", float64(in.Add(1))/float64(n))
			return t.server.Script.Enter(visitors[i])
		})
	}
	err := g.Wait()
	return slices.DeleteFunc(visitors, func(v *Visitor) bool { return v == nil }), err
}

// each has all visitors do something, a number of them at the same time.
func (t *trial) each(doing string, visitors []*Visitor, atOnce int, do func(*Visitor) error) error {
	var g errgroup.Group
	g.SetLimit(atOnce)
	var done atomic.Int64
	for _, v := range visitors {
		g.Go(func() error {
			defer func() { t.progress(doing, float64(done.Add(1))/float64(len(visitors))) }()
			return do(v)
		})
	}
	return g.Wait()
}

// wait waits and shows progress.
func (t *trial) wait(ctx context.Context, name string, d time.Duration) error {
	from := time.Now()
	for past := time.Duration(0); past < d; past = time.Since(from) {
		t.progress(name, past.Seconds()/d.Seconds())
		if err := sleep(ctx, min(d-past, time.Second/4)); err != nil {
			return err
		}
	}
	return nil
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

func (t *trial) progress(doing string, done float64) {
	if t.Progress != nil {
		t.Progress(t.server.Name, doing, done)
	}
}

// leave disconnects all visitors.
func (t *trial) leave() {
	for _, v := range slices.Concat(t.crowd, t.watchers) {
		v.Close()
	}
}
