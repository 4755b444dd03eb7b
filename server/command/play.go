package command

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"noir/data"
	"noir/engine"
	"noir/internal/nearest"
	"noir/matchmaking"
	"noir/server/wire"
)

// playCommands play by JSON lines.
type playCommands struct {
	catalog
	finder
	live
	version string
	log     *slog.Logger
}

// playFlags are what `play` can be asked for.
type playFlags struct {
	json, rated, casual, host, public, auto, fresh bool

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
	from  string
	seat  int

	switches switched
}

const playUse = "play GAME --json [--rated | --casual] [--bot LEVEL [--from GAME@PLY [--seat N]] | --host [--public] [--fill LEVEL] [--to NAME] | --join CODE | --event ID | --game ID] " +
	"[--seats N] [--pace PACE] [--clock CLOCK] [--new] [--auto] [--wait SECONDS]"

func (d playCommands) play(c *Call) *cobra.Command {
	var f playFlags
	cmd := &cobra.Command{Use: playUse + d.switchUse(), Short: "play by JSON lines", Args: oneArg}
	flags := cmd.Flags()
	flags.BoolVar(&f.json, "json", false, "JSON lines both ways (required)")
	flags.BoolVar(&f.casual, "casual", false, "not for the rating")
	flags.StringVar(&f.bot, "bot", "", "play the house at a `LEVEL`, at once")
	flags.BoolVar(&f.host, "host", false, "open a private table and print its code")
	flags.StringVar(&f.join, "join", "", "sit down at the private table with a `CODE`")
	flags.IntVar(&f.event, "event", 0, "play in the event with an `ID`, game after game")
	flags.StringVar(&f.game, "game", "", "go on with the running game with an `ID`")
	flags.BoolVar(&f.fresh, "new", false, "do not go on with a running game")
	flags.BoolVar(&f.auto, "auto", false, "keep playing: queue again after each game")
	flags.IntVar(&f.wait, "wait", 0, "give up the queue after so many `SECONDS`")
	f.addHosting(flags)
	f.addOrigin(flags)
	f.addTerms(d.catalog, flags)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		req, err := d.request(cmd.Context(), c, f, args)
		if err != nil {
			return err
		}
		req.Server, req.Log = "noir "+d.version, d.log
		return d.missing(cmd.Context(), req.Game, wire.Play(cmd.Context(), d.broker, req, c.In, c.Out))
	}
	return cmd
}

// addHosting adds the flags of a private table.
func (f *playFlags) addHosting(flags *pflag.FlagSet) {
	flags.BoolVar(&f.rated, "rated", false, "for the rating (the default for players with a key)")
	flags.BoolVar(&f.public, "public", false, "with --host: anybody may watch, and the game has a page")
	flags.StringVar(&f.fill, "fill", "", "with --host: the house plays at a `LEVEL` on the free seats when you send {\"type\":\"begin\"}")
	flags.StringVar(&f.to, "to", "", "with --host: challenge the player with a `NAME` to sit down there")
}

// addOrigin adds the flags of a game that goes on from another one.
func (f *playFlags) addOrigin(flags *pflag.FlagSet) {
	flags.StringVar(&f.from, "from", "", "against the house: go on from a finished game after a move, `GAME@PLY`; the cards lie as they did there, and it counts for nothing")
	flags.IntVar(&f.seat, "seat", ownSeat, "with --from: take seat `N`, counted from 0; by itself your own there, else that of the one who moves")
	flags.Lookup("seat").DefValue = "0" // which help does not print
}

// ownSeat is --seat where none was chosen.
const ownSeat = -1

// addTerms adds the flags of every table.
func (f *playFlags) addTerms(g catalog, flags *pflag.FlagSet) {
	flags.IntVar(&f.seats, "seats", 0, "a table of `N`")
	flags.StringVar(&f.pace, "pace", string(data.Live), "a `PACE`: live, fast or day")
	flags.StringVar(&f.clock, "clock", "", "with --bot or --host: a `CLOCK` of x1, x2, x4 or none; by itself none against the house alone, else x1")
	f.switches = g.addSwitches(flags)
}

// request is what was typed.
func (d playCommands) request(ctx context.Context, c *Call, f playFlags, args []string) (wire.Request, error) {
	origin, kind, err := d.origin(ctx, f)
	if err != nil {
		return wire.Request{}, err
	}
	if len(args) == 0 && kind != "" {
		args = []string{kind}
	}
	g, err := d.gameOr(args)
	if err != nil {
		return wire.Request{}, err
	}
	req, err := f.request(c, g)
	req.Ticket.Origin = origin
	if err == nil && f.to != "" {
		req.Ticket.To, err = d.player(ctx, c, []string{f.to})
	}
	return req, err
}

// origin is the position of --from, and the kind of its game.
func (d playCommands) origin(ctx context.Context, f playFlags) (at data.Origin, game string, err error) {
	if f.from == "" {
		return at, "", nil
	}
	id, ply, _ := strings.Cut(f.from, "@")
	n, err := strconv.Atoi(ply)
	if err != nil || id == "" {
		return at, "", misused("--from is a game and the number of a move, such as %s@12", cmp.Or(id, "GAME"))
	}
	m, err := d.matches.Finished(ctx, data.MatchID(id))
	return data.Origin{Match: m.ID, Plies: n}, m.Game, err
}

// wish is the seat of --seat, nil without it.
func (f playFlags) wish() *engine.Seat {
	if f.seat == ownSeat {
		return nil
	}
	seat := engine.Seat(min(max(f.seat, -1), 127))
	return &seat
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
				Game: info.Name, Rated: rated, Pace: data.Pace(f.pace), Clock: data.Clock(f.clock), Seats: f.seats, Options: f.switches.options(), Tournament: int64(f.event), Public: f.public,
			},
			Bot: f.bot, Host: f.host, Fill: f.fill, Join: f.join, Seat: f.wish(),
		},
		Met: c.Met, Rules: g, Game: data.MatchID(f.game), New: f.fresh, Auto: f.auto || f.event != 0,
		Wait: time.Duration(f.wait) * time.Second,
	}, nil
}

// wrong says which flags cannot be combined, for any caller.
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
		return misused("use --game or --new, not both")
	case f.from != "" && f.bot == "":
		return misused("--from goes with --bot")
	case f.from == "" && f.seat != ownSeat:
		return misused("--seat goes with --from")
	case f.from != "" && (f.seats != 0 || f.switches.options() != nil):
		return misused("the game that goes on has its own terms: leave them out")
	case f.public && !f.host:
		return misused("--public goes with --host")
	case f.fill != "" && !f.host:
		return misused("--fill goes with --host")
	case f.to != "" && !f.host:
		return misused("--to goes with --host")
	case level != "" && f.rated:
		return misused("a table with the house is casual: leave --rated out")
	case level != "" && !slices.Contains(info.Levels(), level):
		if like := nearest.Of(level, info.Levels()); like != "" {
			return misused("the house does not play at the level %.64q; the nearest is %q", level, like)
		}
		return misused("the house does not play at the level %.64q; it plays at %s", level, strings.Join(info.Levels(), ", "))
	case f.seats != 0 && f.seats != info.MinSeats && info.MinSeats == info.MaxSeats:
		return misused("--seats is %d in %s", info.MinSeats, info.Name)
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
