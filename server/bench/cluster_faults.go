package bench

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"noir/server/bench/witness"
)

// Takeovers is how long tables stood still when their node broke: from the fault to the next move, or, where the
// node gave them up by and by, the longest time between two. It includes the time that players think.
type Takeovers struct {
	Fault  string  `json:"fault"`
	Times  int     `json:"times"`
	Tables int     `json:"tables"`
	P50    float64 `json:"p50_s"`
	P99    float64 `json:"p99_s"`
	Max    float64 `json:"max_s"`
	took   []time.Duration
}

// The faults, in their turn.
const (
	killed  = "kill"
	paused  = "pause"
	drained = "drain"
)

var clusterFaults = [...]string{killed, paused, drained}

const (
	pauseTime  = 4 * time.Second        // for which a node is paused: long enough to be removed as dead
	faultTime  = 5 * time.Second        // for which tables are watched after a fault
	standsTime = 30 * time.Second       // a table that has no move for as long is lost
	lateTime   = 100 * time.Millisecond // messages that a node sent before it broke may arrive as much later
	roundTime  = 10 * time.Minute       // after which the moves that were told are compared and forgotten
)

// breakAll breaks one node after the other while Faults lasts.
func (f *fleet) breakAll() error {
	for _, fault := range clusterFaults {
		f.report.Takeovers = append(f.report.Takeovers, Takeovers{Fault: fault})
	}
	from, round := time.Now(), time.Now()
	for i := 0; time.Since(from) < f.Faults; i++ {
		if time.Since(round) > roundTime {
			if err := f.compare(); err != nil {
				return err
			}
			f.begin()
			round = time.Now()
		}
		f.progress("faults", time.Since(from).Seconds()/f.Faults.Seconds())
		if !f.crowd.Played(f.Tables) {
			return errors.New("the games stand still")
		}
		if err := f.breaks(&f.report.Takeovers[i%len(clusterFaults)]); err != nil {
			return err
		}
	}
	return nil
}

// lose takes a node out, so that nobody connects to it any more: mostly one that has tables.
func (f *fleet) lose(owners map[string]string) *node {
	f.mu.Lock()
	defer f.mu.Unlock()
	i := rand.IntN(len(f.all))
	if rand.IntN(4) > 0 {
		for _, owner := range owners { // of a random table
			i = max(0, slices.IndexFunc(f.all, func(n *node) bool { return n.name == owner }))
			break
		}
	}
	n := f.all[i]
	f.all = slices.Delete(slices.Clone(f.all), i, i+1)
	f.to = f.all
	return n
}

// breaks breaks a node, and waits until its tables go on.
func (f *fleet) breaks(of *Takeovers) error {
	owners, err := f.Owners(f.ctx)
	if err != nil {
		return err
	}
	n := f.lose(owners)
	watch := &standing{since: time.Now(), tables: map[string]*stand{}}
	for table, owner := range owners {
		if owner == n.name {
			watch.tables[table] = &stand{last: watch.since}
		}
	}
	f.watch(watch)
	defer f.watch(nil)
	if err := f.breakNode(of.Fault, n); err != nil {
		return err
	}
	took, err := f.goOn(watch)
	if of.Fault == paused {
		err = errors.Join(err, f.wake(n))
	} else {
		err = errors.Join(err, f.launch())
	}
	of.add(took)
	return err
}

func (f *fleet) watch(s *standing) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.stands = s
}

// breakNode breaks a node. Clients that were connected to it come in at another one.
func (f *fleet) breakNode(fault string, n *node) error {
	switch fault {
	case killed:
		return n.Kill()
	case drained:
		return n.Stop()
	}
	if err := n.pause(); err != nil {
		return err
	}
	time.AfterFunc(pauseTime, func() { _ = n.goOn() })
	f.crowd.HangUp(func(addr string) bool { return addr == n.Addr })
	return nil
}

// wake takes a node that was paused back.
func (f *fleet) wake(n *node) error {
	if err := n.goOn(); err != nil {
		return fmt.Errorf("%s: %w", n.name, err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all = append(f.all, n)
	f.to = f.all
	return nil
}

// goOn waits until the tables of a node that broke go on, and returns how long each stood still.
func (f *fleet) goOn(watch *standing) ([]time.Duration, error) {
	for {
		if err := sleep(f.ctx, time.Second/4); err != nil {
			return nil, err
		}
		if time.Since(watch.since) < faultTime {
			continue
		}
		owners, err := f.Owners(f.ctx)
		if err != nil {
			return nil, err
		}
		took, still := watch.over(func(table string) bool { _, runs := owners[table]; return runs })
		switch {
		case still == "":
			return took, nil
		case time.Since(watch.since) > standsTime:
			return took, fmt.Errorf("table %s stands still for %v", still, standsTime)
		}
	}
}

// standing is how long tables stand still.
type standing struct {
	since time.Time

	mu     sync.Mutex
	tables map[string]*stand
}

// stand is one table.
type stand struct {
	ply     int
	last    time.Time
	longest time.Duration
}

func (s *standing) told(t witness.Told) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := s.tables[t.Game]
	if at == nil || t.At.Sub(s.since) < lateTime || t.Ply <= at.ply {
		return
	}
	at.longest = max(at.longest, t.At.Sub(at.last))
	at.last, at.ply = t.At, t.Ply
}

// over returns how long each table stood still, and one that has had no move yet although it runs; "" if there
// is none.
func (s *standing) over(runs func(table string) bool) (took []time.Duration, still string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, t := range s.tables {
		switch {
		case t.longest > 0:
			took = append(took, t.longest)
		case runs(id):
			still = id
		}
	}
	return took, still
}

func (t *Takeovers) add(took []time.Duration) {
	t.Times++
	t.took = append(t.took, took...)
	slices.Sort(t.took)
	t.Tables = len(t.took)
	t.P50, t.P99, t.Max = quantile(t.took, .5).Seconds(), quantile(t.took, .99).Seconds(), quantile(t.took, 1).Seconds()
}
