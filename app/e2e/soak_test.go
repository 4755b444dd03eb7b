//go:build e2e

package e2e

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"noir/server/bench"
	"noir/server/wiretest"
)

// soakFor is how long TestSoak goes on after its warm-up.
var soakFor = flag.Duration("soak", 12*time.Second, "how long TestSoak goes on after its warm-up")

// The visitors of TestSoak.
const (
	soakers  = 24 // at screens
	programs = 12
)

// What may have grown since the warm-up, with nobody there either time: a connection of the
// store's pool, a timer's goroutine, cached values, memory that the collector holds.
const (
	spareGoroutines  = 8
	spareDescriptors = 8
	spareHeap        = 4 << 20  // bytes after a collection, beside an eighth
	spareRSS         = 16 << 20 // bytes, beside an eighth; bound widens it
)

// TestSoak has people and programs come, play, leave, resize and crash repeatedly. When they
// have gone, nothing of them is left: no more goroutines, descriptors or memory than after a
// warm-up of the same kind.
func TestSoak(t *testing.T) {
	t.Parallel()
	metrics := freePort(t)
	p := launch(t, "--listen", "127.0.0.1:0", "--data", t.TempDir(), "--log-level", "warn", "--metrics", metrics, "--pprof")
	defer p.stop()
	s := &soak{t: t, addr: p.addr, metrics: metrics}
	for i := range soakers + programs {
		s.people = append(s.people, newPerson(t, fmt.Sprintf("soaker-%d", i)))
	}
	s.enrol()
	s.goOn(max(4*time.Second, *soakFor/5))
	before := s.atRest(footprint{})
	s.goOn(*soakFor)
	after := s.atRest(before)
	t.Logf("%s: %s", *soakFor, s.done.String())
	t.Logf("after the warm-up %+v, at the end %+v", before, after)
	if after.exceeds(before) {
		t.Error("something is left of those who have gone")
	}
}

// soak is a server and its visitors.
type soak struct {
	t             *testing.T
	addr, metrics string
	people        []person
	done          deeds
}

// deeds count what was done.
type deeds struct{ sat, moves, returns, resets, resizes, games, resigned atomic.Int64 }

func (d *deeds) all() []int64 {
	return []int64{d.sat.Load(), d.moves.Load(), d.returns.Load(), d.resets.Load(), d.resizes.Load(), d.games.Load(), d.resigned.Load()}
}

func (d *deeds) String() string {
	n := d.all()
	return fmt.Sprintf("%d seats taken, %d moves on screens, %d seats taken up again, %d resets, %d resizes, %d games of programs, %d resigned",
		n[0], n[1], n[2], n[3], n[4], n[5], n[6])
}

func (d *deeds) incomplete() bool {
	for _, n := range d.all() {
		if n == 0 {
			return true
		}
	}
	return false
}

// footprint is what the server uses. SQLite's memory is only in the resident memory, which the
// race detector multiplies.
type footprint struct{ goroutines, descriptors, heap, rss int64 }

func (f footprint) exceeds(before footprint) bool {
	return f.goroutines > before.goroutines+spareGoroutines ||
		f.descriptors > before.descriptors+spareDescriptors ||
		f.heap > before.heap+before.heap/8+spareHeap ||
		f.rss > before.rss+before.rss/8+int64(bound[float64](spareRSS))
}

// visit connects with the screens.
func (s *soak) visit(ctx context.Context, p person) (*bench.Visitor, error) {
	return bench.Visit(ctx, s.addr, bench.Person{Name: p.name, Key: p.signer})
}

// enrol gives every visitor a name.
func (s *soak) enrol() {
	for _, p := range s.people {
		v, err := s.visit(s.t.Context(), p)
		if err != nil {
			s.t.Fatal(err)
		}
		if err := bench.NoirScript().Enter(v); err != nil {
			s.t.Fatal(err)
		}
		v.Close()
	}
}

// goOn runs all visitors for a time, and until everything has happened at least once; then all
// have gone and no game is left.
func (s *soak) goOn(d time.Duration) {
	ctx, stop := context.WithCancel(s.t.Context())
	defer stop()
	var all sync.WaitGroup
	for i, p := range s.people {
		come := s.comeToPlay
		if i >= soakers {
			come = s.runProgram
		}
		all.Go(func() {
			for ctx.Err() == nil {
				if err := come(ctx, p); err != nil && ctx.Err() == nil {
					s.t.Errorf("%s: %v", p.name, err)
					return
				}
			}
		})
	}
	time.Sleep(d) // the purpose of the test
	if !within(restTime, func() bool { return !s.done.incomplete() }) {
		s.t.Errorf("not everything was done: %s", s.done.String())
	}
	stop()
	all.Wait()
	for _, p := range s.people {
		if err := s.settle(p); err != nil {
			s.t.Error(err)
		}
	}
}

