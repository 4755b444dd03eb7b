package districtnoir

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

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

// say is a card in words, its number as a figure.
func say(c rules.Card) string {
	switch {
	case c == rules.CityHall:
		return "city hall"
	case c.City():
		return c.String()
	case c.Value() < 0:
		return fmt.Sprintf("minus %d", -c.Value())
	case c.Deal():
		return fmt.Sprintf("plus %d", c.Value())
	}
	return c.String()
}

func sayAll(cards []rules.Card) string {
	out := make([]string, len(cards))
	for i, c := range cards {
		out[i] = say(c)
	}
	return strings.Join(out, ", ")
}

var figures = [...]string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight"}

// spell is a card with its number as a word, so that it cannot be taken for a
// place in the hand.
func spell(c rules.Card) string {
	switch {
	case c.City():
		return say(c)
	case c.Value() < 0:
		return "minus " + figures[-c.Value()]
	case c.Deal():
		return "plus " + figures[c.Value()]
	}
	return figures[c.Value()]
}

// count is a number of things.
func count(n int, thing string) string {
	switch n {
	case 0:
		return "no " + thing + "s"
	case 1:
		return "one " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
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
	return strings.Join(b.tell(l, sayAll), "; ")
}

// Refuse says why the rules refused a move.
func (b *Board) Refuse(e *engine.Illegal) string { return e.Message }

// tell says what happened in a line of the log, the move first, then what
// follows from it. Cards are written as asked.
func (b *Board) tell(l engine.Line, write func([]rules.Card) string) []string {
	who := ""
	if l.Seat != engine.Spectator {
		who = b.name(l.Seat)
	}
	var told []string
	for _, raw := range l.Effects {
		effect, err := rules.ReadEffect(raw)
		if err != nil {
			continue
		}
		switch e := effect.(type) {
		case rules.Placed:
			told = append(told, who+" played "+write([]rules.Card{e.Card}))
		case rules.Took:
			slices.Reverse(e.Cards) // as they lay, the oldest first
			told = append(told, who+" took "+write(e.Cards))
		case rules.Round:
			told = append(told, fmt.Sprintf("round %d, %s first", e.Round, b.begins(e.First)))
		}
	}
	if len(told) == 0 {
		told = append(told, who+unplayed(l.Move))
	}
	return told
}

func (b *Board) begins(s engine.Seat) string {
	if s == b.frame.Seat {
		return "you go"
	}
	return b.name(s) + " goes"
}

// unplayed says a move that is none of the game's own, without who made it.
func unplayed(move json.RawMessage) string {
	switch string(move) {
	case string(engine.Resign):
		return " resigned"
	case string(engine.Timeout):
		return " ran out of time"
	}
	return "the game was called off"
}

// choice says what can be picked now, at length and in brief.
func (b *Board) choice() (long, short string) {
	n := len(b.hand())
	digits := fmt.Sprintf("1 to %d", n)
	if n == 1 {
		digits = "1"
	}
	switch {
	case n == 0:
		return "take with t", "take with t"
	case !b.mayTake():
		return "pick a card with " + digits, "pick " + digits
	}
	return "pick a card with " + digits + ", or t to take", "pick " + digits + ", or t"
}

// result says how the game ended.
func (b *Board) result() string {
	r := b.frame.End.Result
	if r.Reason == engine.Aborted {
		return "The game was called off. It counts for nothing."
	}
	if r.Reason == rules.Shared || len(r.Winners) != 1 {
		return "Everything is equal: a shared victory."
	}
	winner, loser := r.Winners[0], 1-r.Winners[0]
	wins := b.subject(winner, "win", "wins")
	score := b.view.Scores()
	switch r.Reason {
	case rules.City:
		return fmt.Sprintf("%s: all three cities.", wins)
	case rules.Resigned:
		return fmt.Sprintf("%s: %s resigned.", wins, b.name(loser))
	case rules.TimedOut:
		return fmt.Sprintf("%s: %s ran out of time.", wins, b.name(loser))
	case rules.TieBreak:
		return fmt.Sprintf("%s: %d all, and more %s.", wins, score[winner].Total, tieThing(b.view.TieBreak()))
	}
	return fmt.Sprintf("%s, %d to %d.", wins, score[winner].Total, score[loser].Total)
}

// tieThing names what a level of the tie-break counts.
func tieThing(level string) string {
	if level == "cities" {
		return level
	}
	return level + "s"
}

// subject begins a sentence about a seat with the form of the verb that goes
// with it.
func (b *Board) subject(s engine.Seat, you, other string) string {
	if s == b.frame.Seat {
		return "You " + you
	}
	return b.name(s) + " " + other
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
