package replay

import (
	"slices"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// Fork is a position of a finished match from which a player may go on against the house. Hidden
// cards and future chance are those of the match: they follow from its seed, which is public by
// then. It never changes.
type Fork struct {
	match data.Match // the match with only the entries before the position
	state engine.State
}

// NewFork returns the position of a finished match after a number of plies. Answers that were kept
// back there are not given yet. ErrRunning, *BadTerms where the game cannot go on.
func NewFork(g engine.Game, m data.Match, plies int) (Fork, error) {
	if m.Result == nil {
		return Fork{}, matchmaking.ErrRunning
	}
	if plies < 0 || plies > len(m.Moves) {
		return Fork{}, matchmaking.BadTermsf("that game has the moves 0 to %d", len(m.Moves))
	}
	w, err := newWalk(g, m, engine.Spectator)
	if err != nil {
		return Fork{}, err
	}
	return w.fork(plies)
}

// fork returns the fork after a number of moves, which must exist.
func (w *walk) fork(moves int) (Fork, error) {
	if _, err := w.to(moves); err != nil {
		return Fork{}, err
	}
	for w.plies < w.moves { // an answer that is kept back has no ply
		if _, err := w.to(w.plies); err != nil {
			return Fork{}, err
		}
	}
	if _, over := w.state.Result(); over {
		return Fork{}, matchmaking.BadTermsf("the game is over there: choose an earlier move")
	}
	m := w.match
	m.Moves = m.Moves[:w.moves:w.moves]
	return Fork{match: m, state: w.state}, nil
}

// Origin says where it is.
func (f Fork) Origin() data.Origin {
	return data.Origin{Match: f.match.ID, Plies: len(f.match.Moves)}
}

// Seats are those still in the game, in order.
func (f Fork) Seats() (in []engine.Seat) {
	for i := range f.match.Seats {
		if s := engine.Seat(i); f.state.Plays(s) {
			in = append(in, s)
		}
	}
	return in
}

// Seat is the player's default seat: their own in the match, otherwise the one to move.
func (f Fork) Seat(p data.PlayerID) engine.Seat {
	for i, s := range f.match.Seats {
		if s.Player == p && f.state.Plays(engine.Seat(i)) {
			return engine.Seat(i)
		}
	}
	return f.state.Prompts()[0].Seat
}

// Take returns the seat that a player takes: the one they ask for, or Seat for nil. *BadTerms.
func (f Fork) Take(p data.PlayerID, wish *engine.Seat) (engine.Seat, error) {
	switch {
	case wish == nil:
		return f.Seat(p), nil
	case !slices.Contains(f.Seats(), *wish):
		return 0, matchmaking.BadTermsf("nobody plays on that seat at that move: choose another seat or move")
	}
	return *wish, nil
}

// Terms are the terms of the game that goes on.
func (f Fork) Terms() matchmaking.Terms {
	return matchmaking.Terms{Game: f.match.Game, Seats: len(f.match.Seats), Options: f.match.Options}
}

// Begin makes a match begin at the fork. The entries that it takes over get its starting time.
func (f Fork) Begin(m *data.Match) {
	m.Seed, m.Options, m.Origin = f.match.Seed, f.match.Options, f.Origin()
	m.Moves = slices.Clone(f.match.Moves)
	for i := range m.Moves {
		m.Moves[i].AtMS = 0
	}
}
