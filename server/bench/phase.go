package bench

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"
)

// Phase is what was measured in one phase of a server's trial. Figures that a phase does not
// measure are zero.
type Phase struct {
	Name       string  `json:"phase"`
	Sessions   int     `json:"sessions"`
	Memory     float64 `json:"rss_mib,omitempty"`             // resident, of the server
	PerSession float64 `json:"rss_kib_per_session,omitempty"` // of it, beyond that without any session
	Objects    float64 `json:"objects_per_session,omitempty"` // of Go's heap, beyond those without any session, after a garbage collection
	Heap       float64 `json:"heap_kib_per_session,omitempty"`
	Goroutines float64 `json:"goroutines_per_session,omitempty"`
	CPU        float64 `json:"cpu_percent,omitempty"`        // of the server, in percent of one core
	ClientCPU  float64 `json:"client_cpu_percent,omitempty"` // of the bench itself, in percent of one core
	OthersCPU  float64 `json:"others_cpu_percent,omitempty"` // of all other processes of the machine, in percent of one core
	Rate       float64 `json:"per_second,omitempty"`         // of What
	What       string  `json:"what,omitempty"`
	Latency    Latency `json:"latency,omitzero"`
	Unanswered int     `json:"unanswered,omitempty"`         // of the samples of Latency
	KeyBytes   float64 `json:"bytes_per_key,omitempty"`      // drawn, beyond what is drawn at rest
	EachCPU    float64 `json:"cpu_ms_each,omitempty"`        // of the server, for each of What; for a key beyond what it uses at rest
	EachKiB    float64 `json:"kib_allocated_each,omitempty"` // by the server, for each of What

	took []time.Duration // of Latency, sorted
}

// The phases in their order.
const (
	Lobby      = "lobby"      // all connect and rest
	Seated     = "seated"     // all sit down at a table and rest
	Keys       = "keys"       // single keys on one session after another
	Moving     = "moving"     // all make moves
	Spectators = "spectators" // the same, while a tenth as many watch
	Leaving    = "leaving"    // the same, while a tenth of the seats leave and come back again and again
	Returns    = "returns"    // of Leaving: from connecting to sitting
)

// PhaseNames are the phases that can be asked for.
var PhaseNames = [...]string{Lobby, Seated, Keys, Moving, Spectators, Leaving}

// settling is a pause for what an earlier phase started, above all a garbage collection.
const settling = 2 * time.Second

// atRest measures visitors who do nothing.
func (t *trial) atRest(name string) (Phase, error) {
	if err := t.wait(t.ctx, name, settling); err != nil {
		return Phase{}, err
	}
	end, err := t.measure(t.crowd)
	if err != nil {
		return Phase{}, err
	}
	if err := t.wait(t.ctx, name, t.Window); err != nil {
		return Phase{}, err
	}
	rest, err := end()
	if err != nil {
		return Phase{}, err
	}
	t.rest = &rest
	p, err := t.phase(name, rest)
	if err != nil || name == Lobby && t.server.Script.Table != nil && t.Only != Lobby {
		return p, err // a collection now would show in the memory of those who sit down
	}
	err = t.count(&p)
	return p, err
}

// count fills in what the sessions hold of Go's memory.
func (t *trial) count(p *Phase) error {
	m, err := collected(t.ctx, t.Metrics)
	each := float64(p.Sessions)
	p.Objects, p.Heap = (m.objects-t.bare.objects)/each, (m.heap-t.bare.heap)/1024/each
	p.Goroutines = (m.goroutines - t.bare.goroutines) / each
	return err
}

// phase fills in what every phase measures.
func (t *trial) phase(name string, u usage) (Phase, error) {
	rss, err := t.process.RSS()
	sessions := len(t.crowd) + len(t.watchers)
	return Phase{
		Name: name, Sessions: sessions,
		Memory: float64(rss) / (1 << 20), PerSession: float64(rss-t.empty) / 1024 / float64(sessions),
		CPU: u.percent(u.server), ClientCPU: u.percent(u.client), OthersCPU: u.percent(u.others),
	}, err
}

// each fills in what each of n took.
func (p *Phase) each(what string, n int, u usage) {
	count := float64(n)
	p.What, p.Rate = what, count/u.over.Seconds()
	p.EachCPU, p.EachKiB = milliseconds(u.server)/count, u.allocated/1024/count
}

// lobby connects all visitors.
func (t *trial) lobby(measured bool) ([]Phase, error) {
	end, err := t.measure(nil)
	if err != nil {
		return nil, err
	}
	if t.crowd, err = t.connect(0, t.Sessions); err != nil {
		return nil, err
	}
	u, err := end()
	if err != nil || !measured {
		return nil, err
	}
	p, err := t.atRest(Lobby)
	p.each("handshakes", t.Sessions, u)
	return []Phase{p}, err
}

// seated brings all visitors to tables. Those already there play slowly until all sit.
func (t *trial) seated(measured bool) ([]Phase, error) {
	from := time.Now()
	ctx, everybodySits := context.WithCancel(t.ctx)
	defer everybodySits()
	var playing errgroup.Group
	err := t.each("sitting down", t.crowd, seeking, func(v *Visitor) error {
		if err := t.server.Script.Table.Sit(v); err != nil {
			return err
		}
		v.settle()
		playing.Go(func() error { return t.unhurried(ctx, v) })
		return nil
	})
	rate := float64(t.Sessions) / time.Since(from).Seconds()
	everybodySits()
	if err := errors.Join(err, playing.Wait()); err != nil || !measured {
		return nil, err
	}
	p, err := t.atRest(Seated)
	p.Rate, p.What = rate, "seats taken"
	return []Phase{p}, err
}
