package districtnoir

import (
	"fmt"
	"slices"
	"strings"

	"noir/data/language"
	"noir/engine"
	rules "noir/engine/districtnoir"
	"noir/tui"
)

// sign is a card in one or two cells.
func sign(g *tui.Glyphs, c rules.Card) string {
	switch {
	case c.City():
		return strings.ToUpper(c.String()[:1])
	case c.Value() < 0:
		return g.Minus + fmt.Sprint(-c.Value())
	}
	return c.String()
}

// signs are cards with blanks between them.
func signs(g *tui.Glyphs, cards []rules.Card) string {
	out := make([]string, len(cards))
	for i, c := range cards {
		out[i] = sign(g, c)
	}
	return strings.Join(out, " ")
}

// cities are the names of those cards.
var cities = map[rules.Card]string{
	rules.Harbor: language.Mark("harbor"), rules.Police: language.Mark("police"), rules.CityHall: language.Mark("city hall"),
}

// say is a card in words, its number as a figure.
func (b *Board) say(c rules.Card) string {
	switch {
	case c.City():
		return b.Words(cities[c])
	case c.Value() < 0:
		return b.Words("minus %d", -c.Value())
	case c.Deal():
		return b.Words("plus %d", c.Value())
	}
	return c.String()
}

func (b *Board) sayAll(cards []rules.Card) string {
	out := make([]string, len(cards))
	for i, c := range cards {
		out[i] = b.say(c)
	}
	return strings.Join(out, ", ")
}

// figures are numbers in words.
var figures = [...]string{
	language.Mark("zero"), language.Mark("one"), language.Mark("two"), language.Mark("three"), language.Mark("four"),
	language.Mark("five"), language.Mark("six"), language.Mark("seven"), language.Mark("eight"),
}

func (b *Board) figure(n int) string { return b.Words(figures[n]) }

// spell is a card with its number as a word, so that it cannot be taken for a
// place in the hand.
func (b *Board) spell(c rules.Card) string {
	switch {
	case c.City():
		return b.say(c)
	case c.Value() < 0:
		return b.Words("minus %s", b.figure(-c.Value()))
	case c.Deal():
		return b.Words("plus %s", b.figure(c.Value()))
	}
	return b.figure(c.Value())
}

// signed is a number with its sign.
func signed(g *tui.Glyphs, n int) string {
	switch {
	case n < 0:
		return g.Minus + fmt.Sprint(-n)
	case n > 0:
		return fmt.Sprintf("+%d", n)
	}
	return "0"
}

// number is a number whose minus the terminal can show.
func number(g *tui.Glyphs, n int) string {
	if n < 0 {
		return g.Minus + fmt.Sprint(-n)
	}
	return fmt.Sprint(n)
}

// Tell says a line of the log in words.
func (b *Board) Tell(l engine.Line) string {
	return strings.Join(b.tell(l, b.sayAll), "; ")
}

// refusals are what the rules say of a move that they refuse, by its code.
var refusals = map[string]string{
	rules.NotYourTurn:          language.Mark("It is not your turn: wait for the other player."),
	rules.CardNotInHand:        language.Mark("You do not hold that card: play one of your hand."),
	rules.HandEmptyMustTake:    language.Mark("Your hand is empty: take the newest cards of the row."),
	rules.AlreadyTookThisRound: language.Mark("You have taken in this round already: play a card."),
	rules.RowEmpty:             language.Mark("The row is empty, there is nothing to take: play a card."),
	rules.UnknownAction:        language.Mark("There is no such move: play a card of your hand, or take."),
	rules.GameOver:             language.Mark("The game is over."),
}

// Refuse says why the rules refused a move.
func (b *Board) Refuse(e *engine.Illegal) string {
	if text, known := refusals[e.Reason]; known {
		return b.Words(text)
	}
	return e.Message
}

// tell says what happened in a line of the log, the move first, then what
// follows from it. Cards are written as asked.
func (b *Board) tell(l engine.Line, write func([]rules.Card) string) []string {
	var told []string
	for _, raw := range l.Effects {
		effect, err := rules.ReadEffect(raw)
		if err != nil {
			continue
		}
		switch e := effect.(type) {
		case rules.Placed:
			told = append(told, b.played(l.Seat, write([]rules.Card{e.Card})))
		case rules.Took:
			slices.Reverse(e.Cards) // as they lay, the oldest first
			told = append(told, b.took(l.Seat, write(e.Cards)))
		case rules.Round:
			told = append(told, b.begins(e))
		}
	}
	if len(told) == 0 {
		told = append(told, b.unplayed(l))
	}
	return told
}

func (b *Board) played(s engine.Seat, card string) string {
	if b.own(s) {
		return b.Words("you played %s", card)
	}
	return b.Words("%s played %s", b.name(s), card)
}

func (b *Board) took(s engine.Seat, cards string) string {
	if b.own(s) {
		return b.Words("you took %s", cards)
	}
	return b.Words("%s took %s", b.name(s), cards)
}

func (b *Board) begins(r rules.Round) string {
	if b.own(r.First) {
		return b.Words("round %d, you go first", r.Round)
	}
	return b.Words("round %d, %s goes first", r.Round, b.name(r.First))
}

// unplayed says a move that is none of the game's own.
func (b *Board) unplayed(l engine.Line) string {
	resigned, late := string(l.Move) == string(engine.Resign), string(l.Move) == string(engine.Timeout)
	switch {
	case resigned && b.own(l.Seat):
		return b.Words("you resigned")
	case resigned:
		return b.Words("%s resigned", b.name(l.Seat))
	case late && b.own(l.Seat):
		return b.Words("you ran out of time")
	case late:
		return b.Words("%s ran out of time", b.name(l.Seat))
	}
	return b.Words("the game was called off")
}

// waiting says whose move it is, where nothing is asked of the viewer: at another's
// move, and in a position of his own that is over, such as a puzzle's.
func (b *Board) waiting() string {
	if b.own(b.view.Turn()) {
		return b.Words("It is your move.")
	}
	return b.Words("%s is to move.", b.name(b.view.Turn()))
}

// choice says what can be picked now, at length and in brief.
func (b *Board) choice() (long, short string) {
	n := len(b.hand())
	digits := b.Words("1 to %d", n)
	if n == 1 {
		digits = "1"
	}
	switch {
	case n == 0:
		return b.Words("take with t"), b.Words("take with t")
	case !b.mayTake():
		return b.Words("pick a card with %s", digits), b.Words("pick %s", digits)
	}
	return b.Words("pick a card with %s, or t to take", digits), b.Words("pick %s, or t", digits)
}

// result says how the game ended.
func (b *Board) result() string {
	r := b.frame.End.Result
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
func (b *Board) winners() string {
	r := b.frame.End.Result
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

// victory says how the viewer has won.
func (b *Board) victory(r engine.Result) string {
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

// defeat says how the viewer has lost.
func (b *Board) defeat(r engine.Result) string {
	switch winner := b.name(r.Winners[0]); r.Reason {
	case rules.Resigned:
		return b.Words("%s wins: you resigned.", winner)
	case rules.TimedOut:
		return b.Words("%s wins: you ran out of time.", winner)
	}
	return b.outcome(r)
}

// outcome says how another one has won.
func (b *Board) outcome(r engine.Result) string {
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

// tieThing names what a level of the tie-break counts.
func (b *Board) tieThing(level string) string {
	if level == "cities" {
		return b.Words("cities")
	}
	return b.Words("%ss", level)
}
