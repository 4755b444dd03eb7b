package play

import (
	"fmt"
	"sync"

	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/tui"
)

// hold holds the screen's chair. If the chair comes after the screen has gone, it is given up at
// once.
type hold struct {
	mu   sync.Mutex
	held matchmaking.Viewer
	left bool
}

// put stores a chair.
func (h *hold) put(c matchmaking.Viewer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.left {
		c.Leave()
	}
	h.held = c
}

// chair returns the chair. It is there once the screen has got the message.
func (h *hold) chair() matchmaking.Viewer {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.held
}

// seat returns the chair of a player, or ErrWatching.
func (h *hold) seat() (matchmaking.Seat, error) {
	seat, plays := h.chair().(matchmaking.Seat)
	if !plays {
		return nil, matchmaking.ErrWatching
	}
	return seat, nil
}

func (h *hold) leave() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.held != nil && !h.left {
		h.held.Leave()
	}
	h.left = true
}

// coming is the frame after the current one.
type coming struct {
	hold  *hold
	after int
}

// Urgent implements tui.Deferred.
func (c coming) Urgent() bool { return true }

// Await implements tui.Deferred.
func (c coming) Await(ready func()) (stop func()) { return c.hold.chair().Notify(c.after, ready) }

// Message implements tui.Deferred.
func (coming) Message() tea.Msg { return shown{} }

// take gets a chair for the mode, and its side. Players see replays of their own games from their
// own side; own reports whether this is one.
func take(s *tui.Session, m mode, id data.MatchID) (chair matchmaking.Viewer, side engine.Seat, own bool, err error) {
	switch m {
	case seated:
		chair, err = s.Broker.Sit(s.Context, id, s.Player.ID)
		return chair, 0, true, err
	case watching:
		chair, err = s.Broker.Watch(s.Context, id)
		return chair, 0, false, err
	}
	matches := s.Services.Matches
	err = matches.Work(s.Context, func() error {
		match, err := matches.Finished(s.Context, id)
		if err == nil {
			chair, err = rewound(s, match)
		}
		side, own = sideOf(match, s.Player.ID)
		return err
	})
	return chair, side, own, err
}

// rewound is a chair at a finished match, before its first move.
func rewound(s *tui.Session, m data.Match) (matchmaking.Viewer, error) {
	board := s.NewBoard(m.Game)
	if board == nil {
		return nil, fmt.Errorf("%w: the game %q", data.ErrNotFound, m.Game)
	}
	replay, err := s.Services.Matches.Replay(m)
	if err != nil {
		return nil, err
	}
	return &reel{replay, board}, nil
}

// sideOf is where a player sat, and 0 if they did not.
func sideOf(m data.Match, p data.PlayerID) (side engine.Seat, own bool) {
	at := m.SeatOf(p)
	return max(0, at), at >= 0
}
