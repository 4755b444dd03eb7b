package command

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"noir/data"
	"noir/internal/language"
	"noir/matchmaking"
)

// challengeCommands are about challenges and private tables.
type challengeCommands struct {
	catalog
	finder
	broker matchmaking.Broker
	talk   func(ctx context.Context, c Call, line string) error
}

type challengeRow struct {
	ID      string    `json:"id"`
	From    string    `json:"from"`
	To      *string   `json:"to"` // null: an open challenge
	Game    string    `json:"game"`
	Rated   bool      `json:"rated"`
	Pace    data.Pace `json:"pace"`
	Seats   int       `json:"seats"`
	At      time.Time `json:"at"`
	Expires time.Time `json:"expires"`
}

func newChallengeRow(c data.Challenge) challengeRow {
	row := challengeRow{
		ID: c.ID, From: c.From.Name, Game: c.Game, Rated: c.Rated, Pace: c.Pace, Seats: c.Seats,
		At: c.At.UTC(), Expires: c.Expires.UTC(),
	}
	if c.To.ID != 0 {
		row.To = &c.To.Name
	}
	return row
}

// acceptance is the result of accepting a challenge: one of its fields is set.
type acceptance struct {
	Match     *data.MatchID `json:"match"`     // the new game
	Code      *string       `json:"code"`      // of the private table where the challenger waits
	Challenge *challengeRow `json:"challenge"` // the caller's own, left for others
}

func newAcceptance(a matchmaking.Acceptance) acceptance {
	var shown acceptance
	switch {
	case a.Match != "":
		shown.Match = &a.Match
	case a.Code != "":
		shown.Code = &a.Code
	default:
		row := newChallengeRow(a.Left)
		shown.Challenge = &row
	}
	return shown
}

// challengeFlags are the flags of a challenge.
type challengeFlags struct {
	open, rated, casual bool

	seats    int
	pace     string
	switches switched
}

const challengeUse = "challenge {NAME | --open} [GAME] [--pace day] [--seats N] [--rated | --casual]%s [--json]"

func (d challengeCommands) challenge(c *Call) *cobra.Command {
	var f challengeFlags
	cmd := &cobra.Command{Use: fmt.Sprintf(challengeUse, d.switchUse()), Short: "offer a game at a day a move", Args: upToTwo}
	flags := cmd.Flags()
	flags.BoolVar(&f.open, "open", false, "open to anybody; if somebody's offer fits, it is accepted at once")
	flags.BoolVar(&f.rated, "rated", false, "for the rating (the default with --open)")
	flags.BoolVar(&f.casual, "casual", false, "not for the rating (the default for a challenge by name)")
	flags.IntVar(&f.seats, "seats", 0, "a table of `N`")
	flags.StringVar(&f.pace, "pace", string(data.Day), "`PACE` day: 24 hours a move")
	f.switches = d.addSwitches(flags)
	asJSON := wantsJSON(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		offer, err := d.offer(cmd, c, f, args)
		if err != nil {
			return err
		}
		a, err := d.broker.Challenge(cmd.Context(), offer)
		if err != nil {
			return err
		}
		return tellAcceptance(c, a, *asJSON)
	}
	return cmd
}

// offer is the challenge that was typed.
func (d challengeCommands) offer(cmd *cobra.Command, c *Call, f challengeFlags, args []string) (data.Challenge, error) {
	offer := data.Challenge{From: c.Player, Seats: f.seats, Rated: f.rated || f.open && !f.casual, Options: f.switches.options()}
	switch {
	case f.rated && f.casual:
		return offer, misused("--rated or --casual, not both")
	case data.Pace(f.pace) != data.Day:
		return offer, misused("a stored challenge needs --pace day; to play at once, use `play GAME --json --host --to NAME` or the screens")
	case f.open && len(args) == 2, !f.open && len(args) == 0:
		return offer, misused("type %s", useLine(cmd))
	}
	if !f.open {
		to, err := d.player(cmd.Context(), c, args[:1])
		if err != nil {
			return offer, err
		}
		offer.To, args = to, args[1:]
	}
	g := d.catalog[0]
	if len(args) > 0 {
		var err error
		if g, err = d.game(args[0]); err != nil {
			return offer, err
		}
	}
	offer.Game = g.Info().Name
	return offer, nil
}

