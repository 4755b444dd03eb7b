package noirburg

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/tui"
	"noir/tui/kit"
)

// sheet tells how the game ended: what everybody has and what decided.
type sheet struct{ speech }

// draw formats the sheet in w cells, its totals counted so far.
func (b sheet) draw(w int, th *tui.Theme, counted float64) string {
	var lines []string
	for _, line := range kit.Wrap(b.result(), w) {
		lines = append(lines, th.Bright.Render(line))
	}
	for _, line := range kit.Wrap(b.scoreNote(), w) {
		lines = append(lines, th.Smoke.Render(line))
	}
	lines = append(lines, "", th.Smoke.Render(scoreRow(w, "", "", b.Words("taken"), b.Words("cards"), b.Words("money"), b.Words("all"))))
	for _, s := range b.ranked() {
		lines = append(lines, b.scoreLine(w, th, s, counted))
	}
	return strings.Join(lines, "\n")
}

// scoreLine is what one seat has.
func (b sheet) scoreLine(w int, th *tui.Theme, s engine.Seat, counted float64) string {
	style := th.Text
	switch {
	case s == b.Near():
		style = th.Bright
	case !b.view.Seats[s].Alive:
		style = th.Smoke
	}
	score := b.scores()[s]
	figure := func(n int) string {
		if n == 0 {
			return th.Glyphs.Dot
		}
		return fmt.Sprint(n)
	}
	return style.Render(scoreRow(w, fmt.Sprint(b.Frame.End.Result.Places[s]), b.Frame.Seats[s].Name,
		figure(score.Trophies), figure(score.Cards), figure(score.Money), fmt.Sprint(kit.Rolled(score.Total, counted))))
}

// scoreRow formats a row of the sheet: the place, the name, and four figures.
func scoreRow(w int, place, name string, figures ...string) string {
	cell := min(10, (w-12)/len(figures))
	label := min(18, w-cell*len(figures))
	const figure = 3
	row := kit.Pad(kit.Pad(place, figure)+shortened(name, label-figure), label)
	for _, f := range figures {
		row += kit.Spread(cell, "", kit.Cut(f, cell-1))
	}
	return row
}

// scoreNote explains the figures where they did not decide.
func (b sheet) scoreNote() string {
	if b.Frame.End.Result.Reason != rules.Counted {
		return b.Words("The points as they stood:")
	}
	return strings.Join(b.why(), " ")
}

// why says what the points do not show: who is set back, otherwise where the winner is ahead.
func (b sheet) why() []string {
	told := b.setBack()
	if made := b.difference(); len(told) == 0 && made != "" {
		told = append(told, made)
	}
	return told
}

// difference says which kind of points put the winner before the second; "" where the sum did not
// decide.
func (b sheet) difference() string {
	if r := b.Frame.End.Result; r.Reason != rules.Counted || len(r.Winners) != 1 || len(b.Frame.Seats) < 2 {
		return ""
	}
	scores, ranked := b.scores(), b.ranked()
	first, next := scores[ranked[0]], scores[ranked[1]]
	taken, cards, money := first.Trophies-next.Trophies, first.Cards-next.Cards, first.Money-next.Money
	switch most := max(taken, cards, money); {
	case first.Total <= next.Total:
		return ""
	case most == taken:
		return b.Words("What was taken made the difference: %d to %d.", first.Trophies, next.Trophies)
	case most == cards:
		return b.Words("The cards made the difference: %d to %d.", first.Cards, next.Cards)
	}
	return b.Words("Money made the difference: %d to %d.", first.Money, next.Money)
}

// setBack says why somebody with more points is placed behind others.
func (b sheet) setBack() (told []string) {
	for _, s := range b.ranked() {
		if b.overtaken(s) {
			told = append(told, b.said(s, "The house played to the end for you: that is a place behind the others.",
				"The house played to the end for %s: that is a place behind the others."))
		}
	}
	return told
}

// overtaken reports whether somebody with fewer points is placed before a seat, as happens when the
// house played for it at the end.
func (b sheet) overtaken(s engine.Seat) bool {
	scores, places := b.scores(), b.Frame.End.Result.Places
	for o := range scores {
		if b.Frame.End.Result.Reason == rules.Counted && places[o] < places[s] && scores[o].Total < scores[s].Total {
			return true
		}
	}
	return false
}

// scores are what everybody has at the end, or all zero if the view cannot be read.
func (b sheet) scores() []rules.Score {
	scores := make([]rules.Score, len(b.Frame.Seats))
	var read []rules.Score
	if err := json.Unmarshal(b.Frame.End.Result.Scores, &read); err == nil {
		copy(scores, read)
	}
	return scores
}

// ranked are the seats in the order of their places.
func (b sheet) ranked() []engine.Seat {
	seats := make([]engine.Seat, len(b.Frame.Seats))
	for i := range seats {
		seats[i] = engine.Seat(i)
	}
	places := b.Frame.End.Result.Places
	slices.SortStableFunc(seats, func(x, y engine.Seat) int { return places[x] - places[y] })
	return seats
}

// result says how the game ended.
func (b sheet) result() string {
	r := b.Frame.End.Result
	switch {
	case r.Reason == engine.Aborted || len(r.Winners) == 0:
		return b.Words("The game was called off. It counts for nothing.")
	case len(r.Winners) > 1:
		return b.Words("Everything is equal: %s share the victory.", listing(b.Reader, r.Winners, b.name))
	}
	winner := r.Winners[0]
	switch r.Reason {
	case rules.Money:
		return b.said(winner, "You win: more than half of all the money.", "%s wins: more than half of all the money.")
	case rules.Eliminations:
		return b.said(winner, "You win: two rivals taken down.", "%s wins: two rivals taken down.")
	case rules.LastStanding:
		return b.said(winner, "You win: nobody else is left.", "%s wins: nobody else is left.")
	}
	return b.lead(winner)
}

// lead says by how much the winner leads, or what decided between equal points.
func (b sheet) lead(winner engine.Seat) string {
	scores := b.scores()
	second := b.ranked()[1]
	first, next := scores[winner], scores[second]
	switch {
	case first.Total > next.Total:
		return b.said(winner, "You win, %s to %s.", "%s wins, %s to %s.", b.points(first.Total), b.owned(second, fmt.Sprint(next.Total)))
	case first.Total < next.Total: // the other seat was left to the house
		return b.said(winner, "You win, %s.", "%s wins, %s.", b.points(first.Total))
	case first.Businesses > next.Businesses:
		return b.said(winner, "You win: %s each with %s, and the higher businesses.",
			"%s wins: %s each with %s, and the higher businesses.", b.points(first.Total), b.name(second))
	}
	return b.said(winner, "You win: %s each with %s, and more money.",
		"%s wins: %s each with %s, and more money.", b.points(first.Total), b.name(second))
}
