package command

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"noir/app/service"
	"noir/data"
	"noir/data/review"
	"noir/engine"
	"noir/internal/language"
	"noir/matchmaking"
)

// reviewCommands are about what decided a game.
type reviewCommands struct {
	catalog
	matches service.Matches
}

// reviewHelp says what figures and marks mean, and the fields of --json.
var reviewHelp = language.Mark(`Every decision of the game is judged by playing it out many times: the chance to win
before and after it, and the best move. First by what its player could know at that
moment, then with open cards, those to come too.

The chances hold between equals: all play the rest equally well. If both of two players
have a rating, "rated" is what the chance before the move was for these two.

A move is good if it gives away less than %[1]d percentage points by what could be known (or
so little that it may be chance), dubious when it is less than %[2]d, and a blunder from
there on. Forced moves and those of the clock are not judged. The turning point is the
move with which somebody who did not win gave most away.

--json is one object. "decisions" lists ply, seat, by, move and mark, and twice, as
"known" and "open": chance (before the move, 0 to 1), best (a move), made (chance
after the move that was made), loss (chance less made), rated (chance by both ratings, or
null). "turning" is a ply or null;
"review" is the number of this form, %[3]d.

A game is reviewed when somebody asks for the first time, and the review is kept.`)

// inPoints is a chance as a percentage.
func inPoints(chance float64) int { return int(math.Round(100 * chance)) }

func (d reviewCommands) review(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "review ID [--json]", Short: "what decided a finished game, decision by decision", Long: c.Words(reviewHelp, inPoints(review.DubiousLoss), inPoints(review.BlunderLoss), review.Version), Args: oneArg}
	asJSON := wantsJSON(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		wait := patience{to: c, told: time.Now()}
		r, err := d.matches.Review(cmd.Context(), data.MatchID(args[0]), wait.tell)
		switch {
		case err != nil:
			return err
		case *asJSON:
			return printJSON(c.Out, r.Review)
		}
		return spooled(cmd.Context(), d.matches, c, func(out io.Writer) error { return d.tellReview(c.writing(out), r) })
	}
	return cmd
}

// patience reports a review's progress to the waiting caller, every other second.
type patience struct {
	to   *Call
	told time.Time
}

func (w *patience) tell(p review.Progress) {
	if time.Since(w.told) < 2*time.Second {
		return
	}
	w.told = time.Now()
	if p.Before > 0 {
		fmt.Fprintln(w.to.Err, w.to.Words("games to be reviewed before this one: %d", p.Before))
		return
	}
	fmt.Fprintln(w.to.Err, w.to.Words("%d of %d moves looked at", p.Done, p.Of))
}

// storyteller words the lines of a finished match.
type storyteller struct {
	Teller
	to     *Call
	better map[int]engine.Line // what the best move would have read, by ply
	log    []engine.Line
	seats  []matchmaking.Seated
	heads  []string // the column headings of a decision's figures
	rated  bool     // the last of them is the chance by the ratings
}

func (d reviewCommands) storyteller(c *Call, r service.Reviewed) (*storyteller, error) {
	s := &storyteller{Teller: d.teller(r.Match.Game, c.Reader), to: c, better: r.Better}
	replay, err := d.matches.Replay(r.Match)
	if err != nil {
		return nil, err
	}
	f, err := replay.Last()
	if err != nil {
		return nil, err
	}
	s.log, s.seats = f.Log, f.Seats
	return s, s.Show(f)
}

// say words a line. If the line tells only a move's effects, it names the move too.
func (s *storyteller) say(l engine.Line) string {
	text, name := s.Tell(l), s.seats[l.Seat].Name
	if strings.HasPrefix(text, name) {
		return text
	}
	var move struct{ Type string }
	_ = json.Unmarshal(l.Move, &move) // a move of the log
	if text == "" {
		return name + ": " + move.Type
	}
	return name + ": " + move.Type + "; " + text
}

