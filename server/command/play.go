package command

import (
	"cmp"
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
	json, rated, casual, host, auto, fresh bool

	seats int
	bot   string
	fill  string
	to    string
	join  string
	game  string
	pace  string
	clock string
	wait  int
	event int

	switches switched
}

const playUse = "play GAME --json [--rated | --casual] [--bot LEVEL | --host [--fill LEVEL] [--to NAME] | --join CODE | --event ID | --game ID] " +
	"[--seats N] [--pace PACE] [--clock CLOCK] [--new] [--auto] [--wait SECONDS]"

func (d *Desk) play(c *Call) *cobra.Command {
	var f playFlags
	cmd := &cobra.Command{Use: playUse + d.switchUse(), Short: "play by JSON lines", Args: oneArg}
	flags := cmd.Flags()
	flags.BoolVar(&f.json, "json", false, "JSON lines both ways (needed)")
	flags.BoolVar(&f.rated, "rated", false, "for the rating (the default of whoever has a key)")
	flags.BoolVar(&f.casual, "casual", false, "not for the rating")
	flags.IntVar(&f.seats, "seats", 0, "how many sit at the table: `N`")
	flags.StringVar(&f.bot, "bot", "", "play the house at a `LEVEL`, at once")
	flags.BoolVar(&f.host, "host", false, "open a private table and print its code")
	flags.StringVar(&f.fill, "fill", "", "with --host: the house plays at a `LEVEL` on what is free when you send {\"type\":\"begin\"}")
	flags.StringVar(&f.to, "to", "", "with --host: challenge the player with a `NAME` to sit down there")
	flags.StringVar(&f.join, "join", "", "sit down at the private table with a `CODE`")
	flags.IntVar(&f.event, "event", 0, "play in the event with an `ID`, game after game")
	flags.StringVar(&f.game, "game", "", "take up the running game with an `ID`")
	flags.BoolVar(&f.fresh, "new", false, "do not take up a running game")
	flags.BoolVar(&f.auto, "auto", false, "keep playing: queue again after each game")
	flags.StringVar(&f.pace, "pace", string(data.Live), "`PACE` live, fast or day")
	flags.StringVar(&f.clock, "clock", "", "with --bot or --host: `CLOCK` x1, x2, x4 or none; by itself none against the house alone, else x1")
	flags.IntVar(&f.wait, "wait", 0, "give up the queue after so many `SECONDS`")
	f.switches = d.addSwitches(flags)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		g, err := d.game(args[0])
		if err != nil {
			return err
		}
		req, err := f.request(c, g)
		if err != nil {
			return err
		}
		if f.to != "" {
			if req.Ticket.To, err = d.player(cmd.Context(), c, []string{f.to}); err != nil {
				return err
			}
		}
		req.Server = "noir " + d.Version
		return d.missing(cmd.Context(), req.Game, wire.Play(cmd.Context(), d.Broker, req, c.In, c.Out))
	}
	return cmd
}

// request is what the flags ask for.
func (f playFlags) request(c *Call, g engine.Game) (wire.Request, error) {
	info := g.Info()
	if wrong := f.wrong(info); wrong != nil {
		return wire.Request{}, wrong
	}
	strangers := f.bot == "" && !f.host && f.join == ""
	rated := f.rated || strangers && !f.casual && !c.Player.ID.Guest()
	return wire.Request{
		Ticket: matchmaking.Ticket{
			Player: c.Player,
			Terms: matchmaking.Terms{
				Game: info.Name, Rated: rated, Pace: data.Pace(f.pace), Clock: data.Clock(f.clock), Seats: f.seats, Options: f.switches.options(), Contest: int64(f.event),
			},
			Bot: f.bot, Host: f.host, Fill: f.fill, Join: f.join,
		},
		Met: c.Met, Rules: g, Game: data.MatchID(f.game), New: f.fresh, Auto: f.auto || f.event != 0,
		Wait: time.Duration(f.wait) * time.Second,
	}, nil
}

// wrong says what cannot be asked for, whoever asks.
func (f playFlags) wrong(info engine.Info) error {
	level := cmp.Or(f.bot, f.fill)
	switch pace := data.Pace(f.pace); {
	case !f.json:
		return misused("play speaks JSON lines: add --json, or connect without a command for the screens")
	case f.rated && f.casual:
		return misused("--rated or --casual, not both")
	case exclusive(f.bot != "", f.host, f.join != "", f.event != 0, f.game != ""):
		return misused("one of --bot, --host, --join, --event and --game")
	case f.event != 0 && (f.casual || f.seats != 0 || f.switches.options() != nil || pace != data.Live):
		return misused("an event has its own terms: leave them out")
	case f.game != "" && f.fresh:
		return misused("--game takes a game up, --new does not: one of them")
	case f.fill != "" && !f.host:
		return misused("--fill goes with --host")
	case f.to != "" && !f.host:
		return misused("--to goes with --host")
	case level != "" && f.rated:
		return misused("a table with the house is casual: leave --rated out")
	case level != "" && !slices.Contains(info.Levels(), level):
		return misused("the house does not play at the level %.64q; the nearest is %q", level, Nearest(level, info.Levels()))
	case f.seats != 0 && (f.seats < info.MinSeats || f.seats > info.MaxSeats):
		return misused("--seats is %d to %d in %s", info.MinSeats, info.MaxSeats, info.Name)
	case f.wait < 0 || f.wait > maxWait:
		return misused("--wait is a number of seconds, at most %d", maxWait)
	case pace != data.Live && pace != data.Fast && pace != data.Day:
		return misused("--pace is live, fast or day")
	case pace == data.Fast && f.bot == "" && !f.host:
		return misused("--pace fast goes with --bot or --host")
	case f.clock != "" && !slices.Contains(data.Clocks[:], data.Clock(f.clock)):
		return misused("--clock is x1, x2, x4 or none")
	case f.clock != "" && f.bot == "" && !f.host:
		return misused("--clock goes with --bot or --host")
	case f.clock != "" && pace == data.Day:
		return misused("a day game has its own clock: leave --clock out")
	case f.clock == string(data.NoClock) && f.rated:
		return misused("a rated game has a clock: --clock x1, x2 or x4")
	}
	return nil
}

// maxWait is the longest --wait, in seconds: a week.
const maxWait = 7 * 24 * 3600

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
