package puzzle

import (
	"context"
	"encoding/json"

	"noir/app/service"
	"noir/data"
	"noir/data/review"
	"noir/internal/language"
	"noir/matchmaking/replay"
	"noir/tui"
)

// task is a task for the visitor. Only the goroutine that fetches or answers uses it.
type task interface {
	// fetch returns the position. It blocks.
	fetch(s *tui.Session) (*replay.Exercise, error)
	// given returns the visitor's answer on an earlier visit.
	given() (a answer, ok bool)
	// answer judges a move. It blocks. *matchmaking.BadMove, *engine.Illegal.
	answer(ctx context.Context, move json.RawMessage) (answer, error)

	verdict(r *language.Reader, a answer, advise func(json.RawMessage) string) string
	name(r *language.Reader) string
	fetching(r *language.Reader) string
	call(r *language.Reader) string  // what to do
	fared(r *language.Reader) string // the visitor's results so far; "" for none
	missing(r *language.Reader) string
	again() bool // whether the visitor may try again
}

// answer is a move and, if it was weighed, its worth.
type answer struct {
	data.Weighed
	weighed bool
}

// daily is the puzzle of the day. Its first answer counts.
type daily struct {
	puzzle *replay.Daily
	tries  int // before this visit's answer
}

func (d *daily) fetch(s *tui.Session) (*replay.Exercise, error) {
	found, err := s.Services.Puzzles.Today(s.Context, s.Player, s.Now())
	if err != nil {
		return nil, err
	}
	d.puzzle, d.tries = found, found.Fared.Tries
	return found.Exercise, nil
}

func (d *daily) given() (answer, bool) {
	w, ok := d.puzzle.Answered()
	return answer{w, ok}, ok
}

func (d *daily) answer(ctx context.Context, move json.RawMessage) (answer, error) {
	w, err := d.puzzle.Answer(ctx, move)
	return answer{w, err == nil}, err
}

func (d *daily) verdict(r *language.Reader, a answer, advise func(json.RawMessage) string) string {
	return review.Answer(r, d.puzzle.Puzzle, a.Weighed, advise)
}

func (d *daily) name(r *language.Reader) string { return r.Words("today's puzzle") }

func (d *daily) fetching(r *language.Reader) string { return r.Words("Fetching the puzzle.") }

func (d *daily) call(r *language.Reader) string {
	if d.tries == 0 {
		return r.Words("A position of a real game: one move is far best. Find it. Your first answer counts.")
	}
	return r.Words("One move is far best. Find it.")
}

func (d *daily) fared(r *language.Reader) string {
	if d.puzzle == nil {
		return ""
	}
	return review.Fared(r, d.puzzle.Fared)
}

func (d *daily) missing(r *language.Reader) string {
	return r.Words("There is no puzzle today. Puzzles come from reviewed games.")
}

func (d *daily) again() bool { return false }

// retry is a decision of a finished game, to be made better.
type retry struct {
	match data.MatchID
	ply   int
	posed service.Retry
}

func (t *retry) fetch(s *tui.Session) (x *replay.Exercise, err error) {
	t.posed, err = s.Services.Matches.Retry(s.Context, t.match, t.ply, s.Player)
	return t.posed.Exercise, err
}

func (t *retry) given() (answer, bool) { return answer{}, false }

func (t *retry) answer(_ context.Context, move json.RawMessage) (answer, error) {
	w, weighed, err := t.posed.Judge(move)
	return answer{w, weighed}, err
}

func (t *retry) verdict(r *language.Reader, a answer, advise func(json.RawMessage) string) string {
	if !a.weighed {
		return review.Unweighed(r, t.posed.Puzzle, a.Move, advise)
	}
	return review.Retried(r, t.posed.Puzzle, t.posed.Made, a.Weighed, advise)
}

func (t *retry) name(r *language.Reader) string { return r.Words("move %d again", t.ply) }

func (t *retry) fetching(r *language.Reader) string {
	return r.Words("The house weighs the moves of that moment.")
}

func (t *retry) call(r *language.Reader) string {
	return r.Words("You gave something away here. Find a better move.")
}

func (t *retry) fared(*language.Reader) string { return "" }

func (t *retry) missing(r *language.Reader) string {
	return r.Words("There was no choice at that move.")
}

func (t *retry) again() bool { return true }
