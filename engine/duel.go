package engine

import (
	"encoding/json"
	"time"
)

// Duel is the common state of games for two players who take turns. A position embeds it. It
// handles leaving such a game: by resigning, by the clock and by the server.
type Duel struct {
	Turn   Seat   // who is to move
	Reason string // why the game is over; "" while it runs
	Winner Seat   // once it is over; Spectator if nobody won alone
}

// The codes with which a Duel refuses moves.
const (
	NotYourTurn   = "NOT_YOUR_TURN"
	UnknownAction = "UNKNOWN_ACTION"
	GameOver      = "GAME_OVER"
)

// The reasons for which a Duel ends besides Aborted.
const (
	Resigned = "resigned"
	TimedOut = "timeout"
)

// Over reports whether the game is over.
func (d Duel) Over() bool { return d.Reason != "" }

// OnMove reports whether the game waits for a seat.
func (d Duel) OnMove(s Seat) bool { return !d.Over() && s == d.Turn }

// End ends the game. The winner is Spectator if both have won or nobody has.
func (d Duel) End(reason string, winner Seat) Duel { return Duel{d.Turn, reason, winner} }

// Plays implements State.
func (d Duel) Plays(s Seat) bool { return !d.Over() && (s == 0 || s == 1) }

// Ask implements State.Prompts: every move is a question of its own.
func (d Duel) Ask(question int, budget time.Duration) []Prompt {
	if d.Over() {
		return nil
	}
	return []Prompt{{Seat: d.Turn, Question: question, Budget: budget, Bank: true}}
}

// Expired implements State.Expire: the seat on move loses, but the game is void if it has not
// moved yet.
func (d Duel) Expired(s Seat, moved bool) []Move {
	switch {
	case !d.OnMove(s):
		return nil
	case moved:
		return []Move{{Seat: s, By: ByClock, Body: Timeout}}
	}
	return []Move{{Seat: Spectator, By: ByClock, Body: Abort}}
}

// Leave makes a move that is common to all games, given in canonical form; moved says whether
// the seat on move has moved yet. Other moves are left to the game, after a check that they
// come from the seat on move. code says why a move is refused.
func (d Duel) Leave(m Move, moved bool) (after Duel, left bool, code string) {
	seated, body := m.Seat == 0 || m.Seat == 1, string(m.Body)
	abort, resign, timeout := body == string(Abort), body == string(Resign), body == string(Timeout)
	switch {
	case d.Over():
		return d, false, GameOver
	case abort && (m.Seat != Spectator || m.By != ByServer && (m.By != ByClock || moved)),
		resign && m.By != ByPlayer, timeout && (m.By != ByClock || !moved),
		!abort && !resign && !timeout && m.By != ByPlayer && m.By != ByBot:
		return d, false, UnknownAction
	case abort:
		return d.End(Aborted, Spectator), true, ""
	case !seated, !resign && m.Seat != d.Turn:
		return d, false, NotYourTurn
	case resign:
		return d.End(Resigned, 1-m.Seat), true, ""
	case timeout:
		return d.End(TimedOut, 1-m.Seat), true, ""
	}
	return d, false, ""
}

// Outcome is the result of a finished game. Without a single winner both have won, unless it
// was aborted.
func (d Duel) Outcome(scores json.RawMessage) Result {
	r := Result{Reason: d.Reason, Winners: []Seat{}, Places: []int{1, 1}, Scores: scores}
	switch {
	case d.Winner != Spectator:
		r.Winners = append(r.Winners, d.Winner)
		r.Places[1-d.Winner] = 2
	case d.Reason != Aborted:
		r.Winners = append(r.Winners, 0, 1)
	}
	return r
}
