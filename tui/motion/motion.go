// Package motion plays the few pictures between one state of a table and the next: a card that is
// turned over, five cards that leave, a sheet that fills line by line.
//
// A Motion consists of frames and times. Start it when the new state is in place: keys already mean
// that state, only the picture is behind. It has no goroutine and no timer. The screen asks it
// after each message how long the picture stays (Wait), and is drawn again then; the drawing code
// asks it for the Frame. A screen whose visitor wants reduced motion, or looks at another screen,
// calls Skip at once, so that only the end is seen.
package motion

import "time"

// least is the least time between two drawings, so that there are fewer than 15 a second. Shorter
// frames are left out.
const least = 70 * time.Millisecond

// Motion is the animation of one screen. With a nil Motion nothing ever moves, so that a board can
// be used on screens without one.
type Motion struct {
	now  func() time.Time
	ends []time.Time // of the frames; empty when nothing moves
}

// New returns a motion at rest.
func New(now func() time.Time) *Motion { return &Motion{now: now} }

// Start begins with the first of the frames, each of which stays for its time. What moved before is
// at its end.
func (m *Motion) Start(frames ...time.Duration) {
	if m == nil {
		return
	}
	m.ends = m.ends[:0]
	end := m.now()
	for _, stays := range frames {
		end = end.Add(stays)
		m.ends = append(m.ends, end)
	}
}

// Skip goes to the end.
func (m *Motion) Skip() {
	if m != nil {
		m.ends = m.ends[:0]
	}
}

// Frame returns the number of the frame to draw, from 0. Once the last one is over nothing moves,
// and the state is drawn as it is.
func (m *Motion) Frame() (frame int, moves bool) {
	if m == nil || len(m.ends) == 0 {
		return 0, false
	}
	now := m.now()
	for i, end := range m.ends {
		if now.Before(end) {
			return i, true
		}
	}
	return 0, false
}

// Moves reports whether a frame is to be drawn, and not yet the end.
func (m *Motion) Moves() bool {
	_, moves := m.Frame()
	return moves
}

// Wait returns how long the present frame stays; 0 when nothing moves.
func (m *Motion) Wait() time.Duration {
	frame, moves := m.Frame()
	if !moves {
		return 0
	}
	return max(m.ends[frame].Sub(m.now()), least)
}
