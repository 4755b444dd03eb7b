package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"noir/data"
	"noir/data/record"
	"noir/engine"
	"noir/matchmaking"
	"noir/server/wire"
)

type gameRow struct {
	ID      data.MatchID  `json:"id"`
	Game    string        `json:"game"`
	Rated   bool          `json:"rated"`
	Started time.Time     `json:"started"`
	Ended   time.Time     `json:"ended"`
	Seats   []gameSeat    `json:"seats"`
	Winners []engine.Seat `json:"winners"`
}

type gameSeat struct {
	Name   string         `json:"name"`
	Before *record.Points `json:"before"`
	After  *record.Points `json:"after"`
}

func (d *Desk) games(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "games [NAME] [--json] [--limit N]", Short: "latest games, your own or a player's", Args: maybeArg}
	asJSON := wantsJSON(cmd)
	limit := cmd.Flags().Int("limit", 20, "`N` games, at most 1000")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *limit < 1 || *limit > 1000 {
			return fmt.Errorf("%w: --limit is 1 to 1000", errUsage)
		}
		p, err := d.player(cmd.Context(), c, args)
		if err != nil {
			return err
		}
		matches, err := d.Store.Games(cmd.Context(), p.ID, *limit)
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
		return tellGames(c.Out, p, matches)
	}
	return cmd
}

func newGameRow(m data.Match) gameRow {
	row := gameRow{
		ID: m.ID, Game: m.Game, Rated: m.Rated, Started: m.Started.UTC(), Ended: m.Ended.UTC(),
		Winners: m.Result.Winners,
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
func tellGames(out io.Writer, p data.Player, matches []data.Match) error {
	if len(matches) == 0 {
		_, err := fmt.Fprintf(out, "%s has no finished game yet.\n", p.Name)
		return err
	}
	w := table(out)
	for _, m := range matches {
		own := slices.IndexFunc(m.Seats, func(s data.Seat) bool { return s.Player == p.ID })
		var others []string
		for i, s := range m.Seats {
			if i != own {
				others = append(others, s.Name)
			}
		}
		fmt.Fprintf(w, "%s\t%s\t%s\tagainst %s\t%s\t%s\n", day(m.Ended), m.Game,
			outcome(*m.Result, engine.Seat(own)), strings.Join(others, ", "), effect(m.Seats[own]), m.ID)
	}
	return w.Flush()
}

// outcome is how a game ended for a seat.
func outcome(r engine.Result, own engine.Seat) string {
	switch {
	case r.Reason == engine.Aborted:
		return "aborted"
	case !slices.Contains(r.Winners, own):
		return "lost"
	case len(r.Winners) > 1:
		return "shared"
	}
	return "won"
}

// effect is what a game did to a seat's rating.
func effect(s data.Seat) string {
	if s.Before == nil || s.After == nil {
		return "unrated"
	}
	return fmt.Sprintf("%s (%+.0f)", points(record.Points(*s.After), false), *s.After-*s.Before)
}

func (d *Desk) replay(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "replay ID [--json | --cast]", Short: "a finished game, move by move", Args: oneArg}
	asJSON := cmd.Flags().Bool("json", false, "its record, for `noir verify`")
	asCast := cmd.Flags().Bool("cast", false, "a recording (asciicast v2)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *asJSON && *asCast {
			return fmt.Errorf("%w: --json or --cast, not both", errUsage)
		}
		m, err := d.finished(cmd.Context(), data.MatchID(args[0]))
		if err != nil {
			return err
		}
		switch {
		case *asJSON:
			sealed, err := d.Seal(m)
			if err == nil {
				_, err = c.Out.Write(append(sealed, '\n'))
			}
			return err
		case *asCast:
			return d.Cast(cmd.Context(), m, c.Out)
		}
		return d.tellReplay(cmd.Context(), m, c.Out)
	}
	return cmd
}

// finished finds a game that is over.
func (d *Desk) finished(ctx context.Context, id data.MatchID) (data.Match, error) {
	m, err := d.Store.Match(ctx, id)
	switch {
	case errors.Is(err, data.ErrNotFound):
		return m, fmt.Errorf("there is no game %.64q; `games` lists yours", id)
	case err != nil:
		return m, err
	case m.Result == nil:
		return m, fmt.Errorf("that game is running; `watch %s` shows it", id)
	}
	return m, nil
}

// tellReplay tells a finished game in sentences.
func (d *Desk) tellReplay(ctx context.Context, m data.Match, out io.Writer) error {
	g, err := d.game(m.Game)
	if err != nil {
		return err
	}
	replay, err := matchmaking.NewReplay(g, m)
	if err != nil {
		return err
	}
	replay.Seek(replay.Len())
	return d.tellTable(ctx, replay, out)
}

