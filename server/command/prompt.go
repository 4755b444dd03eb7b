package command

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"noir/data"
	"noir/engine"
	"noir/internal/language"
	"noir/matchmaking"
)

// Prompt is plain text mode as commands see it: it can ask the caller, and play in lines. Output of
// the command is read first. Methods that play block until the caller is back at the prompt; their
// errors go to the caller of Desk.Do.
type Prompt interface {
	// Wait queues a ticket and plays at the table that it leads to.
	Wait(t matchmaking.Ticket) error
	// Sit takes the caller's seat at a table and plays there.
	Sit(id data.MatchID) error
	// Look shows a table or a replay from a spectator's chair, and leaves the chair.
	Look(chair matchmaking.Viewer) error
	// Compete plays in an event, game after game.
	Compete(c data.Tournament) error
	// Learn teaches a game.
	Learn(g engine.Info) error
	// Sure asks a question and reports whether the answer was yes.
	Sure(question string) (bool, error)
	// Become switches to a player: another one, or the same with another name.
	Become(p data.Player)
	// Settings are the caller's settings, a guest's too, and Settle changes them.
	Settings() data.Settings
	Settle(data.Settings)
	// Leave ends the conversation.
	Leave() error
}

// settle tells a prompt about changed settings.
func (c *Call) settle(set data.Settings) {
	if c.At != nil {
		c.At.Settle(set)
	}
}

// sure reports whether the caller means it. It asks only at a prompt.
func (c *Call) sure(question string, args ...any) (bool, error) {
	if c.At == nil {
		return true, nil
	}
	return c.At.Sure(c.Words(question, args...))
}

// house plays against house players.
func (d playCommands) house(c *Call) *cobra.Command {
	f := playFlags{json: true, seat: ownSeat}
	cmd := &cobra.Command{
		Use:   "house LEVEL [GAME] [--from GAME@PLY [--seat N]] [--seats N] [--pace PACE] [--clock CLOCK]" + d.switchUse(),
		Short: "play against the house, at once", Args: upToTwo,
	}
	f.addOrigin(cmd.Flags())
	f.addTerms(d.catalog, cmd.Flags())
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return misused("Type house and a level: %s.", levels(d.catalog[0].Info()))
		}
		f.bot = args[0]
		return d.playInLines(cmd.Context(), c, f, args[1:])
	}
	return cmd
}

// levels lists the levels of house players, and their names.
func levels(info engine.Info) string {
	list := make([]string, len(info.House))
	for i, o := range info.House {
		list[i] = fmt.Sprintf("%s (%s)", o.Level, o.Name)
		if o.Rating > 0 {
			list[i] = fmt.Sprintf("%s (%s, %.0f)", o.Level, o.Name, o.Rating)
		}
	}
	return strings.Join(list, ", ")
}

// host opens a private table.
func (d playCommands) host(c *Call) *cobra.Command {
	f := playFlags{json: true, host: true, seat: ownSeat}
	cmd := &cobra.Command{
		Use:   "host [GAME] [--rated] [--public] [--fill LEVEL] [--to NAME] [--seats N] [--pace PACE] [--clock CLOCK]" + d.switchUse(),
		Short: "open a private table, with a code for a friend", Args: maybeArg,
	}
	f.addHosting(cmd.Flags())
	f.addTerms(d.catalog, cmd.Flags())
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return d.playInLines(cmd.Context(), c, f, args) }
	return cmd
}

// sit resumes a running game.
func (d playCommands) sit(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "sit [NUMBER | ID]", Short: "go on with a running game, by its number in `games`; without one, the first", Args: maybeArg}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		list, err := d.broker.Mine(cmd.Context(), c.Player.ID)
		switch {
		case err != nil:
			return err
		case len(list) == 0:
			return language.Sentence(nil, "You have no game running.")
		case len(args) == 0:
			args = []string{"1"}
		}
		id, ok := pick(list, args[0])
		if !ok {
			return misused("Type sit and a number from 1 to %d; games lists them.", len(list))
		}
		return c.At.Sit(id)
	}
	return cmd
}

// pick finds a table in a list, by its ID or by its number in the list as printed at a prompt.
func pick(list []matchmaking.Listing, word string) (data.MatchID, bool) {
	if n, err := strconv.Atoi(word); err == nil && n >= 1 && n <= len(list) {
		return list[n-1].ID, true
	}
	for _, l := range list {
		if string(l.ID) == word {
			return l.ID, true
		}
	}
	return "", false
}

// number is the number of a row in a list at a prompt.
func (c *Call) number(i int) string {
	if c.At == nil {
		return ""
	}
	return fmt.Sprintf("%d\t", i+1)
}

// learn gives a lesson.
func (d playCommands) learn(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "learn [GAME]", Short: "learn a game at a table of your own", Args: maybeArg}
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		g, err := d.gameOr(args)
		if err != nil {
			return err
		}
		return c.At.Learn(g.Info())
	}
	return cmd
}
