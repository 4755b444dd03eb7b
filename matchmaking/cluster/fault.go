package cluster

import (
	"errors"
	"fmt"
	"time"

	"noir/data"
	"noir/engine"
	"noir/internal/language"
	"noir/internal/quota"
	"noir/matchmaking"
)

// fault is an error on its way to another node. A reader is told it there in their language.
type fault struct {
	Code string
	Text string `json:",omitempty"` // of a sentence, with its verbs
	Args []arg  `json:",omitempty"`

	Reason string        `json:",omitempty"` // of an illegal move
	Good   quota.Good    `json:",omitempty"` // of what was refused
	Retry  time.Duration `json:",omitempty"`
}

// arg is an argument of a sentence: a number, or a text.
type arg struct {
	N *int64 `json:",omitempty"`
	S string `json:",omitempty"`
}

func argOf(a any) arg {
	switch n := a.(type) {
	case int:
		wide := int64(n)
		return arg{N: &wide}
	case int64:
		return arg{N: &n}
	}
	return arg{S: fmt.Sprint(a)}
}

// sentence returns the sentence that a fault carries.
func (f *fault) sentence() error {
	args := make([]any, len(f.Args))
	for i, a := range f.Args {
		if args[i] = a.S; a.N != nil {
			args[i] = *a.N
		}
	}
	return language.Sentence(nil, f.Text, args...)
}

// named are the errors that keep their identity, by their codes.
var named = map[string]error{
	"no_table": matchmaking.ErrNoTable, "no_seat": matchmaking.ErrNoSeat, "no_challenge": matchmaking.ErrNoChallenge, "closed": matchmaking.ErrClosed,
	"no_code": matchmaking.ErrNoCode, "host_left": matchmaking.ErrHostLeft, "not_ready": matchmaking.ErrNotReady, "parted": matchmaking.ErrParted,
	"seated": matchmaking.ErrSeated, "draining": matchmaking.ErrDraining, "chairs": matchmaking.ErrTooManyChairs, "turn": matchmaking.ErrNotYourTurn,
	"stale": matchmaking.ErrStale, "over": matchmaking.ErrOver, "running": matchmaking.ErrRunning, "watching": matchmaking.ErrWatching,
	"no_phrase": matchmaking.ErrNoPhrase, "nothing": matchmaking.ErrNothing, "no_hints": matchmaking.ErrNoHints, "rated": matchmaking.ErrRated,
	"hinting": matchmaking.ErrHinting, "no_idea": matchmaking.ErrNoIdea, "talkative": matchmaking.ErrTalkative,
	"no_tournament": matchmaking.ErrNoTournament, "tournament_over": matchmaking.ErrTournamentOver,
	"not_found": data.ErrNotFound, "fenced": data.ErrFenced, "unavailable": data.ErrUnavailable, "reported": data.ErrReported, "too_many": data.ErrTooMany,
	"not_mine": errNotMine, "busy": errBusy, "too_long": errTooLong, "unknown_verb": errUnknownVerb,
}

// precedence decides between several codes of one error: a fenced, busy or too long one, or one of an unknown verb, is unavailable too.
var precedence = []string{"not_mine", "fenced", "busy", "too_long", "unknown_verb"}

// faultOf returns an error as it goes to another node; nil for nil.
func faultOf(err error) *fault {
	if err == nil {
		return nil
	}
	f := &fault{Code: "other", Text: "%s", Args: []arg{{S: err.Error()}}}
	if text, args, said := language.Parts(err); said {
		f.Text, f.Args = text, nil
		for _, a := range args {
			f.Args = append(f.Args, argOf(a))
		}
	}
	if terms := (*matchmaking.BadTerms)(nil); errors.As(err, &terms) {
		f.Code = "terms"
		return f
	}
	if phrases := (*matchmaking.PhrasesOnly)(nil); errors.As(err, &phrases) {
		f.Code = "phrases"
		return f
	}
	if illegal := (*engine.Illegal)(nil); errors.As(err, &illegal) {
		return &fault{Code: "illegal", Reason: illegal.Reason, Text: illegal.Message}
	}
	if bad := (*matchmaking.BadMove)(nil); errors.As(err, &bad) {
		return &fault{Code: "bad_move", Text: bad.Error()}
	}
	if refused := (*quota.Refused)(nil); errors.As(err, &refused) {
		f.Code, f.Good, f.Retry = "refused", refused.Good, refused.Retry
		return f
	}
	for _, code := range precedence {
		if errors.Is(err, named[code]) {
			return &fault{Code: code}
		}
	}
	for code, known := range named {
		if errors.Is(err, known) {
			return &fault{Code: code}
		}
	}
	return f
}

// err returns the error that a fault stands for; nil for nil.
func (f *fault) err() error {
	if f == nil {
		return nil
	}
	if known := named[f.Code]; known != nil {
		if known == data.ErrFenced {
			return data.Unavailable(known)
		}
		return known
	}
	switch f.Code {
	case "terms":
		return matchmaking.BadTermsOf(f.sentence())
	case "phrases":
		return matchmaking.PhrasesOnlyOf(f.sentence())
	case "illegal":
		return &engine.Illegal{Reason: f.Reason, Message: f.Text}
	case "bad_move":
		return &matchmaking.BadMove{Cause: errors.New(f.Text)}
	case "refused":
		return quota.NewRefused(f.Good, f.Retry, f.sentence())
	}
	return f.sentence()
}