// comeToPlay is one visit at a screen, from the lobby to one of the ways to leave.
func (s *soak) comeToPlay(ctx context.Context, p person) error {
	if err := s.settle(p); err != nil {
		return err
	}
	v, err := s.visit(ctx, p)
	if err != nil {
		return err
	}
	defer v.Close()
	if err := v.Await(atHome); err != nil {
		return err
	}
	if err := bench.NoirScript().Table.Sit(v); err != nil {
		return err
	}
	s.done.sat.Add(1)
	if err := s.play(ctx, v); err != nil {
		return err
	}
	return s.leave(ctx, v, p)
}

// play makes moves for a few seconds and resizes the window.
func (s *soak) play(ctx context.Context, v *bench.Visitor) error {
	enough, stop := context.WithTimeout(ctx, time.Second+rand.N(3*time.Second))
	defer stop()
	if err := v.Play(enough, bench.NoirScript().Table, 2*time.Second, func(time.Duration, bool) { s.done.moves.Add(1) }); err != nil {
		return err
	}
	for range 20 {
		if err := v.Resize(rand.IntN(300), rand.IntN(100)); err != nil {
			return err
		}
		s.done.resizes.Add(1)
	}
	return nil
}

// leave leaves in one of three ways: by resigning, by closing the connection, or by a crash,
// after which some return to the seat.
func (s *soak) leave(ctx context.Context, v *bench.Visitor, p person) error {
	switch rand.IntN(4) {
	case 0:
		return v.Type("qr\ry")
	case 1:
		return nil
	case 2:
		s.done.resets.Add(1)
		v.Reset()
		return nil
	}
	s.done.resets.Add(1)
	v.Reset()
	return s.comeBack(ctx, p)
}

// comeBack returns to the seat, if the game still runs.
func (s *soak) comeBack(ctx context.Context, p person) error {
	v, err := s.visit(ctx, p)
	if err != nil {
		return err
	}
	defer v.Close()
	seated, err := bench.NoirScript().Table.Return(v)
	if seated && err == nil {
		s.done.returns.Add(1)
	}
	return err
}

// runProgram plays games as a program until one is over or ctx ends.
func (s *soak) runProgram(ctx context.Context, p person) error {
	l, err := p.connect(s.addr, "play district-noir --json")
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, l.close)()
	defer l.close()
	if _, err := l.Random(rand.New(rand.NewPCG(rand.Uint64(), 0)), func(wiretest.Message) {}); err != nil {
		return err
	}
	s.done.games.Add(1)
	return l.Send(`{"type":"leave"}`)
}

// settle resigns the game that a visitor has left, if there is one.
func (s *soak) settle(p person) error {
	l, err := p.connect(s.addr, "play district-noir --json")
	if err != nil {
		return err
	}
	defer l.close()
	for leaving := false; ; {
		m, err := l.Next()
		switch {
		case err != nil && leaving:
			return nil
		case err != nil:
			return fmt.Errorf("%s settles: %w", p.name, err)
		}
		switch m.Type {
		case "queued", "end": // a table may be found for them at this moment
			if leaving {
				continue
			}
			leaving = true
			if err := l.Send(`{"type":"leave"}`); err != nil {
				return err
			}
		case "turn":
		case "start":
			if err := l.Send(`{"type":"resign"}`); err != nil {
				return err
			}
			s.done.resigned.Add(1)
		}
	}
}

// restTime is how long it may take until everything has happened, or the server is at rest.
const restTime = time.Minute

// within checks repeatedly whether a condition holds.
func within(limit time.Duration, so func() bool) bool {
	for until := time.Now().Add(limit); time.Now().Before(until); time.Sleep(100 * time.Millisecond) {
		if so() {
			return true
		}
	}
	return false
}

// atRest waits until nobody is connected, no game runs and no more than before is in use, and
// returns what is in use.
func (s *soak) atRest(before footprint) (f footprint) {
	s.t.Helper()
	var left int64
	within(restTime, func() bool {
		page(s.t, "http://"+s.metrics+"/debug/pprof/heap?gc=1") // garbage must not count below
		now := figuresOf(s.t, s.metrics)
		f = footprint{int64(now[goroutines]), int64(now["process_open_fds"]), int64(now["go_memstats_heap_alloc_bytes"]), int64(now[resident])}
		left = int64(now[connections] + now["noir_online"] + now[tables])
		return left == 0 && (before == footprint{} || !f.exceeds(before))
	})
	if left > 0 {
		s.t.Errorf("not everybody has gone: %d", left)
	}
	return f
}

// atHome is a text of the first screen.
const atHome = "Play a stranger"
