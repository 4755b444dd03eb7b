package districtnoir

import (
	"noir/engine"
	rules "noir/engine/districtnoir"
)

// ending tells how the game ended.
type ending struct{ speech }

// result says how the game ended.
func (b ending) result() string {
	r := b.Frame.End.Result
	switch {
	case r.Reason == engine.Aborted:
		return b.Words("The game was called off. It counts for nothing.")
	case r.Reason == rules.Shared || len(r.Winners) != 1:
		return b.Words("Everything is equal: a shared victory.")
	case b.own(r.Winners[0]):
		return b.victory(r)
	case b.own(1 - r.Winners[0]):
		return b.defeat(r)
	}
	return b.outcome(r)
}

// winners is result without what decided it.
func (b ending) winners() string {
	r := b.Frame.End.Result
	switch {
	case r.Reason == engine.Aborted:
		return b.Words("The game was called off.")
	case len(r.Winners) != 1:
		return b.Words("A shared victory.")
	case b.own(r.Winners[0]):
		return b.Words("You win.")
	}
	return b.Words("%s wins.", b.name(r.Winners[0]))
}

// victory says how the viewer won.
func (b ending) victory(r engine.Result) string {
	winner, loser := r.Winners[0], 1-r.Winners[0]
	score := b.view.Scores()
	switch r.Reason {
	case rules.City:
		return b.Words("You win: all three cities.")
	case rules.Resigned:
		return b.Words("You win: %s resigned.", b.name(loser))
	case rules.TimedOut:
		return b.Words("You win: %s ran out of time.", b.name(loser))
	case rules.TieBreak:
		return b.Words("You win: %d all, and more %s.", score[winner].Total, b.tieThing(b.view.TieBreak()))
	}
	return b.Words("You win, %d to %d.", score[winner].Total, score[loser].Total)
}

// defeat says how the viewer lost.
func (b ending) defeat(r engine.Result) string {
	switch winner := b.name(r.Winners[0]); r.Reason {
	case rules.Resigned:
		return b.Words("%s wins: you resigned.", winner)
	case rules.TimedOut:
		return b.Words("%s wins: you ran out of time.", winner)
	}
	return b.outcome(r)
}

// outcome says how another player won.
func (b ending) outcome(r engine.Result) string {
	winner, loser := r.Winners[0], 1-r.Winners[0]
	score := b.view.Scores()
	switch r.Reason {
	case rules.City:
		return b.Words("%s wins: all three cities.", b.name(winner))
	case rules.Resigned:
		return b.Words("%s wins: %s resigned.", b.name(winner), b.name(loser))
	case rules.TimedOut:
		return b.Words("%s wins: %s ran out of time.", b.name(winner), b.name(loser))
	case rules.TieBreak:
		return b.Words("%s wins: %d all, and more %s.", b.name(winner), score[winner].Total, b.tieThing(b.view.TieBreak()))
	}
	return b.Words("%s wins, %d to %d.", b.name(winner), score[winner].Total, score[loser].Total)
}
