// Package wire plays with a program by JSON lines (protocol, section 4), one connection at a time.
package wire

import (
	"encoding/json"
	"errors"
	"time"

	"noir/data"
	"noir/data/record"
	"noir/engine"
	"noir/internal/quota"
	"noir/matchmaking"
)

// Protocol is the version of everything that programs rely on.
const Protocol = 1

// The messages to the client. Each knows its type.
type (
	hello struct {
		Type     string `json:"type"`
		Protocol int    `json:"protocol"`
		Player   player `json:"player"`
		Server   string `json:"server"`
	}
	player struct {
		Name  string `json:"name"`
		Guest bool   `json:"guest"`
	}
	queued struct {
		Type    string `json:"type"`
		Game    string `json:"game"`
		Rated   bool   `json:"rated"`
		Unrated string `json:"unrated,omitempty"` // why it is not rated, though a rated game was requested
		Event   int64  `json:"event,omitempty"`   // for which the ticket is
		Waiting int    `json:"waiting"`
		Code    string `json:"code,omitempty"`
		Public  bool   `json:"public,omitempty"`
		Seated  int    `json:"seated,omitempty"`
		Seats   int    `json:"seats,omitempty"`

		HeldMS int64 `json:"held_ms,omitempty"` // until the queue looks for a table

		Challenge string `json:"challenge,omitempty"` // pace day: the challenge that remains when the connection ends
	}
	start struct {
		Type    string       `json:"type"`
		Table   data.MatchID `json:"table"`
		Game    string       `json:"game"`
		Rated   bool         `json:"rated"`
		Unrated string       `json:"unrated,omitempty"` // as in queued
		Event   int64        `json:"event,omitempty"`   // for which the game counts
		From    *data.Origin `json:"from,omitempty"`    // of a game that goes on from another one
		Seat    *engine.Seat `json:"seat,omitempty"`
		Seats   []Seat       `json:"seats"`
		Commit  string       `json:"commit"`
		Clock   *clock       `json:"clock"` // null: no time limit
	}
	clock struct {
		MoveMS int64 `json:"move_ms"`
		BankMS int64 `json:"bank_ms"`
	}
	event struct {
		Type string `json:"type"`
		engine.Line
	}
	turn struct {
		Type       string            `json:"type"`
		Ply        int               `json:"ply"`
		Legal      []json.RawMessage `json:"legal"`
		View       json.RawMessage   `json:"view"`
		DeadlineMS *int64            `json:"deadline_ms,omitempty"`
	}
	passed struct {
		Type string `json:"type"`
		Ply  int    `json:"ply"`
	}
	hint struct {
		Type   string          `json:"type"`
		Ply    int             `json:"ply"` // of the turn that it is for
		Move   json.RawMessage `json:"move"`
		Chance float64         `json:"chance"` // to win with it, 0 to 1, by what the seat sees
	}
	refusal struct {
		Type    string `json:"type"`
		Code    string `json:"code"`
		Ply     *int   `json:"ply,omitempty"`
		Reason  string `json:"reason,omitempty"`
		Message string `json:"message"`
		RetryMS int64  `json:"retry_ms,omitempty"`
	}
	notice struct {
		Type    string       `json:"type"`
		Code    string       `json:"code"`
		Seat    *engine.Seat `json:"seat,omitempty"`
		Phrase  string       `json:"phrase,omitempty"` // with said, or
		Text    string       `json:"text,omitempty"`   // in the seat's own words
		Clock   *clock       `json:"clock,omitempty"`  // with slowed
		Message string       `json:"message"`
	}
	end struct {
		Type    string        `json:"type"`
		Result  engine.Result `json:"result"`
		Ratings []change      `json:"ratings"`
		Seed    string        `json:"seed"`
		ID      data.MatchID  `json:"id"`
	}
	change struct {
		Seat   engine.Seat   `json:"seat"`
		Before record.Points `json:"before"`
		After  record.Points `json:"after"`
	}
)

// Seat is who sits where, in `start` and `tables`.
type Seat struct {
	Name   string         `json:"name"`
	Rating *record.Points `json:"rating"`
	Kind   data.Kind      `json:"kind"`
}

// Seats returns the seats of a table as programs see them.
func Seats(seated []matchmaking.Seated) []Seat {
	seats := make([]Seat, len(seated))
	for i, s := range seated {
		seats[i] = Seat{Name: s.Name, Rating: (*record.Points)(s.Rating), Kind: s.Shown()}
	}
	return seats
}

func newQueued(asked matchmaking.Terms, w matchmaking.Waiting, now time.Time) queued {
	q := queued{Type: "queued", Game: asked.Game, Rated: asked.Rated, Event: asked.Tournament, Waiting: w.Waiting, Challenge: w.Challenge}
	if !w.Held.IsZero() {
		q.HeldMS = max(1, w.Held.Sub(now).Milliseconds())
	}
	if w.Code != "" { // at a private table the host's terms hold
		q.Rated, q.Code, q.Public, q.Seated, q.Seats = w.Rated, w.Code, w.Public, w.Seated, w.Seats
		q.Unrated = unrated(w.OneAddress)
	}
	return q
}

// unrated says why a game is casual though a rated one was requested.
func unrated(oneAddress bool) string {
	if oneAddress {
		return "one_address"
	}
	return ""
}

// news reports whether anything other than the elapsed time is new.
func (q queued) news(told queued) bool {
	if q.HeldMS > 0 && told.HeldMS > 0 {
		told.HeldMS = q.HeldMS
	}
	return q != told
}

