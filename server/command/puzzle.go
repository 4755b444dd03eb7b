package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"noir/app/service"
	"noir/data"
	"noir/data/review"
	"noir/engine"
	"noir/internal/language"
	"noir/matchmaking/replay"
)

// puzzleCommands are about the puzzle of the day.
type puzzleCommands struct {
	catalog
	puzzles service.Puzzles
}

// puzzleHelp names the fields of --json.
var puzzleHelp = language.Mark(`A position of a real game in which one move is far better than all others, by what
could be known then. Each day has one, from midnight UTC on. Your first answer of the
day counts.

--json is one object: date, game, seat, seats, ply, legal, view and log as a program
at the table has them, answered (a move, or null) and record: tries, solved and run,
the days in a row. With an answer: solved, answer and best with their chance to win (0
to 1), moves (all that are legal, the best first; twins are the same with others of
equal cards) and record.`)

func (d puzzleCommands) puzzle(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "puzzle [--json]", Short: "the puzzle of the day", Long: puzzleHelp, Args: noArgs}
	asJSON := wantsJSON(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		daily, err := d.puzzles.Today(cmd.Context(), c.Player, time.Now())
		switch {
		case err != nil:
			return err
		case *asJSON:
			return printJSON(c.Out, newRiddle(daily))
		}
		return d.tellPuzzle(c, daily)
	}
	cmd.AddCommand(d.answer(c))
	return cmd
}

func (d puzzleCommands) answer(c *Call) *cobra.Command {
	cmd := &cobra.Command{
		Use: "answer [--json] MOVE", Short: "answer the puzzle of the day", Long: "MOVE is as for `move`.",
		Args: func(cmd *cobra.Command, args []string) error { return countArgs(cmd, args, 1, 64) },
	}
	cmd.Flags().SetInterspersed(false) // a card may begin with a minus
	asJSON := wantsJSON(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		daily, err := d.puzzles.Today(cmd.Context(), c.Player, time.Now())
		if err != nil {
			return err
		}
		teller, err := d.shown(c, daily)
		if err != nil {
			return err
		}
		given, err := answered(cmd.Context(), daily, teller, args)
		switch {
		case err != nil:
			return err
		case *asJSON:
			return printJSON(c.Out, newVerdict(daily, given))
		}
		return tellVerdict(c, daily, given, teller)
	}
	return cmd
}

// shown returns a teller that knows the position.
func (d puzzleCommands) shown(c *Call, daily *replay.Daily) (Teller, error) {
	teller := d.teller(daily.Game, c.Reader)
	return teller, teller.Show(daily.Frame)
}

// answered submits the answer that words mean.
func answered(ctx context.Context, daily *replay.Daily, teller Teller, words []string) (data.Weighed, error) {
	text := strings.Join(words, " ")
	move, ok := named(daily.Frame.Turn.Legal, words)
	if !ok {
		if len(words) == 1 && isNumber(text) {
			return data.Weighed{}, language.Sentence(nil, "%.64q is not a move here: name a card or a verb; `puzzle` shows the position", text)
		}
		var err error
		if move, err = teller.Command(text); err != nil {
			return data.Weighed{}, err
		}
	}
	given, err := daily.Answer(ctx, move)
	if illegal, ok := errors.AsType[*engine.Illegal](err); ok {
		return given, errors.New(teller.Refuse(illegal))
	}
	return given, err
}

// tellPuzzle tells the position and, if the player has answered already, what that was worth.
func (d puzzleCommands) tellPuzzle(c *Call, daily *replay.Daily) error {
	teller, err := d.shown(c, daily)
	if err != nil {
		return err
	}
	fmt.Fprintln(c.Out, c.Words("%s, the puzzle of %s", daily.Game, daily.Date.Begins().Format(time.DateOnly)))
	for _, line := range teller.Plain() {
		fmt.Fprintln(c.Out, line)
	}
	if given, ok := daily.Answered(); ok {
		return tellVerdict(c, daily, given, teller)
	}
	return c.reply("One move is far best: `puzzle answer MOVE` says whether you have found it.")
}

// tellVerdict tells what an answer was worth, and how the caller has done so far.
func tellVerdict(c *Call, daily *replay.Daily, given data.Weighed, teller Teller) error {
	fmt.Fprintln(c.Out, review.Answer(c.Reader, daily.Puzzle, given, teller.Advise))
	if fared := review.Fared(c.Reader, daily.Fared); fared != "" {
		fmt.Fprintln(c.Out, fared)
	}
	return nil
}

// The documents of `puzzle --json` and `puzzle answer --json`.
type (
	riddle struct {
		Date     string            `json:"date"`
		Game     string            `json:"game"`
		Seat     engine.Seat       `json:"seat"`
		Seats    int               `json:"seats"`
		Ply      int               `json:"ply"`
		Legal    []json.RawMessage `json:"legal"`
		View     json.RawMessage   `json:"view"`
		Log      []engine.Line     `json:"log"`
		Answered json.RawMessage   `json:"answered"`
		Record   solving           `json:"record"`
	}
	verdict struct {
		Solved bool           `json:"solved"`
		Answer data.Weighed   `json:"answer"`
		Best   data.Weighed   `json:"best"`
		Moves  []data.Weighed `json:"moves"`
		Record solving        `json:"record"`
	}
	solving struct {
		Tries  int `json:"tries"`
		Solved int `json:"solved"`
		Run    int `json:"run"`
	}
)

func newRiddle(d *replay.Daily) riddle {
	f := d.Frame
	return riddle{
		Date: d.Date.Begins().Format(time.DateOnly), Game: d.Game, Seat: d.Seat, Seats: len(f.Seats), Ply: f.Turn.Ply,
		Legal: f.Turn.Legal, View: f.View, Log: append([]engine.Line{}, f.Log...), Answered: d.Fared.Today, Record: newSolving(d.Fared),
	}
}

func newVerdict(d *replay.Daily, given data.Weighed) verdict {
	return verdict{Solved: d.Solved(given), Answer: given, Best: d.Best(), Moves: d.Moves, Record: newSolving(d.Fared)}
}

func newSolving(s data.Solving) solving { return solving{Tries: s.Tries, Solved: s.Solved, Run: s.Run} }