// tellTable tells a table in sentences until its game is over.
func (d *Desk) tellTable(ctx context.Context, chair matchmaking.Chair, out io.Writer) error {
	defer chair.Leave()
	var teller Teller
	told := 0
	for after := 0; ; {
		f, err := chair.Next(ctx, after)
		if errors.Is(err, io.EOF) {
			err = matchmaking.ErrDraining
		}
		if err != nil {
			return err
		}
		if after == 0 {
			teller = d.Tellers[f.Game]()
			fmt.Fprintf(out, "%s, game %s: %s\n", f.Game, f.Match, versus(f.Seats))
		}
		after = f.Revision
		if err := teller.Show(f); err != nil {
			return err
		}
		for ; told < len(f.Log); told++ {
			if _, err := fmt.Fprintf(out, "%3d. %s\n", told+1, teller.Tell(f.Log[told])); err != nil {
				return err
			}
		}
		if f.End != nil {
			return tellEnd(f, out)
		}
	}
}

func versus(seats []matchmaking.Seated) string {
	names := make([]string, len(seats))
	for i, s := range seats {
		names[i] = s.Name
	}
	return strings.Join(names, " v ")
}

// tellEnd says who won and what it did to the ratings.
func tellEnd(f matchmaking.Frame, out io.Writer) error {
	var winners []string
	for _, s := range f.End.Result.Winners {
		winners = append(winners, f.Seats[s].Name)
	}
	if len(winners) == 0 {
		fmt.Fprintf(out, "The game was aborted and counts for nothing.\n")
	} else {
		fmt.Fprintf(out, "Won by %s (%s).\n", strings.Join(winners, " and "), f.End.Result.Reason)
	}
	for _, c := range f.End.Changes {
		fmt.Fprintf(out, "%s: %.0f (%+.0f)\n", f.Seats[c.Seat].Name, c.After, c.After-c.Before)
	}
	_, err := fmt.Fprintf(out, "The seed was %s.\n", f.End.Seed)
	return err
}

type tableRow struct {
	ID       data.MatchID `json:"id"`
	Game     string       `json:"game"`
	Rated    bool         `json:"rated"`
	Seats    []wire.Seat  `json:"seats"`
	Ply      int          `json:"ply"`
	Watchers int          `json:"watchers"`
}

func (d *Desk) tables(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "tables [--json]", Short: "running tables", Args: noArgs}
	asJSON := wantsJSON(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		live, err := d.Broker.Live(cmd.Context())
		if err != nil {
			return err
		}
		rows := make([]tableRow, len(live))
		for i, l := range live {
			rows[i] = tableRow{ID: l.ID, Game: l.Game, Rated: l.Rated, Seats: wire.Seats(l.Seats), Ply: l.Ply, Watchers: l.Watchers}
		}
		if *asJSON {
			return printJSON(c.Out, rows)
		}
		if len(rows) == 0 {
			_, err := fmt.Fprintln(c.Out, "No table is running.")
			return err
		}
		w := table(c.Out)
		for i, r := range rows {
			fmt.Fprintf(w, "%s\t%s\t%s\t%d moves\t%d watching\n", r.ID, r.Game, versus(live[i].Seats), r.Ply, r.Watchers)
		}
		return w.Flush()
	}
	return cmd
}

func (d *Desk) watch(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "watch ID [--json]", Short: "a running table, told as it happens", Args: oneArg}
	asJSON := cmd.Flags().Bool("json", false, "JSON lines instead of text")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		chair, err := d.Broker.Watch(cmd.Context(), data.MatchID(args[0]))
		if err != nil {
			return d.missing(cmd.Context(), data.MatchID(args[0]), err)
		}
		if *asJSON {
			return wire.Watch(cmd.Context(), chair, c.Out)
		}
		return d.tellTable(cmd.Context(), chair, c.Out)
	}
	return cmd
}

// missing says more of a table that was not found, if the reason is that its
// game is over.
func (d *Desk) missing(ctx context.Context, id data.MatchID, err error) error {
	if !errors.Is(err, matchmaking.ErrNoTable) {
		return err
	}
	if m, storeErr := d.Store.Match(ctx, id); storeErr == nil && m.Result != nil {
		return fmt.Errorf("%w any more: the game is over, and `replay %s` tells it", err, id)
	}
	return fmt.Errorf("%w; `tables` lists those that there are", err)
}