func tellAcceptance(c *Call, a matchmaking.Acceptance, asJSON bool) error {
	if asJSON {
		return printJSON(c.Out, newAcceptance(a))
	}
	var err error
	switch {
	case a.Match != "" && c.Prompt != nil:
		return c.Prompt.Sit(a.Match)
	case a.Code != "" && c.Prompt != nil:
		return c.Prompt.Wait(joining(c, a.Code))
	case a.Match != "":
		err = c.reply("The game is on: %s. `move %s` shows it.", a.Match, a.Match)
		if a.OneAddress && err == nil {
			err = c.reply(matchmaking.OneAddress)
		}
	case a.Code != "":
		err = c.reply("The challenger is waiting at a private table: `join %s` sits down there.", a.Code)
	default:
		err = c.reply("The challenge %s stands until %s. You need not wait: `games --running` shows the game once it is accepted.",
			a.Left.ID, c.day(a.Left.Expires))
	}
	return err
}

func (d challengeCommands) challenges(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "challenges [--json]", Short: "challenges that you can accept, and your own", Args: noArgs}
	asJSON := wantsJSON(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		list, err := d.broker.Challenges(cmd.Context(), c.Player.ID)
		if err != nil {
			return err
		}
		if *asJSON {
			rows := make([]challengeRow, len(list))
			for i, o := range list {
				rows[i] = newChallengeRow(o)
			}
			return printJSON(c.Out, rows)
		}
		return d.tellChallenges(c, list)
	}
	return cmd
}

func (d challengeCommands) tellChallenges(c *Call, list []data.Challenge) error {
	if len(list) == 0 {
		return c.reply("There are no open challenges. `challenge --open` leaves one.")
	}
	w := table(c.Out)
	for _, o := range list {
		who := c.Words("%s to you", o.From.Name)
		switch {
		case o.From.ID == c.Player.ID && o.To.ID == 0:
			who = c.Words("yours, to anybody")
		case o.From.ID == c.Player.ID:
			who = c.Words("yours, to %s", o.To.Name)
		case o.To.ID == 0:
			who = c.Words("%s to anybody", o.From.Name)
		}
		stake := c.Words("casual")
		if o.Rated {
			stake = c.Words("rated")
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", o.ID, who, o.Game, stake,
			c.Words("pace %s", o.Pace), c.Several(o.Seats, "%d seat", "%d seats"), c.Words("until %s", c.day(o.Expires)))
	}
	return w.Flush()
}

func (d challengeCommands) accept(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "accept ID [--json]", Short: "accept a challenge", Args: oneArg}
	asJSON := wantsJSON(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		a, err := d.broker.Accept(cmd.Context(), c.Player, args[0])
		if err != nil {
			return challengeGone(err)
		}
		return tellAcceptance(c, a, *asJSON)
	}
	return cmd
}

func (d challengeCommands) decline(c *Call) *cobra.Command {
	return d.withdrawing(c, "decline ID", language.Mark("decline a challenge made to you"), language.Mark("Declined."))
}

func (d challengeCommands) withdraw(c *Call) *cobra.Command {
	return d.withdrawing(c, "withdraw ID", language.Mark("withdraw a challenge of yours"), language.Mark("Withdrawn."))
}

// withdrawing is a command that removes a challenge.
func (d challengeCommands) withdrawing(c *Call, use, short, said string) *cobra.Command {
	return &cobra.Command{Use: use, Short: short, Args: oneArg, RunE: func(cmd *cobra.Command, args []string) error {
		if _, err := d.broker.Withdraw(cmd.Context(), c.Player.ID, args[0]); err != nil {
			return challengeGone(err)
		}
		return c.reply(said)
	}}
}

// challengeGone explains why a challenge was not found.
func challengeGone(err error) error {
	if errors.Is(err, matchmaking.ErrNoChallenge) {
		return language.Sentence(err, "that challenge is gone; `challenges` lists the open ones")
	}
	return err
}

// join sits down at a private table and plays there in plain text mode.
func (d challengeCommands) join(c *Call) *cobra.Command {
	return &cobra.Command{Use: "join CODE", Short: "sit down at a private table, in plain text mode", Args: codeArgs, RunE: func(cmd *cobra.Command, args []string) error {
		code := strings.Join(args, "")
		if c.Prompt != nil {
			return c.Prompt.Wait(joining(c, code))
		}
		return d.talk(cmd.Context(), *c, "join "+clean(code))
	}}
}

// joining is the ticket for a private table's code.
func joining(c *Call, code string) matchmaking.Ticket {
	return matchmaking.Ticket{Player: c.Player, Terms: matchmaking.Terms{Pace: data.Live}, Join: code}
}
