package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"noir/data"
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

func (d *Desk) play(c *Call) *cobra.Command {
	var f playFlags
	cmd := &cobra.Command{Use: "play GAME --json", Short: "play by JSON lines", Args: oneArg}
	flags := cmd.Flags()
	flags.BoolVar(&f.json, "json", false, "JSON lines both ways (needed)")
	flags.BoolVar(&f.rated, "rated", false, "for the rating (the default of whoever has a key)")
	flags.BoolVar(&f.casual, "casual", false, "not for the rating")
	flags.IntVar(&f.seats, "seats", 0, "how many sit at the table")
	flags.StringVar(&f.bot, "bot", "", "play the house at a `LEVEL`, at once")
	flags.BoolVar(&f.host, "host", false, "open a private table and print its code")
	flags.StringVar(&f.join, "join", "", "sit down at the private table with a `CODE`")
	flags.StringVar(&f.game, "game", "", "take up the running game with an `ID`")
	flags.BoolVar(&f.fresh, "new", false, "do not take up a running game")
	flags.BoolVar(&f.auto, "auto", false, "queue again after each game")
	flags.StringVar(&f.pace, "pace", string(data.Live), "live, fast or day")
	flags.IntVar(&f.wait, "wait", 0, "give up the queue after so many `SECONDS`")
	flags.BoolVar(&f.noMoneyWin, "no-money-win", false, "noirburg: no win by a majority of the money")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		g, err := d.game(args[0])
		if err != nil {
			return err
		}
		req, err := d.request(c, g.Info().Name, f)
		if err != nil {
			return err
		}
		if code := wire.Play(cmd.Context(), d.Broker, req, c.In, c.Out, c.Err); code != done {
			return coded(code)
		}
		return nil
	}
	return cmd
}

// request is what the flags ask for.
func (d *Desk) request(c *Call, game string, f playFlags) (wire.Request, error) {
	switch {
	case !f.json:
		return wire.Request{}, fmt.Errorf("%w: play speaks JSON lines: add --json, or connect without a command for the screens", errUsage)
	case f.rated && f.casual:
		return wire.Request{}, fmt.Errorf("%w: --rated or --casual, not both", errUsage)
	case exclusive(f.bot != "", f.host, f.join != "", f.game != ""):
		return wire.Request{}, fmt.Errorf("%w: one of --bot, --host, --join and --game", errUsage)
	case f.wait < 0:
		return wire.Request{}, fmt.Errorf("%w: --wait is a number of seconds", errUsage)
	case data.Pace(f.pace) == data.Day:
		return wire.Request{}, errors.New("pace day is not played here yet: use live")
	case data.Pace(f.pace) != data.Live && data.Pace(f.pace) != data.Fast:
		return wire.Request{}, fmt.Errorf("%w: --pace is live, fast or day", errUsage)
	}
	strangers := f.bot == "" && !f.host && f.join == ""
	rated := f.rated || strangers && !f.casual && !c.Player.ID.Guest()
	return wire.Request{
		Ticket: matchmaking.Ticket{
			Player: c.Player,
			Terms: matchmaking.Terms{
				Game: game, Rated: rated, Pace: data.Pace(f.pace), Seats: f.seats, Options: f.options(),
			},
			Bot: f.bot, Host: f.host, Join: f.join,
		},
		Game: data.MatchID(f.game), New: f.fresh, Auto: f.auto,
		Wait: time.Duration(f.wait) * time.Second, Server: "noir " + d.Version,
	}, nil
}

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
