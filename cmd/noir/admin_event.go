package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"noir/app"
	"noir/data"
	"noir/server/command"
)

// maxEvent is the longest event: players who have joined cannot play elsewhere meanwhile.
const maxEvent = 24 * 60 // minutes

func (a *admin) event() *cobra.Command {
	cmd := &cobra.Command{
		Use: "event", Short: "Events: some minutes in which whoever has joined plays game after game", Args: knownVerb,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.openEvent(), a.events(), a.closeEvent())
	return cmd
}

// eventFlags are what an event can be.
type eventFlags struct {
	game, title, at, every string
	minutes, seats         int
}

func (a *admin) openEvent() *cobra.Command {
	var f eventFlags
	cmd := &cobra.Command{
		Use: "open", Short: "Open an event", Args: noArgs,
		Long: "Open an event of rated games. A server that runs takes notice within seconds. One that is repeated\n" +
			"opens the next when it begins; closing that one ends the row.",
		Example: "noir admin event open --game district-noir --minutes 30\n" +
			"noir admin event open --game noirburg --minutes 90 --at '2026-11-27 19:00' --every week --title 'Friday night'",
	}
	flags := cmd.Flags()
	flags.StringVar(&f.game, "game", "", "of which `GAME` (needed)")
	flags.IntVar(&f.minutes, "minutes", 0, "how long: `N` minutes (needed)")
	flags.IntVar(&f.seats, "seats", 0, "tables of `N` (0: as many as are found)")
	flags.StringVar(&f.title, "title", "", "how it is called; the game's name when empty")
	flags.StringVar(&f.at, "at", "", "when it starts, UTC: 19:00 or 2026-11-27 19:00; now when empty")
	flags.StringVar(&f.every, "every", "", "again every day or week")
	cmd.RunE = a.attached(func(ctx context.Context, _ []string) error {
		c, err := f.tournament(time.Now())
		if err != nil {
			return fmt.Errorf("%w: %w", errUsage, err)
		}
		if c, err = a.store.OpenTournament(ctx, a.by, c); err != nil {
			return err
		}
		return a.say("event %d: %s, %s, from %s to %s UTC", c.ID, c.Title, c.Game, moment(c.Starts), moment(c.Ends))
	})
	return cmd
}

// tournament is what the flags say.
func (f eventFlags) tournament(now time.Time) (data.Tournament, error) {
	c := data.Tournament{Game: f.game, Title: f.title, Seats: f.seats}
	var known []string
	for _, g := range app.Games() {
		info := g.Info()
		known = append(known, info.Name)
		if info.Name != f.game {
			continue
		}
		if c.Title == "" {
			c.Title = info.Title
		}
		if f.seats != 0 && (f.seats < info.MinSeats || f.seats > info.MaxSeats) {
			return c, fmt.Errorf("--seats is %d to %d in %s", info.MinSeats, info.MaxSeats, info.Name)
		}
		return c, f.schedule(&c, now)
	}
	return c, fmt.Errorf("--game is one of %q; the nearest is %q", known, command.Nearest(f.game, known))
}

// schedule fills in when the event is.
func (f eventFlags) schedule(c *data.Tournament, now time.Time) (err error) {
	if f.minutes < 1 || f.minutes > maxEvent {
		return fmt.Errorf("--minutes is 1 to %d", maxEvent)
	}
	if c.Starts, err = readStart(f.at, now.UTC()); err != nil {
		return err
	}
	c.Ends = c.Starts.Add(time.Duration(f.minutes) * time.Minute)
	if f.every == "" {
		return nil
	}
	every, ok := map[string]time.Duration{"day": 24 * time.Hour, "week": 7 * 24 * time.Hour}[f.every]
	if !ok {
		return fmt.Errorf("--every is day or week")
	}
	c.Every = every
	return nil
}

// readStart reads when an event starts: a time of the next 24 hours, or a day and a time.
func readStart(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return now, nil
	}
	if at, err := time.Parse("15:04", text); err == nil {
		starts := time.Date(now.Year(), now.Month(), now.Day(), at.Hour(), at.Minute(), 0, 0, time.UTC)
		if starts.Before(now) {
			starts = starts.AddDate(0, 0, 1)
		}
		return starts, nil
	}
	starts, err := time.Parse("2006-01-02 15:04", text)
	switch {
	case err != nil:
		return starts, errors.New("--at is a time in UTC such as 19:00, or a day and a time such as 2026-11-27 19:00")
	case starts.Before(now):
		return starts, errors.New("--at is over already; it is a time in UTC")
	}
	return starts, nil
}

