package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"noir/app"
	"noir/app/operator"
	"noir/data"
	"noir/engine"
	"noir/internal/language"
)

func newEvent(a *admin) *cobra.Command {
	cmd := &cobra.Command{
		Use: "event", Short: "Events: some minutes in which players play game after game for points", Args: knownVerb,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newEventOpen(a), newEventList(a), newEventClose(a))
	return cmd
}

func newEventOpen(a *admin) *cobra.Command {
	games := engine.Names(app.Games())
	cmd := &cobra.Command{
		Use: "open", Short: "Open an event", Args: noArgs,
		Long: "Open an event of rated games. A running server notices within seconds. One that is repeated\n" +
			"opens the next when it begins; closing that one ends the series.",
		Example: "noir admin event open --game " + games[0] + " --minutes 30\n" +
			"noir admin event open --game " + games[len(games)-1] + " --minutes 90 --at '2026-11-27 19:00' --every week --title 'Friday night'",
	}
	var c data.Tournament
	flags := cmd.Flags()
	flags.StringVar(&c.Game, "game", "", "the game (required)")
	minutes := flags.Int("minutes", 0, "how many minutes it lasts (required)")
	flags.IntVar(&c.Seats, "seats", 0, "players at a table (0: as many as are found)")
	flags.StringVar(&c.Title, "title", "", "its title; the game's name when empty")
	at := flags.String("at", "", "when it starts, UTC: 19:00 or 2026-11-27 19:00; now when empty")
	every := flags.String("every", "", "again every day or week")
	cmd.RunE = a.at(func(ctx context.Context, o *operator.Office, _ []string) (err error) {
		if c.Starts, err = readStart(*at, time.Now().UTC()); err != nil {
			return err
		}
		if c.Every, err = readEvery(*every); err != nil {
			return err
		}
		if *minutes < 1 || *minutes > int(operator.MaxEvent/time.Minute) {
			return fmt.Errorf("%w: --minutes is 1 to %d", errUsage, operator.MaxEvent/time.Minute)
		}
		c.Ends = c.Starts.Add(time.Duration(*minutes) * time.Minute)
		opened, err := o.Events.Open(ctx, c)
		return a.done(err, "event %d: %s, %s, from %s to %s UTC", opened.ID, opened.Title, opened.Game, moment(opened.Starts), moment(opened.Ends))
	})
	return cmd
}

// intervals are the names of the intervals in which events are repeated.
var intervals = map[time.Duration]string{24 * time.Hour: "day", 7 * 24 * time.Hour: "week"}

// readEvery parses the interval of a repeated event; 0 for never.
func readEvery(text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	for every, name := range intervals {
		if name == text {
			return every, nil
		}
	}
	return 0, fmt.Errorf("%w: --every is day or week", errUsage)
}

// readStart parses when an event starts: a time within the next 24 hours, or a day and a time.
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
		return starts, fmt.Errorf("%w: --at is a time in UTC such as 19:00, or a day and a time such as 2026-11-27 19:00", errUsage)
	case starts.Before(now):
		return starts, fmt.Errorf("%w: --at is over already; it is a time in UTC", errUsage)
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
	EveryMS int64      `json:"every_ms"` // until the next one like it starts; 0: not repeated
	Opened  string     `json:"opened"`   // by an operator, or the schedule
	State   data.Stage `json:"state"`
	Closed  *time.Time `json:"closed"`  // its table is final from then on; null before
	Players int        `json:"players"` // with a finished game
	Leader  *string    `json:"leader"`
}

func newEventRow(e operator.Event) eventRow {
	return eventRow{
		ID: e.ID, Title: e.Title, Game: e.Game, Seats: e.Seats, Starts: e.Starts.UTC(), Ends: e.Ends.UTC(),
		EveryMS: e.Every.Milliseconds(), Opened: e.Opened,
		State: e.Stage(time.Now()), Closed: stamp(e.Closed), Players: e.Players, Leader: named(e.Leader),
	}
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
	who := language.Counted(e.Players, "%d player", "%d players")
	if e.Leader != nil {
		who += ", " + *e.Leader + " first"
	}
	if e.EveryMS > 0 {
		state += ", every " + intervals[time.Duration(e.EveryMS)*time.Millisecond]
	}
	return fmt.Sprintf("%d\t%s\t%s\tfrom %s\t%s\t%s\tby %s", e.ID, e.Title, e.Game, moment(e.Starts), state, who, e.Opened)
}

func newEventList(a *admin) *cobra.Command {
	cmd := &cobra.Command{
		Use: "list", Short: "Running and coming events", Args: noArgs,
		Example: "noir admin event list --all",
	}
	asJSON := wantsJSON(cmd)
	all := cmd.Flags().Bool("all", false, "past ones too")
	cmd.RunE = a.at(func(ctx context.Context, o *operator.Office, _ []string) error {
		events, err := o.Events.List(ctx, *all)
		return listAll(a, *asJSON, events, err, newEventRow)
	})
	return cmd
}

func newEventClose(a *admin) *cobra.Command {
	return &cobra.Command{
		Use: "close ID", Short: "End an event now, or call one off that has not begun", Args: oneArg,
		Long: "End an event now: games that run count for five minutes more. One that has not begun is called off,\n" +
			"and if it repeats another one there is no next.",
		Example: "noir admin event close 3",
		RunE: a.at(func(ctx context.Context, o *operator.Office, args []string) error {
			id, err := number(args[0], "an event", "event list")
			if err != nil {
				return err
			}
			off, err := o.Events.Close(ctx, id)
			if off {
				return a.done(err, "event %d is called off", id)
			}
			return a.done(err, "event %d is over", id)
		}),
	}
}
