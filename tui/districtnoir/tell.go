package districtnoir

import (
	"noir/engine"
	rules "noir/engine/districtnoir"
	"slices"
)

// teller tells lines of the log.
type teller struct{ speech }

// tell says what happened in a line of the log, the move first, then what
// follows from it. Cards are written as asked.
func (b teller) tell(l engine.Line, write func([]rules.Card) string) []string {
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

func (b teller) played(s engine.Seat, card string) string {
	if b.own(s) {
		return b.Words("you played %s", card)
	}
	return b.Words("%s played %s", b.name(s), card)
}

func (b teller) took(s engine.Seat, cards string) string {
	if b.own(s) {
		return b.Words("you took %s", cards)
	}
	return b.Words("%s took %s", b.name(s), cards)
}

func (b teller) begins(r rules.Round) string {
	if b.own(r.First) {
		return b.Words("round %d, you go first", r.Round)
	}
	return b.Words("round %d, %s goes first", r.Round, b.name(r.First))
}

// unplayed words a move that is common to all games.
func (b teller) unplayed(l engine.Line) string {
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
