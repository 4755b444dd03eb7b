package play

import (
	"slices"
	"strings"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/app/service"
	"noir/data"
	"noir/data/review"
	"noir/engine"
	"noir/internal/language"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/wording"
)

// appraisal is the review of a replayed game, below the board.
type appraisal struct {
	*sight
	on       bool
	asked    bool
	progress *atomic.Pointer[review.Progress] // nil: not requested
	made     *reviewed                        // nil: not there yet
	err      error                            // why the review cannot be made
	retried  []int                            // plies of the viewer's own mistakes that they have tried to better
}

// The messages of a review.
type (
	// reviewed brings the review, or why it cannot be made.
	reviewed struct {
		review  review.Review
		better  map[int]string // advice in place of the moves that were not good, by ply
		winners []engine.Seat
		err     error
	}
	// awaited updates the review's progress.
	awaited struct{}
)

// awaitEvery is how often a review's progress is updated.
const awaitEvery = time.Second

// flip shows the review or hides it. It requests the review the first time, and again after a
// failure.
func (a *appraisal) flip() tea.Cmd {
	a.on = !a.on
	if !a.on || a.asked && a.err == nil {
		return nil
	}
	*a = appraisal{sight: a.sight, retried: a.retried, on: true, asked: true, progress: new(atomic.Pointer[review.Progress])}
	s, id, progress := a.session, a.match, a.progress
	ask := func() tea.Msg { return askReview(s, id, func(p review.Progress) { progress.Store(&p) }) }
	return tea.Batch(ask, tui.After(awaitEvery, awaited{}))
}

// askReview blocks until the review is there.
func askReview(s *tui.Session, id data.MatchID, told func(review.Progress)) reviewed {
	r, err := s.Services.Matches.Review(s.Context, id, told)
	if err != nil {
		return reviewed{err: err}
	}
	better, err := advise(s, r)
	return reviewed{r.Review, better, r.Match.Result.Winners, err}
}

// advise words the best moves as advice to players who made other moves, by ply.
func advise(s *tui.Session, r service.Reviewed) (map[int]string, error) {
	replay, err := s.Services.Matches.Replay(r.Match)
	if err != nil {
		return nil, err
	}
	board, better := s.ScreenBoard(r.Match.Game), map[int]string{}
	for _, d := range r.Decisions {
		best, ok := r.Better[d.Ply]
		if !ok || d.Mark == review.Good || board == nil {
			continue
		}
		f, err := replay.Public(d.Ply - 1)
		if f.Seat = d.Seat; err == nil {
			err = board.Show(tui.Introduce(f))
		}
		if err != nil {
			return nil, err
		}
		better[d.Ply] = board.Advise(best.Move)
	}
	return better, nil
}

// await updates the review's progress until it is there.
func (a *appraisal) await() tea.Cmd {
	if a.made != nil || a.err != nil {
		return nil
	}
	return tui.After(awaitEvery, awaited{})
}

// take stores a review.
func (a *appraisal) take(r reviewed) {
	if a.err = r.err; r.err == nil {
		a.made = &r
	}
}

// decision returns the judgement of a ply.
func (r *reviewed) decision(ply int) (d review.Decision, ok bool) {
	i := slices.IndexFunc(r.review.Decisions, func(d review.Decision) bool { return d.Ply == ply })
	if i < 0 {
		return d, false
	}
	return r.review.Decisions[i], true
}

// fault returns the next ply after a moment that was not good, or the previous one, or the moment
// itself if no ply qualifies. shown is false while no review is shown.
func (a *appraisal) fault(at int, next bool) (to int, shown bool) {
	if !a.on || a.made == nil {
		return at, false
	}
	to = at
	for _, d := range a.made.review.Decisions {
		switch {
		case d.Mark == review.Good:
		case next && d.Ply > at:
			return d.Ply, true
		case !next && d.Ply < at:
			to = d.Ply
		}
	}
	return to, true
}

// mistake returns the ply of the shown move if the viewer made it and it was not good.
func (a *appraisal) mistake(at int) (ply int, ok bool) {
	if !a.on || a.made == nil || !a.own {
		return 0, false
	}
	d, judged := a.made.decision(at)
	return d.Ply, judged && d.Seat == a.side && d.Mark != review.Good
}

// retry leads to a mistake as an exercise. From then on the review says what was better.
func (a *appraisal) retry(ply int) tea.Cmd {
	if !slices.Contains(a.retried, ply) {
		a.retried = append(a.retried, ply)
	}
	return tui.Ask(tui.Push{Screen: a.session.Routes.Retry(a.session, a.match, ply)})
}

// The least height of the curve, the greatest of the text below it, and the lines from which on the
// curve gets a third of the others.
const (
	leastCurve    = 3
	judgmentLines = 3
	enoughBoard   = 12
)

