package bench

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// Script is the visitors' behaviour: what they type and what they wait for. The bench itself
// knows no game.
type Script struct {
	// Enter goes from the connection to where a session may rest: the lobby, or the only screen.
	Enter func(*Visitor) error
	// Keys are typed in turn by visitors who rest at a table, or on the only screen. Each must
	// change what is shown, every time.
	Keys []string
	// Table is nil if there is only that one screen.
	Table *Table
}

// Table is the script of a server with tables at which visitors play each other.
type Table struct {
	// Sit goes from the lobby to a seat. It waits for others who sit down.
	Sit func(*Visitor) error
	// Return goes back to the seat on a new connection; false if the game is over.
	Return func(*Visitor) (seated bool, err error)
	// Watch goes from the lobby to a table of others.
	Watch func(*Visitor) error
	// Asked tells from the window title whether it is the visitor's move.
	Asked func(title string) bool
	// Pick returns keys that pick a legal move when the visitor is asked. Confirm is the key that
	// makes it: the title then changes, unless it is the visitor's move again.
	Pick    func() string
	Confirm string
	// Again is typed now and then by visitors who have not been asked for long: it asks for another
	// game when theirs is over, and otherwise does nothing.
	Again string
}

// grace is how long nobody plays after a turn has opened: no person is quicker, and the server may
// accept no move before.
const grace = 500 * time.Millisecond

// hesitation is the time between the keys that pick a move and the one that makes it.
const hesitation = 500 * time.Millisecond

// Play has a visitor make moves until ctx ends. It waits after each turn has opened so that two
// players who play each other each move once in every on average. The wait is random, as with
// people: otherwise visitors who were held up together would move together from then on. made is
// called for each move with the time from the key that made it to the redraw that showed it.
func (v *Visitor) Play(ctx context.Context, t *Table, every time.Duration, made func(took time.Duration, answered bool)) error {
	think := every / 2
	for pause := grace + rand.N(think); ; pause = think/2 + rand.N(think) {
		if err := v.awaitTurn(ctx, t, every); err != nil {
			return ended(err)
		}
		due := time.Now().Add(pause)
		if err := v.pause(ctx, time.Until(due)-min(hesitation, think/2)); err != nil {
			return ended(err)
		}
		if !t.Asked(v.Title()) {
			continue // the clock moved for it, or the game is over
		}
		if err := v.Type(t.Pick()); err != nil {
			return err
		}
		if err := v.pause(ctx, time.Until(due)); err != nil {
			return ended(err)
		}
		took, answered, err := v.confirm(t, min(think/2, keyLimit))
		if err != nil {
			return err
		}
		made(took, answered)
	}
}

// ended turns the end of a phase into nil.
func ended(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

// awaitTurn waits until the visitor is asked.
func (v *Visitor) awaitTurn(ctx context.Context, t *Table, every time.Duration) error {
	overdue := time.Tick(every)
	for !t.Asked(v.Title()) {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-v.gone:
			return v.lost()
		case <-overdue:
			if err := v.Type(t.Again); err != nil {
				return err
			}
		case <-v.drawn:
		}
	}
	return nil
}

// pause waits without waiting for output.
func (v *Visitor) pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-v.gone:
		return v.lost()
	case <-time.After(d):
		return nil
	}
}

// confirm makes the picked move and waits for the redraw after which the visitor is not asked any
// more. If the visitor is asked again, the title does not show the move: then the first redraw
// after limit counts. A move that was not answered at all counts with keyLimit.
func (v *Visitor) confirm(t *Table, limit time.Duration) (took time.Duration, answered bool, err error) {
	select {
	case <-v.drawn: // what came before
	default:
	}
	late := time.NewTimer(limit)
	from := time.Now()
	if err := v.Type(t.Confirm); err != nil {
		return 0, false, err
	}
	for first, overdue := keyLimit, false; ; {
		select {
		case <-v.drawn:
			now := time.Since(from)
			if overdue || !t.Asked(v.Title()) {
				return now, true, nil
			}
			first = min(first, now)
		case <-v.gone:
			return 0, false, v.lost()
		case <-late.C:
			if overdue || first < keyLimit {
				return first, first < keyLimit, nil
			}
			overdue = true // there was no redraw: the next one counts
			late.Reset(keyLimit - limit)
		}
	}
}
