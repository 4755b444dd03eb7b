package bench

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"

	"noir/internal/cgroup"
	"noir/internal/language"
	"noir/server/bench/witness"
)

// ClusterPlan says what is measured on several nodes of one house, where programs play each other.
type ClusterPlan struct {
	Nodes  int
	Tables int           // with CPU: at each node
	Window time.Duration // for which every phase measures
	Rate   float64       // moves a second at Tables together, about
	Faults time.Duration // for how long nodes are killed, paused and drained by turns; 0: not at all
	CPU    float64       // how much of a processor each node may use; 0: as much as there is
	Game   witness.Game

	// Command starts a node with a name, on a free port of the loopback address, with /metrics at an address.
	Command func(name, metrics string) *exec.Cmd
	// Owners returns the names of the nodes that run the games.
	Owners func(ctx context.Context) (map[string]string, error)
	// Services return the processor time that PostgreSQL and NATS have used. Those that run elsewhere are nil.
	PostgreSQL, NATS func() (time.Duration, error)
	// Check returns what is wrong with what is stored, at the end.
	Check func(ctx context.Context) error
	// Progress is called now and then with the part of a phase that is done, from 0 to 1.
	Progress func(server, phase string, done float64)
}

// The phases of a bench of nodes in their order. With CPU there are others: at one node, at two, and so on.
const (
	Together = "together" // everybody is connected to one node, which has all tables
	Across   = "across"   // people and tables are spread over all nodes
)

// fleet is the nodes, and who plays there.
type fleet struct {
	ClusterPlan
	ctx    context.Context
	people []ssh.ClientConfig
	crowd  *witness.Crowd
	tables int // that play now
	made   int

	stops func() bool
	every []*node // all that were started

	mu     sync.Mutex
	all    []*node // those that serve
	to     []*node // where witnesses connect to, in turn
	relays *samples
	apart  bool      // only moves from one node to another count in relays
	stands *standing // while a fault is watched
	report ClusterReport
}

// node is one of the nodes.
type node struct {
	*Process
	name, metrics string
	held          *cgroup.Group // nil: it takes what there is
}

// end ends a node, unless it has ended, and gives its share of a processor back.
func (n *node) end() error {
	err := n.Kill()
	if errors.Is(err, os.ErrProcessDone) {
		err = nil
	}
	if n.held != nil {
		err = errors.Join(err, n.held.Remove())
	}
	return err
}

// RunCluster starts the nodes, measures them and ends them. With an error the report has what was measured
// before.
func RunCluster(ctx context.Context, p ClusterPlan) (r ClusterReport, err error) {
	f := &fleet{ClusterPlan: p, ctx: ctx, tables: p.Tables}
	f.report = ClusterReport{Nodes: p.Nodes, Tables: p.Tables, Seconds: p.Window.Seconds(), Rate: p.Rate, CPU: p.CPU}
	most := p.Tables
	if p.CPU > 0 {
		most *= p.Nodes
	}
	everybody, err := people(most * p.Game.Seats)
	if err != nil {
		return r, err
	}
	for _, one := range everybody {
		c := one.clientConfig()
		c.Timeout = patience
		f.people = append(f.people, *c)
	}
	defer func() {
		for _, n := range f.every {
			err = errors.Join(err, n.end())
		}
	}()
	if err = f.run(); ctx.Err() != nil {
		err = ctx.Err()
	}
	return f.report, err
}

func (f *fleet) run() error {
	for i := range f.Nodes { // the first one leads
		f.progress("starting", float64(i)/float64(f.Nodes))
		if err := f.launch(); err != nil {
			return err
		}
	}
	f.gather()
	defer f.end()
	if f.CPU > 0 {
		for i := range f.all {
			if i > 0 {
				if err := f.grow(f.all[:i+1]); err != nil {
					return err
				}
			}
			if err := f.measure(servers(i+1), f.all[:i+1]); err != nil {
				return err
			}
		}
		return f.compare()
	}
	if err := f.measure(Together, f.all[:1]); err != nil {
		return err
	}
	if f.Nodes > 1 {
		if err := f.measure(Across, f.all); err != nil {
			return err
		}
		if err := f.breakAll(); err != nil {
			return err
		}
	}
	return f.compare()
}

// servers returns the number of nodes.
func servers(n int) string { return language.Counted(n, "%d server", "%d servers") }

func (f *fleet) progress(doing string, done float64) {
	if f.Progress != nil {
		f.Progress(servers(f.Nodes), doing, done)
	}
}

