package matchmaking

import (
	"errors"

	"noir/internal/language"
)

// The errors of a broker and its chairs. Play may also return an *engine.Illegal, a *BadMove, or
// data.ErrUnavailable when the move could not be stored. After any of these nothing has changed.
// Only ctx's own error leaves it unknown: the caller did not wait for the answer.
var (
	ErrNoTable       = errors.New(language.Mark("there is no such table: choose one that is running"))
	ErrNoSeat        = errors.New(language.Mark("you have no seat at that table: watch it, or choose a game of yours"))
	ErrNoChallenge   = errors.New(language.Mark("that challenge is gone; look for another, or challenge somebody"))
	ErrClosed        = errors.New(language.Mark("that table is closed to watchers: watch another"))
	ErrNoCode        = errors.New(language.Mark("no private table has that code: check it, or ask for a new one"))
	ErrHostLeft      = errors.New(language.Mark("the host has left, and the private table is gone: open one, or look for another"))
	ErrNotReady      = errors.New(language.Mark("you did not answer in time; look for another table"))
	ErrParted        = errors.New(language.Mark("you and somebody at that table do not play with each other; look for another table"))
	ErrSeated        = errors.New(language.Mark("you have a game running: play it to its end, or resign"))
	ErrDraining      = errors.New(language.Mark("the server is going down; try again in a minute"))
	ErrTooManyChairs = errors.New(language.Mark("that seat is shown on too many connections: close one of them"))
	ErrNotYourTurn   = errors.New(language.Mark("it is not your turn; wait until it is"))
	ErrStale         = errors.New(language.Mark("the position has changed: look again, then play"))
	ErrOver          = errors.New(language.Mark("the game is over: look for another"))
	ErrRunning       = errors.New(language.Mark("the game is not over: try again when it is"))
	ErrWatching      = errors.New(language.Mark("you are only watching: look for a table of your own to play"))
	ErrNoPhrase      = errors.New(language.Mark("there is no such phrase: choose one of the list"))
	ErrNothing       = errors.New(language.Mark("that message is empty: write something"))
	ErrNoHints       = errors.New(language.Mark("in that game the house gives no hints: play what you think best"))
	ErrRated         = errors.New(language.Mark("in a rated game the house gives no hints: ask in a casual one"))
	ErrHinting       = errors.New(language.Mark("the house is thinking about a hint for you already: wait for it"))
	ErrNoIdea        = errors.New(language.Mark("the house has no idea; play what you like"))
	ErrTalkative     = errors.New(language.Mark("you have said enough for the moment; wait a few seconds"))
)

// BadMove is a move that does not exist in its game in any position.
type BadMove struct{ Cause error }

func (e *BadMove) Error() string { return e.Cause.Error() }

func (e *BadMove) Unwrap() error { return e.Cause }

// worded is an error whose text is for people.
type worded struct{ own error } // the same for its reader; see language.Sentence

func (e worded) Error() string { return e.own.Error() }

func (e worded) Unwrap() error { return e.own }

// BadTerms refuses a ticket, or another request to a broker. Its text is for people.
type BadTerms struct{ worded }

// BadTermsf returns a refusal whose sentence is translated for its reader.
func BadTermsf(text string, args ...any) *BadTerms {
	return BadTermsOf(language.Sentence(nil, text, args...))
}

// BadTermsOf turns an error whose text is for people into a refusal.
func BadTermsOf(cause error) *BadTerms { return &BadTerms{worded{cause}} }

// PhrasesOnly says why a player cannot write in their own words, and what to do about it. Its
// text is for people.
type PhrasesOnly struct{ worded }

// PhrasesOnlyf returns a PhrasesOnly whose sentence is translated for its reader.
func PhrasesOnlyf(text string, args ...any) *PhrasesOnly {
	return PhrasesOnlyOf(language.Sentence(nil, text, args...))
}

// PhrasesOnlyOf turns an error whose text is for people into a PhrasesOnly.
func PhrasesOnlyOf(cause error) *PhrasesOnly { return &PhrasesOnly{worded{cause}} }

// The errors of events.
var (
	ErrNoTournament   = errors.New(language.Mark("there is no such event; `event` lists them"))
	ErrTournamentOver = errors.New(language.Mark("the event is over"))
)

// ErrNoDay refuses a day game to a guest.
var ErrNoDay = BadTermsf("guests cannot play at a day a move: connect with a key")
