package command

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"noir/data"
	"noir/data/record"
	"noir/engine"
	"noir/internal/language"
)

// gameCommands are about finished games, and the caller's running ones.
type gameCommands struct {
	catalog
	finder
	live
	seal func(data.Match) ([]byte, error)
	cast func(ctx context.Context, m data.Match, out io.Writer) error
}

type gameRow struct {
	ID      data.MatchID  `json:"id"`
	Game    string        `json:"game"`
	Rated   bool          `json:"rated"`
	Started time.Time     `json:"started"`
	Ended   time.Time     `json:"ended"`
	Seats   []gameSeat    `json:"seats"`
	Winners []engine.Seat `json:"winners"`
	From    *data.Origin  `json:"from,omitempty"`  // absent if it was dealt for itself
	Until   *time.Time    `json:"until,omitempty"` // when it is deleted; absent if it is kept for good
}

type gameSeat struct {
	Name   string         `json:"name"`
	Before *record.Points `json:"before"`
	After  *record.Points `json:"after"`
}

func (d gameCommands) list(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "games [NAME] [--running] [--json] [--limit N] [--before GAME]", Short: "latest games, your own or a player's", Args: maybeArg}
	asJSON := wantsJSON(cmd)
	limit := cmd.Flags().Int("limit", 20, "`N` games, at most 1000")
	before := cmd.Flags().String("before", "", "only games that ended before `GAME`")
	running := cmd.Flags().Bool("running", false, "your running games; those waiting for your move come first")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case *running && len(args) > 0:
			return misused("--running lists your own games, not a player's")
		case *running:
			return runningGames{d.live}.list(cmd.Context(), c, *asJSON)
		}
		if *limit < 1 || *limit > 1000 {
			return misused("--limit is 1 to 1000")
		}
		p, err := d.player(cmd.Context(), c, args)
		if err != nil {
			return err
		}
		matches, err := d.matches.Past(cmd.Context(), p.ID, data.MatchID(*before), *limit)
		if err != nil {
			return err
		}
		if *asJSON {
			rows := make([]gameRow, len(matches))
			for i, m := range matches {
				rows[i] = newGameRow(m)
			}
			return printJSON(c.Out, rows)
		}
		if isOwn(c, args) {
			if err := (runningGames{d.live}).tell(cmd.Context(), c); err != nil {
				return err
			}
		}
		return tellGames(c, p, matches)
	}
	cmd.AddCommand(
		d.marking(c, "keep ID", language.Mark("keep a game with the house for good"), true),
		d.marking(c, "drop ID", language.Mark("stop keeping a game"), false))
	if c.Prompt == nil { // a prompt holds an answer in memory until it is read
		cmd.AddCommand(d.export(c))
	}
	return cmd
}

// exported is how many games are listed at a time while all of them are written.
const exported = 100

// export writes the records of all of the caller's games, newest first. Each is produced in its turn,
// as by replay, and sent before the next one is read.
func (d gameCommands) export(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "export", Short: language.Mark("all your games, one record a line"), Args: noArgs}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := needsKey(c); err != nil {
			return err
		}
		ctx := cmd.Context()
		for before := data.MatchID(""); ; {
			page, err := d.matches.Past(ctx, c.Player.ID, before, exported)
			if err != nil {
				return err
			}
			for _, m := range page {
				if err := spooled(ctx, d.matches, c, func(out io.Writer) error { return d.record(ctx, m.ID, out) }); err != nil {
					return err
				}
				before = m.ID
			}
			if len(page) < exported {
				return nil
			}
		}
	}
	return cmd
}

// record writes the sealed record of a finished game in a line.
func (d gameCommands) record(ctx context.Context, id data.MatchID, out io.Writer) error {
	m, err := d.matches.Finished(ctx, id)
	if err != nil {
		return err
	}
	sealed, err := d.seal(m)
	if err != nil {
		return err
	}
	_, err = out.Write(append(sealed, '\n'))
	return err
}

// marking is a command that marks a game as kept, or unmarks it.
func (d gameCommands) marking(c *Call, use, short string, keep bool) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Args: oneArg}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		id := data.MatchID(args[0])
		m, err := d.matches.Keep(cmd.Context(), c.Player.ID, id, keep)
		switch {
		case err != nil:
			return err
		case m.Passing:
			err = c.reply("Game %s is kept until %s.", id, c.day(m.Ended.Add(data.KeptFor)))
		default:
			err = c.reply("Game %s is kept.", id)
		}
		return err
	}
	return cmd
}

