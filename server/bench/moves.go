package bench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"golang.org/x/sync/errgroup"
)

// moving has all visitors make moves.
func (t *trial) moving(measured bool) ([]Phase, error) {
	if !measured {
		return nil, nil
	}
	p, err := t.moves(Moving, t.crowd, nil)
	return []Phase{p}, err
}

// spectators come and watch.
func (t *trial) spectators(measured bool) ([]Phase, error) {
	if !measured {
		return nil, nil
	}
	if err := t.meanwhile(t.crowd, t.gather); err != nil {
		return nil, err
	}
	p, err := t.moves(Spectators, t.crowd, nil)
	return []Phase{p}, err
}

// gather brings the spectators in.
func (t *trial) gather() error {
	watchers, err := t.connect(t.Sessions, max(1, t.Sessions/10))
	if t.watchers = watchers; err != nil {
		return err
	}
	return t.each("looking for a table", watchers, seeking, func(v *Visitor) error {
		defer v.settle()
		return t.server.Script.Table.Watch(v)
	})
}

// meanwhile has visitors play slowly while do runs.
func (t *trial) meanwhile(players []*Visitor, do func() error) error {
	ctx, done := context.WithCancel(t.ctx)
	defer done()
	var playing errgroup.Group
	for _, v := range players {
		playing.Go(func() error { return t.unhurried(ctx, v) })
	}
	err := do()
	done()
	return errors.Join(err, playing.Wait())
}

// unhurried has a visitor play, until ctx ends, just fast enough to lose no game on time.
func (t *trial) unhurried(ctx context.Context, v *Visitor) error {
	const every = 40 * time.Second
	return v.Play(ctx, t.server.Script.Table, every, func(time.Duration, bool) {})
}

// leaving has a tenth of the visitors leave and come back.
func (t *trial) leaving(measured bool) ([]Phase, error) {
	if !measured {
		return nil, nil
	}
	var s samples
	tenth := max(1, t.Sessions/10)
	p, err := t.moves(Leaving, t.crowd[tenth:], func(ctx context.Context, g *errgroup.Group) {
		s.start()
		for i := range tenth {
			g.Go(func() error { return t.comeAndGo(ctx, &t.crowd[i], &s) })
		}
	})
	took, _ := s.stop()
	back := Phase{
		Name: Returns, Sessions: tenth, What: "returns", Rate: float64(len(took)) / (t.Every + t.Window).Seconds(),
		Latency: latency(took), took: took,
	}
	return []Phase{p, back}, err
}

// comeAndGo has a visitor leave and return to its seat once every Every, until ctx ends.
func (t *trial) comeAndGo(ctx context.Context, at **Visitor, s *samples) error {
	for wait := rand.N(t.Every); (*at).pause(ctx, wait) == nil; wait = t.Every {
		(*at).Close()
		from := time.Now()
		v, err := Visit(t.ctx, t.process.Addr, (*at).Person)
		if err != nil {
			return err
		}
		*at = v
		seated, err := t.server.Script.Table.Return(v)
		if err != nil {
			return fmt.Errorf("on the way back: %w", err)
		}
		if seated {
			s.add(time.Since(from), true)
		}
		v.settle()
	}
	return nil
}

// moves has visitors play while beside runs. Before it measures it lets the moves spread over the
// interval between two. It waits for moves that are under way at the end, so that slow ones count
// as well.
func (t *trial) moves(name string, players []*Visitor, beside func(context.Context, *errgroup.Group)) (Phase, error) {
	ctx, stop := context.WithCancel(t.ctx)
	defer stop()
	g, ctx := errgroup.WithContext(ctx)
	var s samples
	for _, v := range players {
		g.Go(func() error { return v.Play(ctx, t.server.Script.Table, t.Every, s.add) })
	}
	if beside != nil {
		beside(ctx, g)
	}
	u, err := t.window(ctx, name, players, &s)
	stop()
	if broken := g.Wait(); broken != nil {
		err = broken // that ended the window too
	}
	if err != nil {
		return Phase{}, err
	}
	p, err := t.phase(name, u)
	p.took, p.Unanswered = s.stop()
	p.Latency = latency(p.took)
	p.each("moves", len(p.took), u)
	return p, err
}

// window measures while visitors play.
func (t *trial) window(ctx context.Context, name string, players []*Visitor, s *samples) (usage, error) {
	if err := t.wait(ctx, name, t.Every); err != nil {
		return usage{}, err
	}
	s.start()
	end, err := t.measure(players)
	if err != nil {
		return usage{}, err
	}
	if err := t.wait(ctx, name, t.Window); err != nil {
		return usage{}, err
	}
	return end()
}