// launch starts one more node.
func (f *fleet) launch() error {
	metrics, err := freeAddress()
	if err != nil {
		return err
	}
	n := &node{name: fmt.Sprint("node-", f.made), metrics: metrics}
	f.made++
	cmd := f.Command(n.name, metrics)
	if f.CPU > 0 {
		if n.held, err = cgroup.New(fmt.Sprintf("noir-bench-%d-%s", os.Getpid(), n.name), f.CPU); err != nil {
			return fmt.Errorf("%s cannot be held to %g of a processor: %w", n.name, f.CPU, err)
		}
		n.held.Hold(cmd)
	}
	if n.Process, err = Start(cmd); err != nil {
		err = fmt.Errorf("%s: %w", n.name, err)
		if n.held != nil {
			err = errors.Join(err, n.held.Remove())
		}
		return err
	}
	f.every = append(f.every, n)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all = append(f.all, n)
	f.to = f.all
	return nil
}

// lead has the witnesses connect to some nodes, in turn.
func (f *fleet) lead(to []*node) {
	f.mu.Lock()
	f.to = slices.Clone(to)
	f.mu.Unlock()
	f.crowd.HangUp(func(string) bool { return true })
}

func (f *fleet) nodeOf(witness int) *node {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.to[witness%len(f.to)]
}

// gather has the witnesses begin, at the first node.
func (f *fleet) gather() {
	f.to = f.all[:1]
	f.begin()
}

// grow compares what was told until now, and has the same number of tables begin at each of some nodes.
func (f *fleet) grow(to []*node) error {
	if err := f.compare(); err != nil {
		return err
	}
	f.mu.Lock()
	f.to, f.tables = slices.Clone(to), f.Tables*len(to)
	f.mu.Unlock()
	f.begin()
	return nil
}

func (f *fleet) begin() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.crowd = witness.Start(witness.Config{
		Game: f.Game, People: f.people[:f.tables*f.Game.Seats], Told: f.told,
		To:   func(w int) string { return f.nodeOf(w).Addr },
		Pace: time.Duration(float64(f.Tables) / f.Rate * float64(time.Second)),
	})
	f.stops = context.AfterFunc(f.ctx, f.end)
}

// end ends the games that are played now.
func (f *fleet) end() {
	f.mu.Lock()
	crowd, stops := f.crowd, f.stops
	f.mu.Unlock()
	stops()
	crowd.End(nil)
}

// told counts a move that a witness was told about.
func (f *fleet) told(t witness.Told) {
	f.mu.Lock()
	relays, stands := f.relays, f.stands
	same := t.By >= 0 && f.to[t.By%len(f.to)] == f.to[t.Witness%len(f.to)]
	counts := t.By >= 0 && t.By != t.Witness && !(f.apart && same)
	f.mu.Unlock()
	if relays != nil && counts {
		relays.add(t.Took, true)
	}
	if stands != nil {
		stands.told(t)
	}
}

// measure has everybody connect to some nodes, and measures while they play.
func (f *fleet) measure(name string, to []*node) error {
	f.progress(name, 0)
	if err := f.settle(to); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	var s samples
	s.start()
	before, err := f.read()
	if err != nil {
		return err
	}
	f.mu.Lock()
	f.relays, f.apart = &s, len(to) > 1
	f.mu.Unlock()
	defer func() {
		f.mu.Lock()
		f.relays = nil
		f.mu.Unlock()
	}()
	for from := time.Now(); time.Since(from) < f.Window; {
		f.progress(name, time.Since(from).Seconds()/f.Window.Seconds())
		if err := sleep(f.ctx, min(f.Window, time.Second/4)); err != nil {
			return err
		}
	}
	after, err := f.read()
	if err != nil {
		return err
	}
	took, _ := s.stop()
	p := after.since(before)
	p.Name, p.Relay = name, latency(took)
	if all := f.report.Phases; len(all) > 0 { // in the first phase nobody is connected elsewhere
		p.Owner, p.Front = all[0].Owner, max(0, p.Owner-all[0].Owner)
	}
	f.report.Phases = append(f.report.Phases, p)
	return nil
}

// settle has everybody connect to some nodes, and waits until the games are over that were opened before.
func (f *fleet) settle(to []*node) error {
	f.lead(to)
	before, err := f.Owners(f.ctx)
	if err != nil {
		return err
	}
	for most := len(before); len(before) > 0; {
		if !f.crowd.Played(f.tables) {
			return errors.New("the games stand still")
		}
		now, err := f.Owners(f.ctx)
		if err != nil {
			return err
		}
		maps.DeleteFunc(before, func(id, _ string) bool { _, runs := now[id]; return !runs })
		f.progress("settling", 1-float64(len(before))/float64(most))
	}
	if !f.crowd.Played(2 * f.tables * f.Game.Seats) {
		return errors.New("the games stand still")
	}
	return nil
}

// compare ends the games, and compares what was told with what is stored.
func (f *fleet) compare() error {
	f.progress("comparing", 0)
	f.end()
	h, err := f.crowd.Compare(f.all[0].Addr)
	f.report.History.add(h)
	f.progress("comparing", .5)
	if err := errors.Join(err, h.Err()); err != nil {
		return err
	}
	return f.Check(f.ctx)
}