func newGameRow(m data.Match) gameRow {
	row := gameRow{
		ID: m.ID, Game: m.Game, Rated: m.Rated, Started: m.Started.UTC(), Ended: m.Ended.UTC(),
		Winners: m.Result.Winners,
	}
	if m.Origin != (data.Origin{}) {
		row.From = &m.Origin
	}
	if m.Passing {
		until := m.Ended.Add(data.KeptFor).UTC()
		row.Until = &until
	}
	for _, s := range m.Seats {
		seat := gameSeat{Name: s.Name}
		if len(row.Winners) > 0 { // an aborted game has no rating
			seat.Before, seat.After = (*record.Points)(s.Before), (*record.Points)(s.After)
		}
		row.Seats = append(row.Seats, seat)
	}
	return row
}

// tellGames lists games as one player has seen them.
func tellGames(c *Call, p data.Player, matches []data.Match) error {
	if len(matches) == 0 {
		return c.reply("%s has no finished game yet.", p.Name)
	}
	w := table(c.Out)
	for _, m := range matches {
		own := m.SeatOf(p.ID)
		var others []string
		for i, s := range m.Seats {
			if engine.Seat(i) != own {
				others = append(others, s.Name)
			}
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", c.day(m.Ended), m.Game, outcome(c, m, own),
			c.Words("against %s", strings.Join(others, ", ")), effect(c, m.Seats[own]), m.ID)
	}
	return w.Flush()
}

// outcome says how a game ended for a seat.
func outcome(c *Call, m data.Match, own engine.Seat) string {
	switch m.Outcome(own) {
	case data.OutcomeVoid:
		return c.Words("aborted")
	case data.OutcomeWon:
		return c.Words("won")
	case data.OutcomeShared:
		return c.Words("shared")
	case data.OutcomeLost:
		return c.Words("lost")
	}
	return c.Words("place %d of %d", m.Result.Places[own], len(m.Seats))
}

// effect says how a game changed a seat's rating.
func effect(c *Call, s data.Seat) string {
	if s.Before == nil || s.After == nil {
		return c.Words("unrated")
	}
	return fmt.Sprintf("%s (%+.0f)", points(record.Points(*s.After), false), *s.After-*s.Before)
}

func (d gameCommands) replay(c *Call) *cobra.Command {
	if c.Prompt != nil { // a prompt would hold a recording in memory until it is read
		return &cobra.Command{Use: "replay ID", Short: "a finished game, move by move", Args: oneArg,
			RunE: func(cmd *cobra.Command, args []string) error { return d.wind(cmd.Context(), c, data.MatchID(args[0])) }}
	}
	cmd := &cobra.Command{Use: "replay ID [--json | --cast]", Short: "a finished game, move by move", Args: oneArg}
	asJSON := cmd.Flags().Bool("json", false, "its record, for noir verify")
	asCast := cmd.Flags().Bool("cast", false, "a recording (asciicast v2)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *asJSON && *asCast {
			return misused("--json or --cast, not both")
		}
		ctx := cmd.Context()
		return spooled(ctx, d.matches, c, func(out io.Writer) error {
			if *asJSON {
				return d.record(ctx, data.MatchID(args[0]), out)
			}
			m, err := d.matches.Finished(ctx, data.MatchID(args[0]))
			switch {
			case err != nil:
				return err
			case *asCast:
				return d.cast(ctx, m, out)
			}
			return d.tellReplay(ctx, c.writing(out), m)
		})
	}
	return cmd
}

// wind opens a finished game at a prompt, before its first move.
func (d gameCommands) wind(ctx context.Context, c *Call, id data.MatchID) error {
	m, err := d.matches.Finished(ctx, id)
	if err != nil {
		return err
	}
	replay, err := d.matches.Replay(m)
	if err != nil {
		return err
	}
	fmt.Fprintln(c.Out, c.Several(replay.Len()-1,
		"%d move. Type next, back, or go and the number of a move.", "%d moves. Type next, back, or go and the number of a move."))
	fmt.Fprintln(c.Out, c.Words("Type house and a level to play on from there against the house."))
	return c.Prompt.Look(replay)
}

// tellReplay narrates a finished game.
func (d gameCommands) tellReplay(ctx context.Context, c *Call, m data.Match) error {
	replay, err := d.matches.Replay(m)
	if err != nil {
		return err
	}
	replay.Seek(replay.Len())
	return d.tellTable(ctx, c, replay)
}