func newStart(f matchmaking.Frame) start {
	s := start{
		Type: "start", Table: f.Match, Game: f.Game, Rated: f.Rated, Unrated: unrated(f.OneAddress), Event: f.Tournament,
		Seats: Seats(f.Seats), Commit: f.Commit,
		Clock: clockOf(f),
	}
	if f.Seat != engine.Spectator {
		s.Seat = &f.Seat
	}
	if f.Origin != (data.Origin{}) {
		s.From = &f.Origin
	}
	return s
}

// clockOf is the time that each player has; nil for no limit.
func clockOf(f matchmaking.Frame) *clock {
	if f.Clock.Move == 0 {
		return nil
	}
	return &clock{MoveMS: f.Clock.Move.Milliseconds(), BankMS: f.Clock.Bank.Milliseconds()}
}

func newTurn(f matchmaking.Frame, now time.Time) turn {
	t := turn{Type: "turn", Ply: f.Turn.Ply, Legal: f.Turn.Legal, View: f.View}
	if c := f.Clocks[f.Seat]; c.Running {
		move, bank := c.Left(now)
		left := (move + bank).Milliseconds()
		t.DeadlineMS = &left
	}
	return t
}

func newEnd(f matchmaking.Frame) end {
	e := end{Type: "end", Result: f.End.Result, Ratings: []change{}, Seed: f.End.Seed.String(), ID: f.Match}
	for _, c := range f.End.Changes {
		e.Ratings = append(e.Ratings, change{Seat: c.Seat, Before: record.Points(c.Before), After: record.Points(c.After)})
	}
	return e
}

// notices are the sentences for the codes.
var notices = map[string]string{
	"away":                 "the line to this seat is lost; its clock runs on its own turns",
	"back":                 "this seat is back",
	"lapsed":               "your time ran out: one more turn without a move and a house bot plays your seat",
	"substituted":          "a house bot plays this seat until its player is back",
	"said":                 "somebody said something",
	"hinted":               "this seat has asked the house for a hint",
	"rematch_offered":      "this seat offers another game: answer with rematch",
	"rematch_declined":     "there is no rematch",
	"slow_offered":         "this seat offers to go on at a day a move: answer with slow",
	"slowed":               "from now on this is a day game",
	"closed":               "the table is closed to watchers",
	"opened":               "the table is open to watchers",
	"event_over":           "the event is over",
	"draining":             "the server is going down; the game is kept and can be taken up again",
	"too_many_connections": "this seat is shown on as many connections as it may be",
	"too_many_errors":      "too many refused lines in a minute",
	"taken_in":             "you have been given a seat",
}

func newNotice(code string, seat engine.Seat, phrase string) notice {
	n := notice{Type: "notice", Code: code, Phrase: phrase, Message: notices[code]}
	if seat != engine.Spectator {
		n.Seat = &seat
	}
	return n
}

// newRefusal says why a line changed nothing. It is not expected for an error that is nobody's doing at the table.
func newRefusal(err error, next line) (r refusal, expected bool) {
	r = refusal{Type: "error", Ply: next.Ply, Message: err.Error()}
	var (
		illegal *engine.Illegal
		bad     *matchmaking.BadMove
		phrases *matchmaking.PhrasesOnly
		terms   *matchmaking.BadTerms
		limit   *quota.Refused
		shape   shapeError
	)
	switch {
	case errors.As(err, &bad):
		r.Code = "bad_move"
	case errors.As(err, &illegal):
		r.Code, r.Reason, r.Message = "illegal_move", illegal.Reason, illegal.Message
	case errors.Is(err, errBadJSON):
		r.Code = "bad_json"
	case errors.As(err, &shape), errors.Is(err, matchmaking.ErrNoPhrase), errors.Is(err, matchmaking.ErrNothing):
		r.Code = "bad_move"
	case errors.As(err, &phrases):
		r.Code = "phrases_only"
	case errors.As(err, &terms):
		r.Code = "not_allowed"
	case errors.As(err, &limit):
		r.Code, r.RetryMS = "rate_limited", limit.Retry.Milliseconds()
	case errors.Is(err, matchmaking.ErrTalkative):
		r.Code, r.RetryMS = "rate_limited", matchmaking.SayEvery.Milliseconds()
	case errors.Is(err, matchmaking.ErrRated), errors.Is(err, matchmaking.ErrNoHints),
		errors.Is(err, matchmaking.ErrHinting), errors.Is(err, matchmaking.ErrNoIdea):
		r.Code = "no_hint"
	case errors.Is(err, errTooLong):
		r.Code = "too_long"
	case errors.Is(err, matchmaking.ErrStale):
		r.Code = "stale_ply"
	case errors.Is(err, matchmaking.ErrNotYourTurn), errors.Is(err, matchmaking.ErrOver), errors.Is(err, matchmaking.ErrRunning),
		errors.Is(err, matchmaking.ErrWatching), errors.Is(err, errNoSeat):
		r.Code = "not_your_turn"
	case errors.Is(err, matchmaking.ErrDraining):
		r.Code = "unavailable"
	case errors.Is(err, data.ErrUnavailable) && next.Type == "move":
		r.Code, r.Message = "unavailable", "the move could not be stored, so it was not made; try it again"
	default:
		r.Code, r.Message = "unavailable", "that could not be done, and nothing has changed; try it again"
		return r, errors.Is(err, data.ErrUnavailable)
	}
	return r, true
}
