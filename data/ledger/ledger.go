// Package ledger computes what changes with an opening, an end, a void, a merge of two players, a
// season's end and a tournament's end. Its functions are pure: a store reads what one needs, calls
// it, and writes what it returns, all in one transaction.
package ledger

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"noir/data"
	"noir/engine"
)

// PairWindow is how far back the games of a pair count for the Weight of their next one (protocol,
// section 6).
const PairWindow = 24 * time.Hour

// Outcome is how a match ended for a seat.
type Outcome int

// The outcomes. Stores keep these numbers.
const (
	Lost  Outcome = 0
	Drawn Outcome = 1 // won together with others
	Won   Outcome = 2 // the only winner
)

// OutcomeOf returns a seat's outcome, given all winners.
func OutcomeOf(seat engine.Seat, winners []engine.Seat) Outcome {
	switch {
	case !slices.Contains(winners, seat):
		return Lost
	case len(winners) > 1:
		return Drawn
	}
	return Won
}

// count adds n games of this outcome to a rating.
func (o Outcome) count(r *data.Rating, n int) {
	r.Games += n
	switch o {
	case Won:
		r.Wins += n
	case Drawn:
		r.Draws += n
	default:
		r.Losses += n
	}
}

// Posting is what one match does to one account: a game, or the same game taken back.
type Posting struct {
	Seat    engine.Seat
	Player  data.PlayerID
	Change  float64 // of the rating
	Outcome Outcome
	Ended   time.Time // when the game was over
	Voided  time.Time // when it was voided; zero for the game itself
}

// At is when the posting takes effect.
func (p Posting) At() time.Time {
	if p.Void() {
		return p.Voided
	}
	return p.Ended
}

// Void reports whether the posting takes a game back.
func (p Posting) Void() bool { return !p.Voided.IsZero() }

// Plan is what an end or a void changes.
type Plan struct {
	Match    data.Match // its new state
	Postings []Posting  // for Account.Post, by seat
}

// Changes lists the rating changes that the plan makes or takes back.
func (p Plan) Changes() (changes []data.Change) {
	for _, posting := range p.Postings {
		changes = append(changes, change(p.Match, posting.Seat))
	}
	return changes
}

// Openable says why a match cannot be opened: a rated one needs players in at least two seats and
// no origin, a log needs an origin, and no player may have two seats.
func Openable(m data.Match) error {
	switch {
	case m.Rated && len(m.Seats) < 2:
		return errors.New("a rated match needs two players")
	case m.Rated && m.Origin != data.Origin{}:
		return errors.New("a match that goes on from another one is not rated")
	case len(m.Moves) != m.Origin.Plies:
		return fmt.Errorf("a match that goes on after %d plies has a log of %d", m.Origin.Plies, len(m.Moves))
	}
	for i, seat := range m.Seats {
		switch {
		case m.Rated && seat.Player <= 0:
			return fmt.Errorf("a rated match needs a player on every seat, seat %d has none", i)
		case seat.Player > 0 && slices.ContainsFunc(m.Seats[:i], func(other data.Seat) bool { return other.Player == seat.Player }):
			return fmt.Errorf("player %d sits on two seats", seat.Player)
		}
	}
	return nil
}

// Open returns the match as it is stored when it opens, with what its rating changes will be
// computed from if it is rated. ratings are those of the players, by seat; met is how many rated
// games of the kind the most frequent pair at the table has finished within PairWindow.
func Open(m data.Match, ratings []data.Rating, met int) data.Match {
	m.Rule = data.NewestRule
	if m.Clock == "" {
		m.Clock = data.Usual
	}
	m.Passing = passing(m)
	m.Seats = slices.Clone(m.Seats)
	for i := range m.Seats {
		seat := &m.Seats[i]
		seat.Before, seat.After, seat.Games, seat.PairGames = nil, nil, 0, 0
		if m.Rated {
			seat.Before, seat.Games, seat.PairGames = &ratings[i].Value, ratings[i].Games, met
		}
	}
	return m
}

// passing reports whether a match is deleted after a while: a casual one with a single person.
func passing(m data.Match) bool {
	people := 0
	for _, seat := range m.Seats {
		if seat.Kind != data.Bot {
			people++
		}
	}
	return !m.Rated && m.Tournament == 0 && people < 2
}

// End plans the end of a running match. A time before the start counts as the start. An aborted
// match changes no rating.
func End(m data.Match, at time.Time, r engine.Result) (Plan, error) {
	m.Ended, m.Result = at, &r
	if m.Ended.Before(m.Started) {
		m.Ended = m.Started
	}
	if r.Reason == engine.Aborted {
		return Plan{Match: m}, nil
	}
	if len(r.Places) != len(m.Seats) {
		return Plan{}, fmt.Errorf("a result of %d places for %d seats", len(r.Places), len(m.Seats))
	}
	if m.Rated {
		m.Seats = slices.Clone(m.Seats)
		for i, after := range Elo(m.Rule, m.Seats, r) {
			m.Seats[i].After = &after
		}
	}
	return Plan{m, Postings(m)}, nil
}

// Void plans to void a rated match that is over. A time before its end counts as its end.
// data.ErrRunning, data.ErrVoided, data.ErrNotRated.
func Void(m data.Match, at time.Time) (Plan, error) {
	switch {
	case m.Ended.IsZero():
		return Plan{}, data.ErrRunning
	case !m.Voided.IsZero():
		return Plan{}, data.ErrVoided
	case len(Changes(m)) == 0:
		return Plan{}, data.ErrNotRated
	}
	if at.Before(m.Ended) {
		at = m.Ended
	}
	undo := Postings(m)
	for i := range undo {
		undo[i].Change, undo[i].Voided = -undo[i].Change, at
	}
	m.Voided = at
	return Plan{m, undo}, nil
}

// Postings returns the changes of a finished match to the accounts of players, by seat. It leaves
// out seats that changed no rating, whose player is deleted, or whose game was merged in
// (data.Seat.Apart).
func Postings(m data.Match) (made []Posting) {
	if m.Ended.IsZero() || !m.Voided.IsZero() {
		return nil
	}
	for i, seat := range m.Seats {
		if seat.After == nil || seat.Player == 0 || seat.Apart {
			continue
		}
		made = append(made, Posting{
			Seat: engine.Seat(i), Player: seat.Player, Change: *seat.After - *seat.Before,
			Outcome: OutcomeOf(engine.Seat(i), m.Result.Winners), Ended: m.Ended,
		})
	}
	return made
}

// Changes lists the rating changes of a match that is over, whichever players have the accounts now.
func Changes(m data.Match) (changes []data.Change) {
	for i, seat := range m.Seats {
		if seat.After != nil {
			changes = append(changes, change(m, engine.Seat(i)))
		}
	}
	return changes
}

func change(m data.Match, i engine.Seat) data.Change {
	seat := m.Seats[i]
	return data.Change{Seat: i, Player: seat.Player, Before: *seat.Before, After: *seat.After}
}
