// Package wording has the sentences about a table that screens and plain text share: what has happened there, what
// it means for the ratings, and why something failed.
package wording

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"noir/app/service"
	"noir/data"
	"noir/data/review"
	"noir/engine"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
)

// phrases are the texts of matchmaking.Phrases.
var phrases = map[string]string{
	"hello":       language.Mark("Hello."),
	"good_game":   language.Mark("Good game."),
	"well_played": language.Mark("Well played."),
	"thanks":      language.Mark("Thanks."),
	"nice_move":   language.Mark("Nice move."),
	"oops":        language.Mark("Oops."),
	"thinking":    language.Mark("I am thinking."),
	"sorry":       language.Mark("Sorry."),
	"goodbye":     language.Mark("Goodbye."),
}

// Phrase words a phrase.
func Phrase(r *language.Reader, code string) string { return r.Words(phrases[code]) }

// Notice words a note of the table; "" for one that the viewer need not see.
func Notice(r *language.Reader, f matchmaking.Frame, n matchmaking.Note) string {
	if n.Seat == f.Seat && n.Seat != engine.Spectator {
		return ownNotice(r, n)
	}
	who := Name(r, f, n.Seat)
	switch n.Code {
	case "said":
		return r.Words("%s says: %s", who, said(r, n))
	case "away":
		if f.Pace == data.Day { // nobody has to be there
			return ""
		}
		return r.Words("%s has lost the connection; the clock keeps running.", who)
	case "back":
		return r.Words("%s is back.", who)
	case "substituted":
		return r.Words("The house is playing for %s for now.", who)
	case "hinted":
		return r.Words("%s asks the house for a hint.", who)
	case "rematch_offered":
		return r.Words("%s offers a rematch.", who)
	case "slow_offered":
		return r.Words("%s offers to go on at a day a move.", who)
	}
	return r.Words(news[n.Code])
}

// ownNotice words a note about the viewer's own action.
func ownNotice(r *language.Reader, n matchmaking.Note) string {
	switch n.Code {
	case "said":
		return r.Words("You say: %s", said(r, n))
	case "slow_offered":
		return r.Words("You offer to go on at a day a move: the others have to agree.")
	case "substituted", "lapsed": // shown elsewhere for as long as it lasts
		return ""
	}
	return r.Words(news[n.Code])
}

// news are the notes whose text does not depend on who caused them.
var news = map[string]string{
	"rematch_declined": language.Mark("There will be no rematch."),
	"slowed":           language.Mark("From now on this is a day game: 24 hours a move."),
	"closed":           language.Mark("The table is closed to watchers."),
	"opened":           language.Mark("The table is open to watchers."),
	"draining":         language.Mark("The server will restart soon. Your game is kept."),
}

// said is what somebody says, in their own words or a phrase's.
func said(r *language.Reader, n matchmaking.Note) string {
	if n.Text != "" {
		return n.Text
	}
	return Phrase(r, n.Phrase)
}

// Rematch says who the rematch waits for; "" while nobody wants one, and when it begins.
func Rematch(r *language.Reader, f matchmaking.Frame) string {
	if len(f.Rematch) == 0 || len(f.Rematch) == len(f.Seats) || f.Next != "" {
		return ""
	}
	var missing []string
	for i, seat := range f.Seats {
		switch s := engine.Seat(i); {
		case slices.Contains(f.Rematch, s):
		case s == f.Seat:
			missing = append(missing, r.Words("you"))
		case seat.Away:
			missing = append(missing, r.Words("%s (away)", seat.Name))
		default:
			missing = append(missing, seat.Name)
		}
	}
	return r.Words("The rematch is waiting for %s.", r.List(missing))
}

// Name names a seat.
func Name(r *language.Reader, f matchmaking.Frame, s engine.Seat) string {
	if s < 0 || int(s) >= len(f.Seats) {
		return r.Words("the house")
	}
	return f.Seats[s].Name
}

// Sorry says why something failed, for the person who wanted it. The board may be nil.
func Sorry(r *language.Reader, b tui.Board, err error) string {
	var illegal *engine.Illegal
	switch {
	case errors.As(err, &illegal) && b != nil:
		return b.Refuse(illegal)
	case errors.Is(err, data.ErrUnavailable):
		return r.Words("That could not be saved just now. Nothing has changed: try again.")
	case errors.Is(err, matchmaking.ErrStale):
		return r.Words("The table has changed. Look again, then play.")
	case errors.Is(err, matchmaking.ErrRunning):
		err = matchmaking.ErrRunning
	case errors.Is(err, data.ErrNotFound):
		return r.Words("There is no such game: choose another.")
	}
	return tui.Sentence(r, service.Explain(r, err))
}

// Ratings words the rating changes of a game, a line each; arrow is put between before and after,
// minus before a loss. A casual game has one line that says so.
func Ratings(r *language.Reader, f matchmaking.Frame, arrow, minus string) []string {
	switch {
	case f.End.Result.Reason == engine.Aborted:
		return nil
	case len(f.End.Changes) == 0:
		return []string{r.Words("A casual game: no rating has changed.")}
	}
	lines := make([]string, len(f.End.Changes))
	for i, c := range f.End.Changes {
		before, after := math.Round(c.Before), math.Round(c.After)
		sign := "+"
		if after < before {
			sign = minus
		}
		lines[i] = fmt.Sprintf("%s %.0f %s %.0f (%s%.0f)", Name(r, f, c.Seat), before, arrow, after, sign, math.Abs(after-before))
	}
	return lines
}

// Link is where anybody finds the page of a game that is over; "" if it has none.
func Link(s *tui.Session, f matchmaking.Frame) string {
	if s.Web == "" || f.End == nil || f.Private || f.NoSpectators {
		return ""
	}
	return s.Web + "/game/" + string(f.Match)
}

// Advice is a hint in a sentence. The board shows the turn that it is for.
func Advice(s *tui.Session, b tui.Board, h matchmaking.Hint) string {
	return s.Words("Hint: %s (%s to win).", b.Advise(h.Move), review.Percent(s.Language, h.Chance))
}
