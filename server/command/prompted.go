package command

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"noir/data"
	"noir/engine"
	"noir/internal/language"
	"noir/matchmaking"
)

// promptCommands play and watch at a prompt.
type promptCommands struct{ playCommands }

// play plays against strangers.
func (d promptCommands) play(c *Call) *cobra.Command {
	f := playFlags{json: true, seat: ownSeat}
	cmd := &cobra.Command{
		Use:   "play [GAME] [--casual] [--seats N] [--pace PACE]" + d.switchUse(),
		Short: "find a stranger, or go on with a running game", Args: maybeArg,
	}
	cmd.Flags().BoolVar(&f.casual, "casual", false, "not for the rating")
	f.addTerms(d.catalog, cmd.Flags())
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return d.playInLines(cmd.Context(), c, f, args) }
	return cmd
}

// house plays against house players.
func (d promptCommands) house(c *Call) *cobra.Command {
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
func (d promptCommands) host(c *Call) *cobra.Command {
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
func (d promptCommands) sit(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "sit [NUMBER | ID]", Short: "go on with a running game, by its number in `games`; without one, the first", Args: maybeArg}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		list, err := d.broker.Mine(cmd.Context(), c.Player.ID)
		switch {
		case err != nil:
			return err
		case len(list) == 0:
			return language.Sentence(nil, "You have no game running.")
		}
		id, ok := pick(list, args)
		if !ok {
			return misused("Type sit and a number from 1 to %d; games lists them.", len(list))
		}
		return c.Prompt.Sit(id)
	}
	return cmd
}

// watch watches a table.
func (d promptCommands) watch(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "watch [NUMBER | ID]", Short: "watch a running table, by its number in `tables`; without one, the first", Args: maybeArg}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		list, err := d.broker.Live(cmd.Context(), c.Player.ID)
		switch {
		case err != nil:
			return err
		case len(list) == 0:
			return language.Sentence(nil, "Nobody plays at the moment.")
		}
		id, ok := pick(list, args)
		if !ok {
			return misused("Type watch and a number from 1 to %d.", len(list))
		}
		chair, err := d.broker.Watch(cmd.Context(), id)
		if err != nil {
			return err
		}
		return c.Prompt.Look(chair)
	}
	return cmd
}

// pick finds the table that somebody names in a list, by its ID or by its number in the list as
// printed at a prompt; the first if they name none.
func pick(list []matchmaking.Listing, args []string) (data.MatchID, bool) {
	if len(args) == 0 {
		return list[0].ID, true
	}
	word := args[0]
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

// playInLines plays at a prompt by the flags; it first resumes a running game of the kind against
// strangers.
func (d promptCommands) playInLines(ctx context.Context, c *Call, f playFlags, args []string) error {
	req, err := d.request(ctx, c, f, args)
	if err != nil {
		return err
	}
	t := req.Ticket
	if t.Host || t.Bot != "" {
		return c.Prompt.Wait(t)
	}
	list, err := d.broker.Mine(ctx, c.Player.ID)
	if err != nil {
		return err
	}
	for _, l := range list {
		if l.Game == t.Game && (l.Pace == data.Day) == (t.Pace == data.Day) {
			return c.Prompt.Sit(l.ID)
		}
	}
	if t.Pace != data.Day {
		return c.Prompt.Wait(t)
	}
	a, err := d.broker.Challenge(ctx, data.Challenge{From: t.Player, Game: t.Game, Rated: t.Rated, Seats: t.Seats, Options: t.Options})
	if err != nil {
		return err
	}
	return tellAcceptance(c, a, false)
}

// learn gives a lesson.
func (d promptCommands) learn(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "learn [GAME]", Short: "learn a game at a table of your own", Args: maybeArg}
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		g, err := d.gameOr(args)
		if err != nil {
			return err
		}
		return c.Prompt.Learn(g.Info())
	}
	return cmd
}