type eventRow struct {
	ID      int64      `json:"id"`
	Title   string     `json:"title"`
	Game    string     `json:"game"`
	Seats   int        `json:"seats"` // of its tables; 0: as many as are found
	Starts  time.Time  `json:"starts"`
	Ends    time.Time  `json:"ends"`
	EveryMS int64      `json:"every_ms"` // until the next one like it starts; 0: there is none
	Opened  string     `json:"opened"`   // by whom
	State   data.Stage `json:"state"`
	Closed  *time.Time `json:"closed"`  // since when its table stays; null before
	Players int        `json:"players"` // with a game that has counted
	Leader  *string    `json:"leader"`
}

func (a *admin) newEventRow(ctx context.Context, c data.Tournament) (eventRow, error) {
	row := eventRow{
		ID: c.ID, Title: c.Title, Game: c.Game, Seats: c.Seats, Starts: c.Starts.UTC(), Ends: c.Ends.UTC(),
		EveryMS: c.Every.Milliseconds(), Opened: c.Opened,
		State: c.Stage(time.Now()), Closed: stamp(c.Closed),
	}
	first, players, err := a.store.Standings(ctx, c.ID, 1, 0)
	row.Players = players
	if len(first) > 0 {
		row.Leader = &first[0].Player.Name
	}
	return row, err
}

// String returns the row as columns.
func (e eventRow) String() string {
	state := string(e.State)
	switch e.State {
	case data.Running:
		state += " until " + moment(e.Ends)
	case data.Closed:
		state += " since " + moment(*e.Closed)
	}
	who := fmt.Sprintf("%d players", e.Players)
	if e.Leader != nil {
		who += ", " + *e.Leader + " first"
	}
	if e.EveryMS > 0 {
		state += ", every " + time.Duration(e.EveryMS*int64(time.Millisecond)).String()
	}
	return fmt.Sprintf("%d\t%s\t%s\tfrom %s\t%s\t%s\tby %s", e.ID, e.Title, e.Game, moment(e.Starts), state, who, e.Opened)
}

func (a *admin) events() *cobra.Command {
	cmd := &cobra.Command{
		Use: "list", Short: "The events that run or will", Args: noArgs,
		Example: "noir admin event list --all",
	}
	asJSON := wantsJSON(cmd)
	all := cmd.Flags().Bool("all", false, "those that are over too")
	cmd.RunE = a.attached(func(ctx context.Context, _ []string) error {
		after := time.Now()
		if *all {
			after = time.Time{}
		}
		events, err := a.store.Tournaments(ctx, after)
		if err != nil {
			return err
		}
		rows := []eventRow{}
		for _, c := range events {
			row, err := a.newEventRow(ctx, c)
			if err != nil {
				return err
			}
			rows = append(rows, row)
		}
		return listAll(a, *asJSON, rows)
	})
	return cmd
}

func (a *admin) closeEvent() *cobra.Command {
	return &cobra.Command{
		Use: "close ID", Short: "End an event now, or call one off that has not begun", Args: oneArg,
		Long: "End an event now: games that run count for five minutes more. One that has not begun is called off,\n" +
			"and if it repeats another one there is no next.",
		Example: "noir admin event close 3",
		RunE: a.attached(func(ctx context.Context, args []string) error {
			id, err := number(args[0], "an event", "event list")
			if err != nil {
				return err
			}
			c, err := a.store.CloseTournament(ctx, a.by, id)
			switch {
			case errors.Is(err, data.ErrNotFound):
				return fmt.Errorf("there is no event %d; noir admin event list shows those that there are", id)
			case errors.Is(err, data.ErrFinished):
				return fmt.Errorf("the event %d is over", id)
			case err != nil:
				return err
			case c.Ends.After(time.Now()):
				return a.say("event %d is called off", id)
			}
			return a.say("event %d is over", id)
		}),
	}
}
