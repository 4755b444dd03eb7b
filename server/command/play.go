package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/server/wire"
)

// playFlags are what `play` can be asked for.
type playFlags struct {
	json, rated, casual, host, auto, fresh, noMoneyWin bool

	seats int
	bot   string
	join  string
	game  string
	pace  string
	wait  int
}

const playUse = "play GAME --json [--rated | --casual] [--bot LEVEL | --host | --join CODE | --game ID] " +
	"[--seats N] [--pace PACE] [--new] [--auto] [--wait SECONDS] [--no-money-win]"

func (d *Desk) play(c *Call) *cobra.Command {
	var f playFlags
	cmd := &cobra.Command{Use: playUse, Short: "play by JSON lines", Args: oneArg}
	flags := cmd.Flags()
	flags.BoolVar(&f.json, "json", false, "JSON lines both ways (needed)")
	flags.BoolVar(&f.rated, "rated", false, "for the rating (the default of whoever has a key)")
	flags.BoolVar(&f.casual, "casual", false, "not for the rating")
	flags.IntVar(&f.seats, "seats", 0, "how many sit at the table: `N`")
	flags.StringVar(&f.bot, "bot", "", "play the house at a `LEVEL`, at once")
	flags.BoolVar(&f.host, "host", false, "open a private table and print its code")
	flags.StringVar(&f.join, "join", "", "sit down at the private table with a `CODE`")
	flags.StringVar(&f.game, "game", "", "take up the running game with an `ID`")
	flags.BoolVar(&f.fresh, "new", false, "do not take up a running game")
	flags.BoolVar(&f.auto, "auto", false, "keep playing: queue again after each game")
	flags.StringVar(&f.pace, "pace", string(data.Live), "`PACE` live, fast or day")
	flags.IntVar(&f.wait, "wait", 0, "give up the queue after so many `SECONDS`")
	flags.BoolVar(&f.noMoneyWin, "no-money-win", false, "noirburg: no win by a majority of the money")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		g, err := d.game(args[0])
		if err != nil {
			return err
		}
		req, err := f.request(c, g)
		if err != nil {
			return err
		}
		req.Server = "noir " + d.Version
		return d.missing(cmd.Context(), req.Game, wire.Play(cmd.Context(), d.Broker, req, c.In, c.Out))
	}
	return cmd
}

// request is what the flags ask for.
func (f playFlags) request(c *Call, g engine.Game) (wire.Request, error) {
	info := g.Info()
	if wrong := f.wrong(info); wrong != "" {
		return wire.Request{}, fmt.Errorf("%w: %s", errUsage, wrong)
	}
	if data.Pace(f.pace) == data.Day {
		return wire.Request{}, errors.New("pace day is not played here yet: use live")
	}
	strangers := f.bot == "" && !f.host && f.join == ""
	rated := f.rated || strangers && !f.casual && !c.Player.ID.Guest()
	return wire.Request{
		Ticket: matchmaking.Ticket{
			Player: c.Player,
			Terms: matchmaking.Terms{
				Game: info.Name, Rated: rated, Pace: data.Pace(f.pace), Seats: f.seats, Options: f.options(),
			},
			Bot: f.bot, Host: f.host, Join: f.join,
		},
		Rules: g, Game: data.MatchID(f.game), New: f.fresh, Auto: f.auto,
		Wait: time.Duration(f.wait) * time.Second,
	}, nil
}

// wrong says what cannot be asked for, whoever asks; "" when all is well.
func (f playFlags) wrong(info engine.Info) string {
	switch pace := data.Pace(f.pace); {
	case !f.json:
		return "play speaks JSON lines: add --json, or connect without a command for the screens"
	case f.rated && f.casual:
		return "--rated or --casual, not both"
	case exclusive(f.bot != "", f.host, f.join != "", f.game != ""):
		return "one of --bot, --host, --join and --game"
	case f.game != "" && f.fresh:
		return "--game takes a game up, --new does not: one of them"
	case f.bot != "" && f.rated:
		return "a table with the house is casual: leave --rated out"
	case f.bot != "" && !slices.Contains(info.Levels, f.bot):
		return fmt.Sprintf("the house does not play at the level %.64q; the nearest is %q", f.bot, nearest(f.bot, info.Levels))
	case f.seats != 0 && (f.seats < info.MinSeats || f.seats > info.MaxSeats):
		return fmt.Sprintf("--seats is %d to %d in %s", info.MinSeats, info.MaxSeats, info.Name)
	case f.wait < 0 || f.wait > maxWait:
		return fmt.Sprintf("--wait is a number of seconds, at most %d", maxWait)
	case pace != data.Live && pace != data.Fast && pace != data.Day:
		return "--pace is live, fast or day"
	case pace == data.Fast && f.bot == "" && !f.host:
		return "--pace fast goes with --bot or --host"
	}
	return ""
}

// maxWait is the longest --wait, in seconds: a week.
const maxWait = 7 * 24 * 3600

// options are the game's own.
func (f playFlags) options() json.RawMessage {
	if f.noMoneyWin {
		return json.RawMessage(`{"money_win":false}`)
	}
	return nil
}

// exclusive reports whether more than one is set.
func exclusive(set ...bool) bool {
	n := 0
	for _, s := range set {
		if s {
			n++
		}
	}
	return n > 1
}
