package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"noir/data"
	"noir/engine"
	"noir/internal/language"
	"noir/matchmaking"
)

// moveCommands play single moves.
type moveCommands struct {
	catalog
	live
}

func (d moveCommands) move(c *Call) *cobra.Command {
	cmd := &cobra.Command{
		Use: "move ID [MOVE]", Short: "play one move, or see the position",
		Long: "MOVE is what tells a legal move from the others, such as a card or a verb and a card;\n" +
			"or a move in JSON; or a line of plain text mode. Without one: how the game stands.",
	}
	cmd.Args = func(cmd *cobra.Command, args []string) error { return countArgs(cmd, args, 1, 64) }
	cmd.Flags().SetInterspersed(false) // a card may begin with a minus
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		id := data.MatchID(args[0])
		chair, err := d.broker.Sit(cmd.Context(), id, c.Player.ID)
		if errors.Is(err, matchmaking.ErrNoSeat) {
			return language.Sentence(err, "you have no seat at that table; `watch %s` shows it", id)
		}
		if err != nil {
			return d.missing(cmd.Context(), id, err)
		}
		defer chair.Leave()
		p := position{chair: chair}
		if p.frame, err = chair.Next(cmd.Context(), 0); err != nil {
			return err
		}
		p.teller = d.teller(p.frame.Game, c.Reader)
		if err := p.teller.Show(p.frame); err != nil {
			return err
		}
		if len(args) == 1 {
			return p.describe(c)
		}
		return p.play(cmd.Context(), c, args[1:])
	}
	return cmd
}

// position is how a game stands for the caller, as of one look.
type position struct {
	chair  matchmaking.Seat
	teller Teller
	frame  matchmaking.Frame
}

// describe says how the game stands.
func (p *position) describe(c *Call) error {
	f := p.frame
	fmt.Fprintln(c.Out, headline(c, f))
	if f.OneAddress {
		fmt.Fprintln(c.Out, c.Words(matchmaking.OneAddress))
	}
	for _, line := range p.teller.Plain() {
		fmt.Fprintln(c.Out, line)
	}
	return p.turn(c)
}

// play makes the move that words mean and tells what followed.
func (p *position) play(ctx context.Context, c *Call, words []string) error {
	before := p.frame
	switch {
	case before.End != nil:
		return matchmaking.ErrOver
	case before.Turn == nil:
		return language.Sentence(matchmaking.ErrNotYourTurn, "it is not your turn; the table waits for: %s", strings.Join(p.asked(), ", "))
	}
	move, err := p.read(words)
	if err != nil {
		return err
	}
	if err := p.chair.Play(ctx, before.Turn.Ply, move); err != nil {
		if illegal, ok := errors.AsType[*engine.Illegal](err); ok {
			return errors.New(p.teller.Refuse(illegal))
		}
		return err
	}
	if p.frame, err = p.chair.Next(ctx, 0); err != nil {
		return err
	}
	if err := p.teller.Show(p.frame); err != nil {
		return err
	}
	for _, l := range p.frame.Log[before.Ply():] {
		if text := p.teller.Tell(l); text != "" {
			fmt.Fprintf(c.Out, "%3d. %s\n", l.Ply, text)
		}
	}
	if p.frame.Kept.Now {
		fmt.Fprintln(c.Out, c.Words("Your answer is kept until the others have given theirs."))
	}
	return p.turn(c)
}

// turn says whose move it is, or how the game ended.
func (p *position) turn(c *Call) error {
	f := p.frame
	if f.End != nil {
		return tellEnd(c, f)
	}
	l := matchmaking.NewListing(f)
	said := c.Words("It is your move.")
	if !l.YourMove() {
		said = c.Words("The table is waiting for: %s.", strings.Join(p.asked(), ", "))
	}
	if left := timeLeft(c, l.Until); left != "" {
		said += " " + c.Words("Time left: %s.", left)
	}
	_, err := fmt.Fprintln(c.Out, said)
	return err
}

// asked lists the names of those who have to move.
func (p *position) asked() []string {
	return asked(p.frame.Seats, matchmaking.NewListing(p.frame).Asked)
}

// read returns the move that words mean: by the names in it, or as plain text mode reads them. A
// number alone is a card's, never a position in the hand.
func (p *position) read(words []string) (json.RawMessage, error) {
	text := strings.Join(words, " ")
	if move, ok := named(p.frame.Turn.Legal, words); ok {
		return move, nil
	}
	if len(words) == 1 && isNumber(text) {
		return nil, language.Sentence(nil, "%.64q is not a move you can make now: name a card or a verb; `move %s` shows the table", text, p.frame.Match)
	}
	return p.teller.Command(text)
}

// named returns the move that words name: one in JSON, or the only legal one that contains all of
// them.
func named(legal []json.RawMessage, words []string) (json.RawMessage, bool) {
	if text := strings.Join(words, " "); strings.HasPrefix(text, "{") {
		return json.RawMessage(text), true
	}
	var found []json.RawMessage
	for _, move := range legal {
		if names(move, words) {
			found = append(found, move)
		}
	}
	if len(found) != 1 {
		return nil, false
	}
	return found[0], true
}

// names reports whether a legal move contains each of some words: a word as one of its strings; a
// number, if there is another word, also as one of its numbers.
func names(legal json.RawMessage, words []string) bool {
	var fields map[string]any
	if json.Unmarshal(legal, &fields) != nil {
		return false
	}
	var in []string
	for _, value := range fields {
		in = append(in, wordsOf(value, len(words) > 1)...)
	}
	return !slices.ContainsFunc(words, func(w string) bool {
		return !slices.ContainsFunc(in, func(have string) bool { return strings.EqualFold(have, w) })
	})
}

// wordsOf returns the words that name a value of a move.
func wordsOf(value any, numbers bool) []string {
	switch value := value.(type) {
	case string:
		return []string{value}
	case float64:
		if numbers {
			return []string{fmt.Sprint(value)}
		}
	case []any:
		var all []string
		for _, v := range value {
			all = append(all, wordsOf(v, numbers)...)
		}
		return all
	}
	return nil
}

func isNumber(text string) bool { return strings.Trim(text, "0123456789") == "" }
