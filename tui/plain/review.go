package plain

import (
	"sync/atomic"
	"time"

	"noir/data"
	"noir/data/review"
	"noir/engine"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/play"
)

// reviewPause is how often who waits for a review is told how far it is.
const reviewPause = 10 * time.Second

// review tells what decided a game that is over, decision by decision.
func (c *conversation) review(args []string) error {
	if len(args) != 1 {
		c.say("Type review and the ID of a game; games lists them.")
		return nil
	}
	m, err := c.session.Store.Match(c.ctx, data.MatchID(args[0]))
	if err != nil {
		c.say("%s", play.Sorry(c.session.Language, nil, err))
		return nil
	}
	r, made, err := c.awaitReview(m)
	if made {
		c.tellReview(m, r)
	}
	return err
}

// awaitReview has a match reviewed, and says how far that is and why there is no review.
// What is typed meanwhile is heard afterwards.
func (c *conversation) awaitReview(m data.Match) (r review.Review, made bool, err error) {
	over, progress := make(chan error, 1), new(atomic.Pointer[review.Progress])
	go func() {
		var err error
		r, err = c.session.Reviewer.Review(c.ctx, m, func(p review.Progress) { progress.Store(&p) })
		over <- err
	}()
	told := time.NewTicker(reviewPause)
	defer told.Stop()
	for {
		select {
		case err := <-over:
			if err != nil && c.ctx.Err() == nil {
				c.say("%s", play.SorryReview(c.session.Language, nil, err))
			}
			return r, err == nil, c.ctx.Err()
		case <-told.C:
			c.say("%s", play.Waiting(c.session.Language, progress.Load()))
		}
	}
}

// tellReview tells each decision, what would have been better, and how each has played.
func (c *conversation) tellReview(m data.Match, r review.Review) {
	board, f, better, err := c.reviewed(m, r)
	if err != nil {
		c.say("%s", play.SorryReview(c.session.Language, board, err))
		return
	}
	for _, d := range r.Decisions {
		c.say("%d: %s. %s", d.Ply, board.Tell(f.Log[d.Ply-1]), play.Verdict(c.session.Language, board, f, r, d, better[d.Ply]))
	}
	for s, seat := range f.Seats {
		sum := r.Sum(engine.Seat(s))
		c.say("%s: decisions %d, dubious %d, blunders %d.",
			seat.Name, sum.Decisions, sum.Marks[review.Dubious], sum.Marks[review.Blunder])
	}
	c.say("The first figure is by what the player could know. Dubious is %.0f in 100 given away, a blunder %.0f.",
		100*review.DubiousLoss, 100*review.BlunderLoss)
}

// reviewed has a board show the end of a match, and finds what would have been better in
// it, by ply.
func (c *conversation) reviewed(m data.Match, r review.Review) (tui.Board, matchmaking.Frame, map[int]engine.Line, error) {
	board := c.session.NewBoard(m.Game)
	g, ok := engine.Named(c.session.Games, m.Game)
	if !ok || board == nil {
		return board, matchmaking.Frame{}, nil, review.ErrNoCritic
	}
	replay, err := matchmaking.NewReplay(g, m)
	if err != nil {
		return board, matchmaking.Frame{}, nil, err
	}
	better, err := review.Better(g, m, r)
	if err != nil {
		return board, matchmaking.Frame{}, nil, err
	}
	f, err := replay.Last()
	if err != nil {
		return board, matchmaking.Frame{}, nil, err
	}
	return board, f, better, board.Show(f)
}
