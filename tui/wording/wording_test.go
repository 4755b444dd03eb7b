package wording_test

import (
	"errors"
	"fmt"
	"testing"

	"noir/data"
	"noir/engine"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/districtnoir"
	"noir/tui/wording"
)

func TestErrorsAreSentences(t *testing.T) {
	t.Parallel()
	cause := errors.New("disk I/O error (10)")
	for _, c := range []struct {
		err  error
		want string
	}{
		{&engine.Illegal{Reason: "SOMETHING_NEWER", Message: "The row is empty."}, "The row is empty."},
		{matchmaking.BadTermsf("There is no such level."), "There is no such level."},
		{fmt.Errorf("%w: %w", data.ErrUnavailable, cause), "That could not be saved just now. Nothing has changed: try again."},
		{matchmaking.ErrStale, "The table has changed. Look again, then play."},
		{fmt.Errorf("play: %w", matchmaking.ErrNotYourTurn), "It is not your turn; wait until it is."},
		{fmt.Errorf("match: %w", data.ErrNotFound), "There is no such game: choose another."},
		{fmt.Errorf("m17: %w", matchmaking.ErrRunning), "The game is not over: try again when it is."},
		{cause, "That did not work. Nothing has changed: try again."},
	} {
		if got := wording.Sorry(nil, districtnoir.New(nil), c.err); got != c.want {
			t.Errorf("%v is told as %q, want %q", c.err, got, c.want)
		}
	}
}

// TestTurkishSentencesBeginWithADottedCapital: a small i has one there.
func TestTurkishSentencesBeginWithADottedCapital(t *testing.T) {
	t.Parallel()
	library, err := language.Open()
	if err != nil {
		t.Fatal(err)
	}
	got := wording.Sorry(library.Reader("tr", nil), nil, matchmaking.ErrWatching)
	if want := "İzliyorsun; oynamak için kendine masa ara."; got != want {
		t.Errorf("a watcher is told %q, want %q", got, want)
	}
}

func TestEveryPhraseHasWords(t *testing.T) {
	t.Parallel()
	for _, code := range matchmaking.Phrases {
		if wording.Phrase(nil, code) == "" {
			t.Errorf("%q has no words", code)
		}
	}
}

func TestNotices(t *testing.T) {
	t.Parallel()
	f := matchmaking.Frame{Seat: 0, Seats: []matchmaking.Seated{{Name: "marlowe"}, {Name: "spade"}}}
	for note, want := range map[matchmaking.Note]string{
		{Code: "away", Seat: 1}:                           "spade has lost the connection; the clock keeps running.",
		{Code: "away", Seat: 0}:                           "",
		{Code: "back", Seat: 1}:                           "spade is back.",
		{Code: "said", Seat: 0, Phrase: "oops"}:           "You say: Oops.",
		{Code: "said", Seat: 1, Phrase: "oops"}:           "spade says: Oops.",
		{Code: "said", Seat: 1, Text: "oh no"}:            "spade says: oh no",
		{Code: "rematch_declined", Seat: 1}:               "There will be no rematch.",
		{Code: "draining", Seat: engine.Spectator}:        "The server will restart soon. Your game is kept.",
		{Code: "something_newer", Seat: engine.Spectator}: "",
		{Code: "substituted", Seat: 1}:                    "The house is playing for spade for now.",
		{Code: "rematch_offered", Seat: 1}:                "spade offers a rematch.",
		{Code: "slow_offered", Seat: 1}:                   "spade offers to go on at a day a move.",
		{Code: "slow_offered", Seat: 0}:                   "You offer to go on at a day a move: the others have to agree.",
	} {
		if got := wording.Notice(nil, f, note); got != want {
			t.Errorf("%+v is told as %q, want %q", note, got, want)
		}
	}
	f.Pace = data.Day
	if got := wording.Notice(nil, f, matchmaking.Note{Code: "away", Seat: 1}); got != "" {
		t.Errorf("in a day game, in which nobody has to be there, it is told %q", got)
	}
}

// TestLink: of a game that has a page. At a private table it has none.
func TestLink(t *testing.T) {
	t.Parallel()
	end := matchmaking.Frame{Match: "er1ky2zcwm25", End: &matchmaking.End{}}
	for _, hidden := range []func(f *matchmaking.Frame){
		func(f *matchmaking.Frame) { f.End = nil },
		func(f *matchmaking.Frame) { f.Private = true },
		func(f *matchmaking.Frame) { f.NoSpectators = true },
	} {
		f, session := end, &tui.Session{Web: "https://noir.example.com"}
		if got := wording.Link(session, f); got != "https://noir.example.com/game/er1ky2zcwm25" {
			t.Errorf("the link is %q", got)
		}
		if hidden(&f); wording.Link(session, f) != "" {
			t.Errorf("a game without a page has a link: %+v", f)
		}
	}
	if got := wording.Link(new(tui.Session), end); got != "" {
		t.Errorf("a server without pages gives %q", got)
	}
}