// tellReview prints a review for people.
func (d reviewCommands) tellReview(c *Call, r service.Reviewed) error {
	s, err := d.storyteller(c, r)
	if err != nil {
		return err
	}
	fmt.Fprintln(c.Out, c.Words("%s, game %s: %s", r.Match.Game, r.Match.ID, versus(s.seats)))
	fmt.Fprintln(c.Out, c.Words("The win chance before and after each move, in per cent, between equals: as far as its\n"+
		"player could know, and with all cards open. `help review` says more."))
	s.heads = strings.Fields(c.Words("move  before  after  open  after  rated"))
	if s.rated = slices.ContainsFunc(r.Decisions, func(d review.Decision) bool { return d.Known.Rated != nil }); !s.rated {
		s.heads = s.heads[:len(s.heads)-1]
	}
	fmt.Fprintf(c.Out, "\n%s\n", strings.TrimSuffix(s.row(s.heads...), "  "))
	for _, decision := range r.Decisions {
		s.tellDecision(decision)
	}
	if err := s.tellSums(r.Review); err != nil {
		return err
	}
	return s.tellTurning(r.Review)
}

// markWidth is the width of the longest mark in any language.
const markWidth = 8

// row aligns figures with the headings.
func (s *storyteller) row(figures ...string) string {
	var b strings.Builder
	for i, figure := range figures {
		fmt.Fprintf(&b, "%*s  ", max(4, utf8.RuneCountInString(s.heads[i])), figure)
	}
	return b.String()
}

func (s *storyteller) tellDecision(d review.Decision) {
	figures := []string{fmt.Sprint(d.Ply)}
	for _, e := range []review.Estimate{d.Known, d.Open} {
		figures = append(figures, fmt.Sprint(inPoints(e.Chance)), fmt.Sprint(inPoints(e.Chance-e.Loss)))
	}
	if s.rated {
		figures = append(figures, fmt.Sprint(inPoints(*d.Known.Rated)))
	}
	row := s.row(figures...)
	fmt.Fprintf(s.to.Out, "%s%-*s  %s\n", row, markWidth, d.Mark.Say(s.to.Reader), s.say(s.log[d.Ply-1]))
	if d.Mark != review.Good {
		fmt.Fprintf(s.to.Out, "%*s  %s\n", utf8.RuneCountInString(row)+markWidth, "", s.to.Words("better: %s", s.say(s.better[d.Ply])))
	}
}

// tellSums tells how well each seat played.
func (s *storyteller) tellSums(r review.Review) error {
	w := tabwriter.NewWriter(s.to.Out, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "\n%s\n", s.to.Words("decisions\tgood\tdubious\tblunders\tlost on average\t  player"))
	for seat, seated := range s.seats {
		sum := r.Sum(engine.Seat(seat))
		fmt.Fprintf(w, "%d\t%d\t%d\t%d\t%s\t  %s\n", sum.Decisions,
			sum.Marks[review.Good], sum.Marks[review.Dubious], sum.Marks[review.Blunder], s.to.Number(fmt.Sprintf("%.1f", 100*sum.Loss)), seated.Name)
	}
	return w.Flush()
}

// tellTurning names the turning point.
func (s *storyteller) tellTurning(r review.Review) error {
	for _, d := range r.Decisions {
		if r.Turning != nil && d.Ply == *r.Turning {
			_, err := fmt.Fprintf(s.to.Out, "\n%s\n", s.to.Words("The turning point was move %d, which took %s from %s to %s.", d.Ply, s.seats[d.Seat].Name,
				review.Percent(s.to.Reader, d.Known.Chance), review.Percent(s.to.Reader, d.Known.Chance-d.Known.Loss)))
			return err
		}
	}
	_, err := fmt.Fprintf(s.to.Out, "\n%s\n", s.to.Words("There was no turning point: nobody who lost gave much away with one move."))
	return err
}
