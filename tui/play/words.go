package play

import (
	"errors"
	"fmt"
	"math"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/tui"
)

// phrases are what the codes of matchmaking.Phrases mean.
var phrases = map[string]string{
	"hello":       "Hello.",
	"good_game":   "Good game.",
	"well_played": "Well played.",
	"thanks":      "Thanks.",
	"nice_move":   "Nice move.",
	"oops":        "Oops.",
	"thinking":    "I am thinking.",
	"sorry":       "Sorry.",
	"goodbye":     "Goodbye.",
}

// Phrase is what is said, in words.
func Phrase(code string) string { return phrases[code] }

// Notice is a note of the table in a sentence; "" for one that the viewer need
// not be told.
func Notice(f matchmaking.Frame, n matchmaking.Note) string {
	who := name(f, n.Seat)
	own := n.Seat == f.Seat && n.Seat != engine.Spectator
	switch n.Code {
	case "said":
		if own {
			return "You say: " + Phrase(n.Phrase)
		}
		return who + " says: " + Phrase(n.Phrase)
	case "away", "back", "rematch_offered":
		if own {
			return ""
		}
	}
	switch n.Code {
	case "away":
		return fmt.Sprintf("The line to %s is lost; the clock goes on.", who)
	case "back":
		return who + " is back."
	case "substituted":
		if own {
			return "The house plays for you until you move."
		}
		return fmt.Sprintf("The house plays for %s for the time being.", who)
	case "rematch_offered":
		return who + " offers a rematch."
	case "rematch_declined":
		return "There will be no rematch."
	case "draining":
		return "The server goes down soon. Your game is kept."
	}
	return ""
}

// name is how the table calls a seat.
func name(f matchmaking.Frame, s engine.Seat) string {
	if s < 0 || int(s) >= len(f.Seats) {
		return "the house"
	}
	return f.Seats[s].Name
}

// Sorry says why something did not work, for the person who wanted it. The board
// may be nil.
func Sorry(b tui.Board, err error) string {
	var illegal *engine.Illegal
	var terms *matchmaking.BadTerms
	switch {
	case errors.As(err, &illegal) && b != nil:
		return b.Refuse(illegal)
	case errors.As(err, &terms):
		return terms.Message
	case errors.Is(err, data.ErrUnavailable):
		return "That could not be written down just now. Nothing has changed: try again."
	case errors.Is(err, matchmaking.ErrStale):
		return "The table has changed meanwhile. Look again, then play."
	case errors.Is(err, data.ErrNotFound):
		return "There is no such game."
	}
	for _, known := range []error{
		matchmaking.ErrNoTable, matchmaking.ErrNoSeat, matchmaking.ErrNoCode, matchmaking.ErrHostLeft, matchmaking.ErrSeated,
		matchmaking.ErrDraining, matchmaking.ErrTooManyChairs, matchmaking.ErrNotYourTurn, matchmaking.ErrOver,
		matchmaking.ErrRunning, matchmaking.ErrWatching, matchmaking.ErrNoPhrase,
		matchmaking.ErrTalkative,
	} {
		if errors.Is(err, known) {
			return tui.Sentence(known.Error())
		}
	}
	return "That did not work. Nothing has changed: try again."
}

// Ratings are what a rated game did to the ratings, a line for each of the
// changes; arrow stands between before and after, minus before a loss. A casual
// game has one line that says so.
func Ratings(f matchmaking.Frame, arrow, minus string) []string {
	switch {
	case f.End.Result.Reason == engine.Aborted:
		return nil
	case len(f.End.Changes) == 0:
		return []string{"A casual game: no rating has changed."}
	}
	lines := make([]string, len(f.End.Changes))
	for i, c := range f.End.Changes {
		before, after := math.Round(c.Before), math.Round(c.After)
		sign := "+"
		if after < before {
			sign = minus
		}
		lines[i] = fmt.Sprintf("%s %.0f %s %.0f (%s%.0f)", name(f, c.Seat), before, arrow, after, sign, math.Abs(after-before))
	}
	return lines
}
