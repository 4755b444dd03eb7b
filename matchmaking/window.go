package matchmaking

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"noir/engine"
)

// position is where a game stands, once with the answers that are kept back and
// once without. What a viewer is shown is made from the second unless one of the
// answers is his own: so nobody's frame can tell that somebody else has answered.
type position struct {
	state engine.State
	shown engine.State
}

// window is what a table knows of answers that are kept back: in a window that
// is open to several seats nobody learns who has declined before all have
// answered, each for the question's minimum (engine.Prompt).
type window struct {
	kept     map[engine.Seat]engine.Move // the answers; when they were given only the clocks know
	ripe     bool                        // all have answered; they wait for their release
	gave     []int                       // by seat: the ply for which it gave the newest one
	declines []bool                      // by seat: it has the table decline for it
}

func newWindow(seats int) window {
	return window{
		kept:     map[engine.Seat]engine.Move{},
		gave:     make([]int, seats),
		declines: make([]bool, seats),
	}
}

// after returns the position after a move, and its plies.
func (t *table) after(m engine.Move) (next position, plies []engine.Ply, err error) {
	next.state, plies, err = t.state.Apply(m)
	if next.shown = next.state; err != nil || len(plies) == 0 || len(t.window.kept) == 0 {
		return next, plies, err
	}
	next.shown, _, err = t.shown.Apply(m)
	return next, plies, err
}

// keep takes over the position after an answer that is kept back.
func (t *table) keep(m engine.Move, next engine.State, at time.Duration) {
	t.state = next
	t.window.kept[m.Seat], t.window.gave[m.Seat] = m, len(t.plies)+1
	t.clocks.seal(at, next.Prompts())
	t.window.ripe = engine.Ripe(next)
}

// reseal looks which of the answers are still kept back after the position has
// changed for everybody: a seat has given one that is asked in the position that
// is shown, but not in the other.
func (t *table) reseal(at time.Duration) {
	asked, left := t.shown.Prompts(), t.state.Prompts()
	for s := range t.window.kept {
		if !asks(asked, s) || asks(left, s) {
			delete(t.window.kept, s)
		}
	}
	if len(t.window.kept) == 0 {
		t.shown = t.state
	}
	t.clocks.seal(at, left)
	t.window.ripe = engine.Ripe(t.state)
}

// asks reports whether a seat is among those asked.
func asks(prompts []engine.Prompt, s engine.Seat) bool {
	return slices.ContainsFunc(prompts, func(p engine.Prompt) bool { return p.Seat == s })
}

// due returns when the answers may be released.
func (t *table) due() time.Duration { return max(t.clocks.unsealed(), t.lastAt()) }

// release lets go of the answers that are kept back: all at one time and in the order
// of the seats, so that the log does not tell who has hesitated.
func (t *table) release() error {
	if err := t.ensure(); err != nil {
		return err
	}
	state := t.shown
	for _, s := range slices.Sorted(maps.Keys(t.window.kept)) {
		next, plies, err := state.Apply(t.window.kept[s])
		if err != nil || len(plies) > 0 {
			return fmt.Errorf("the answer of seat %d is kept back in one order alone: %d plies, %w", s, len(plies), err)
		}
		state = next
	}
	next, plies := state.Release()
	return t.enter(position{next, next}, plies, t.due())
}

// setDecline has the table decline for a seat from now on, or no more.
func (t *table) setDecline(s engine.Seat, on bool) error {
	if t.end != nil {
		return ErrOver
	}
	t.window.declines[s] = on
	t.decline()
	t.show(t.column(s))
	return nil
}

// spares reports whether the table answers in a window for a seat that can play nothing.
// It does so only for a person who is alone with the house: among people what is
// answered at once, whatever it is, would tell of a hand.
func (t *table) spares(st engine.State, s engine.Seat) bool {
	if t.ofTheHouse(s) || !practice(t.players) {
		return false
	}
	prompts := st.Prompts()
	i := slices.IndexFunc(prompts, func(p engine.Prompt) bool { return p.Seat == s })
	return i >= 0 && !couldPlay(st, prompts[i])
}

// decline answers, as the clock would, what seats are asked in a window that have the
// table do so or are spared. That is no sign of life of the player's.
func (t *table) decline() {
	ply := len(t.plies)
	for _, p := range t.state.Prompts() {
		if p.Minimum == 0 || !t.window.declines[p.Seat] && !t.spares(t.state, p.Seat) || t.reliefs[p.Seat] != nil && !t.reliefs[p.Seat].over {
			continue
		}
		for _, m := range t.state.Expire(p.Seat) {
			m.By = engine.ByPlayer
			if err := t.apply(m); err != nil {
				t.log().Error("a seat's answer was refused", "seat", p.Seat, "err", err)
				return
			}
		}
		if len(t.plies) != ply { // nobody is asked the same any more
			return
		}
	}
}