// draw returns at most h lines of w cells, in a window of all lines: the chances of the viewer's
// side as a curve, with the shown moment, and what the move before it was worth.
func (a *appraisal) draw(th *tui.Theme, w, h, all, at, last int) []string {
	if !a.on || h < 1 {
		return nil
	}
	var lines []string
	values := a.chances(last)
	if h > leastCurve+1 && len(values) > 1 {
		odds := kit.Odds{Values: values, Flags: a.flags(th), Turning: a.turning()}
		chance, who := review.Percent(th.Reader, values[at]/100), wording.Name(th.Reader, a.frame, a.side)
		height := min(h-judgmentLines-1, (all-enoughBoard)/3)
		words := []string{th.Words("%s for %s, between equals", chance, who), who + " " + chance}
		if rated, ok := a.rated(th.Reader, at); ok {
			words = slices.Insert(words, 0, words[0]+"; "+rated)
		}
		lines = append(odds.Draw(th, w, max(leastCurve, height)), odds.Point(th, at, w, words...))
	}
	text := fitting(a.judgment(at), w-2, judgmentLines)
	for _, line := range kit.Shorten(th.Sign(text), w-2, min(judgmentLines, h-len(lines)), th.Glyphs.More) {
		lines = append(lines, th.Text.Render(" "+line))
	}
	return lines
}

// rated words the chance of the viewer's side by the ratings of the two, if both have one.
func (a *appraisal) rated(r *language.Reader, at int) (text string, ok bool) {
	chance := a.made.review.Rated(a.side, at)
	if chance == nil || len(a.frame.Seats) != 2 {
		return "", false
	}
	own, rival := a.frame.Seats[a.side].Rating, a.frame.Seats[1-a.side].Rating
	if own == nil || rival == nil {
		return "", false
	}
	return r.Words("%s at %.0f to %.0f", review.Percent(r, *chance), *own, *rival), true
}

// fitting joins as many of the sentences as h lines of w cells hold, but at least the first.
func fitting(sentences []string, w, h int) string {
	for len(sentences) > 1 && len(kit.Wrap(strings.Join(sentences, " "), w)) > h {
		sentences = sentences[:len(sentences)-1]
	}
	return strings.Join(sentences, " ")
}

// The signs of moves that were not good.
const (
	dubiousSign = "?"
	blunderSign = "×"
)

// flags mark the moves that were not good, the others' in their colour.
func (a *appraisal) flags(th *tui.Theme) (flags []kit.Flag) {
	for _, d := range a.made.review.Decisions {
		flag := kit.Flag{At: d.Ply, Sign: dubiousSign, Style: th.Danger}
		switch d.Mark {
		case review.Good:
			continue
		case review.Blunder:
			flag.Sign = th.Sign(blunderSign)
		}
		if d.Seat != a.side {
			flag.Style = th.Cold
		}
		flags = append(flags, flag)
	}
	return flags
}

// turning is the ply of the turning point; 0 without one.
func (a *appraisal) turning() int {
	if t := a.made.review.Turning; t != nil {
		return *t
	}
	return 0
}

// chances are the percentage chances of the viewer's side (review.Review.Chances); none without a
// review.
func (a *appraisal) chances(last int) []float64 {
	if a.made == nil {
		return nil
	}
	values := a.made.review.Chances(a.side, a.made.winners, last)
	for i := range values {
		values[i] *= 100
	}
	return values
}

// judgment says what the newest move was worth, or the review's progress: sentences, the most
// important first.
func (a *appraisal) judgment(at int) []string {
	s := a.session
	switch {
	case a.err != nil:
		return []string{wording.Sorry(s.Language, a.board, a.err)}
	case a.made == nil:
		return []string{waiting(s.Language, a.progress.Load())}
	}
	d, judged := a.made.decision(at)
	switch {
	case at == 0:
		return []string{s.Words("Chances to win between equals, by what the player knew. %s gave away %s, %s %s or more: ] and [ find them.",
			dubiousSign, review.Percent(s.Language, review.DubiousLoss), blunderSign, review.Percent(s.Language, review.BlunderLoss))}
	case !judged:
		return []string{s.Words("Move %d was forced.", at)}
	}
	return a.verdict(s.Language, d)
}

// verdict says what a decision was worth, and what was better, unless the viewer may find that out
// themselves.
func (a *appraisal) verdict(r *language.Reader, d review.Decision) []string {
	texts := []string{r.Words("%s: %s, win chance %s.", wording.Name(r, a.frame, d.Seat), d.Mark.Say(r), change(r, d.Known))}
	if a.turning() == d.Ply {
		texts = slices.Insert(texts, 0, r.Words("The turning point."))
	}
	better := a.made.better[d.Ply]
	_, own := a.mistake(d.Ply)
	switch {
	case own && !slices.Contains(a.retried, d.Ply):
		texts = append(texts, r.Words("Press f to find a better move."))
	case d.Mark != review.Good && better != "":
		texts = append(texts, r.Words("Better: %s.", better))
	}
	return append(texts, r.Words("(All cards open: %s.)", change(r, d.Open)))
}

// change words how a move changed the chance.
func change(r *language.Reader, e review.Estimate) string {
	return review.Percent(r, e.Chance) + " → " + review.Percent(r, e.Chance-e.Loss)
}

// waiting words a review's progress; nil means unknown.
func waiting(r *language.Reader, p *review.Progress) string {
	switch {
	case p == nil:
		return r.Words("The house is looking at the game.")
	case p.Before > 0:
		return r.Words("The house is looking at other games first: %d.", p.Before)
	}
	return r.Words("The house has looked at %d of %d moves.", p.Done, p.Of)
}
