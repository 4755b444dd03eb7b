package bench

import (
	"errors"
	"math/rand/v2"
	"time"

	"golang.org/x/sync/errgroup"
)

// Keys are pressed at random moments: at a rate for all sessions together, and at a greatest rate
// for each.
const (
	keyRate  = 200
	keysEach = 4
)

// keyLimit is how long a key may go unanswered. Such a key counts with that time.
const keyLimit = 3 * time.Second

// keys presses single keys, each on a random visitor's session.
func (t *trial) keys(measured bool) ([]Phase, error) {
	if !measured {
		return nil, nil
	}
	if err := t.warmUp(); err != nil {
		return nil, err
	}
	if t.rest == nil {
		if _, err := t.atRest(Keys); err != nil {
			return nil, err
		}
	}
	end, err := t.measure(t.crowd)
	if err != nil {
		return nil, err
	}
	var s samples
	s.start()
	if err := t.pressKeys(&s); err != nil {
		return nil, err
	}
	u, err := end()
	if err != nil {
		return nil, err
	}
	p, err := t.phase(Keys, u)
	p.took, p.Unanswered = s.stop()
	count := float64(len(p.took))
	resting := u.over.Seconds() / t.rest.over.Seconds()
	p.Latency = latency(p.took)
	p.each("keys", len(p.took), u)
	p.KeyBytes = (float64(u.bytes) - float64(t.rest.bytes)*resting) / count
	p.EachCPU -= milliseconds(t.rest.server) * resting / count
	return []Phase{p}, err
}

// warmUp presses all keys once on every session, many at the same time: a session's first key may
// cost more than later ones, since it draws a whole picture.
func (t *trial) warmUp() error {
	return t.each("warming up", t.crowd, atTheDoor, func(v *Visitor) error {
		for range t.server.Script.Keys {
			if _, err := v.pressNext(t.server.Script.Keys); err != nil && !errors.Is(err, errUnanswered) {
				return err
			}
		}
		return nil
	})
}

// pressKeys presses keys at the same rate however long answers take.
func (t *trial) pressKeys(s *samples) error {
	keys, gap := t.server.Script.Keys, time.Second/time.Duration(min(keyRate, keysEach*len(t.crowd)))
	var g errgroup.Group
	from := time.Now()
	for i := 0; time.Since(from) < t.Window; i++ {
		v := t.crowd[i%len(t.crowd)]
		g.Go(func() error { return v.pressOnce(keys, s) })
		t.progress(Keys, time.Since(from).Seconds()/t.Window.Seconds())
		// A random pause never falls into step with a server that draws by a timer.
		if err := sleep(t.ctx, rand.N(2*gap)); err != nil {
			break
		}
	}
	return errors.Join(g.Wait(), t.ctx.Err())
}

// pressNext presses one key after the other and starts over after the last: each of them changes
// what the one before left.
func (v *Visitor) pressNext(keys []string) (time.Duration, error) {
	key := keys[v.pressed%len(keys)]
	v.pressed++
	return v.Press(key, keyLimit)
}

// pressOnce presses the next key, unless the visitor still waits for the last answer.
func (v *Visitor) pressOnce(keys []string, s *samples) error {
	if !v.typing.TryLock() {
		return nil
	}
	defer v.typing.Unlock()
	took, err := v.pressNext(keys)
	switch {
	case errors.Is(err, errUnanswered):
		s.add(keyLimit, false)
	case err != nil:
		return err
	default:
		s.add(took, true)
	}
	return nil
}
