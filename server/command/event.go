package command

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"noir/app/service"
	"noir/data"
	"noir/matchmaking"
)

// eventCommands are about events.
type eventCommands struct {
	broker    matchmaking.Broker
	standings service.Events
	talk      func(ctx context.Context, c Call, line string) error
}

type eventRow struct {
	ID      int64      `json:"id"`
	Title   string     `json:"title"`
	Game    string     `json:"game"`
	Seats   int        `json:"seats"` // of its tables; 0: as many as are found
	State   data.Stage `json:"state"`
	Starts  time.Time  `json:"starts"`
	Ends    time.Time  `json:"ends"`
	Closed  *time.Time `json:"closed"`   // from then on the table is final
	EveryMS int64      `json:"every_ms"` // until the next one like it starts; 0: not repeated
}

func newEventRow(c data.Tournament, now time.Time) eventRow {
	row := eventRow{
		ID: c.ID, Title: c.Title, Game: c.Game, Seats: c.Seats, State: c.Stage(now),
		Starts: c.Starts.UTC(), Ends: c.Ends.UTC(), EveryMS: c.Every.Milliseconds(),
	}
	if row.State == data.Closed {
		closed := c.Closed.UTC()
		row.Closed = &closed
	}
	return row
}

// eventTable is an event and its standings.
type eventTable struct {
	eventRow
	Players []eventScore `json:"players"` // best first; players with a finished game
}

type eventScore struct {
	Rank   int    `json:"rank"`
	Name   string `json:"name"`
	Points int    `json:"points"`
	Games  int    `json:"games"`
	Streak int    `json:"streak"` // current wins in a row
}

func (d eventCommands) event(c *Call) *cobra.Command {
	cmd := &cobra.Command{
		Use: "event [ID] [--json] [--follow]", Short: "events, or the standings of one", Args: maybeArg,
		Long: "Players in an event are paired again and again for some minutes, each time with somebody else.\n" +
			"A win is worth 2 points, a draw 1. From the third win in a row, a win is worth 4.\n" +
			"Of the games with the same player the first two score, and only if everybody has had three turns.\n" +
			"Programs join by play GAME --json --event ID.",
	}
	asJSON := wantsJSON(cmd)
	follow := new(bool)
	if c.Prompt == nil { // nobody could end it at a prompt
		cmd.Flags().BoolVar(follow, "follow", false, "with --json: a line whenever something changes, until it is over")
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case *follow && (!*asJSON || len(args) == 0):
			return misused("--follow goes with an ID and --json")
		case len(args) == 0:
			return d.events(c, *asJSON)
		}
		id, err := eventID(args[0])
		switch {
		case err != nil:
			return err
		case *follow:
			return d.followEvent(cmd.Context(), c, id)
		}
		t, err := d.eventTable(cmd.Context(), id)
		switch {
		case err != nil:
			return err
		case *asJSON:
			return printJSON(c.Out, t)
		}
		return t.tell(c)
	}
	cmd.AddCommand(d.joinEvent(c))
	return cmd
}

func eventID(text string) (int64, error) {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, misused("%.64q is not the number of an event; `event` shows it", text)
	}
	return id, nil
}

// joinEvent plays in an event in plain text mode.
func (d eventCommands) joinEvent(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "join ID", Short: "play in an event, in plain text mode", Args: oneArg}
	if c.Prompt != nil {
		cmd.Use, cmd.Args = "join [ID]", maybeArg
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if c.Prompt == nil {
			id, err := eventID(args[0])
			if err != nil {
				return err
			}
			return d.talk(cmd.Context(), *c, fmt.Sprint("event join ", id))
		}
		tournament, err := d.tournament(args)
		if err != nil {
			return err
		}
		return c.Prompt.Compete(tournament)
	}
	return cmd
}

// tournament finds the event with an id, or the foremost without one.
func (d eventCommands) tournament(args []string) (data.Tournament, error) {
	all := d.broker.Tournaments()
	if len(args) == 0 {
		if tournament, ok := data.Foremost(all, time.Now()); ok {
			return tournament, nil
		}
		return data.Tournament{}, matchmaking.ErrNoTournament
	}
	id, err := eventID(args[0])
	if err != nil {
		return data.Tournament{}, err
	}
	one, ok := data.TournamentByID(all, id)
	if !ok {
		return one, matchmaking.ErrNoTournament
	}
	return one, nil
}

// events lists running and coming events, and the latest.
func (d eventCommands) events(c *Call, asJSON bool) error {
	rows, now := []eventRow{}, time.Now()
	for _, event := range d.broker.Tournaments() {
		rows = append(rows, newEventRow(event, now))
	}
	if asJSON {
		return printJSON(c.Out, rows)
	}
	if len(rows) == 0 {
		return c.reply("There is no event at the moment.")
	}
	w := table(c.Out)
	for _, row := range rows {
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\n", row.ID, row.Title, row.Game, row.state(c))
	}
	return w.Flush()
}

// state says how far an event has got.
func (e eventRow) state(c *Call) string {
	switch e.State {
	case data.Coming:
		return c.Words("starts %s UTC", day(e.Starts))
	case data.Running:
		return c.Words("runs until %s UTC", day(e.Ends))
	case data.Closing:
		return c.Words("the last games are being played")
	}
	return c.Words("ended %s UTC", day(*e.Closed))
}

// eventTable reads an event and its standings.
func (d eventCommands) eventTable(ctx context.Context, id int64) (eventTable, error) {
	event, rows, err := d.standings.Table(ctx, id)
	t := eventTable{newEventRow(event, time.Now()), []eventScore{}}
	for _, row := range rows {
		t.Players = append(t.Players, eventScore{row.Rank, row.Player.Name, row.Points, row.Games, row.Streak})
	}
	return t, err
}

func (t eventTable) same(o eventTable) bool {
	return t.State == o.State && t.Ends.Equal(o.Ends) && slices.Equal(t.Players, o.Players)
}

func (t eventTable) tell(c *Call) error {
	fmt.Fprintf(c.Out, "%s, %s: %s\n", t.Title, t.Game, t.state(c))
	if len(t.Players) == 0 {
		return c.reply("No games finished yet.")
	}
	w := tabwriter.NewWriter(c.Out, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, c.Words("rank\tpoints\tgames\t  name"))
	for _, p := range t.Players {
		fmt.Fprintf(w, "%d\t%d\t%d\t  %s\n", p.Rank, p.Points, p.Games, p.Name)
	}
	return w.Flush()
}

// followEvery is how often an event is checked for changes.
const followEvery = 2 * time.Second

// followEvent prints an event whenever it changes, until it is over.
func (d eventCommands) followEvent(ctx context.Context, c *Call, id int64) error {
	tick := time.Tick(followEvery)
	for told := (eventTable{}); ; {
		t, err := d.eventTable(ctx, id)
		if err != nil {
			return err
		}
		if !t.same(told) {
			if err := printJSON(c.Out, t); err != nil {
				return err
			}
			told = t
		}
		if t.State == data.Closed {
			return nil
		}
		select {
		case <-tick:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
