package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"noir/app"
	"noir/data"
)

type runningRow struct {
	ID      data.MatchID `json:"id"`
	Game    string       `json:"game"`
	Rated   bool         `json:"rated"`
	Started time.Time    `json:"started"`
	Moves   int          `json:"moves"`
	Seats   []string     `json:"seats"`
}

func (a *admin) running() *cobra.Command {
	cmd := &cobra.Command{
		Use: "running", Short: "The games that are not over", Args: noArgs,
		Example: "noir admin running",
	}
	asJSON := wantsJSON(cmd)
	cmd.RunE = a.attached(func(ctx context.Context, _ []string) error {
		matches, err := a.store.Unfinished(ctx)
		if err != nil {
			return err
		}
		rows := []runningRow{}
		for _, m := range matches {
			rows = append(rows, newRunningRow(m))
		}
		return a.list(*asJSON, rows, func(w io.Writer) {
			for _, r := range rows {
				fmt.Fprintf(w, "%s\t%s\tsince %s\t%d moves\t%s\n", r.ID, r.Game, moment(r.Started), r.Moves, versus(r.Seats, nil))
			}
			fmt.Fprintf(w, "%d running\n", len(rows))
		})
	})
	return cmd
}

func newRunningRow(m data.Match) runningRow {
	row := runningRow{ID: m.ID, Game: m.Game, Rated: m.Rated, Started: m.Started.UTC(), Moves: len(m.Moves), Seats: []string{}}
	for _, s := range m.Seats {
		row.Seats = append(row.Seats, s.Name)
	}
	return row
}

// versus names those at a table; a star marks who has won.
func versus(seats, won []string) string {
	marked := slices.Clone(seats)
	for i, name := range marked {
		if slices.Contains(won, name) {
			marked[i] += "*"
		}
	}
	return strings.Join(marked, " v ")
}

func (a *admin) void() *cobra.Command {
	cmd := &cobra.Command{
		Use: "void GAME --reason WHY", Short: "Take back what a game did to ratings", Args: oneArg,
		Long:    "Take back what a rated game that is over did to ratings. Its log stays and is marked.",
		Example: "noir admin void 01k9m2 --reason 'they were one person'",
	}
	reason := cmd.Flags().String("reason", "", "for the audit log")
	cmd.RunE = a.attached(func(ctx context.Context, args []string) error {
		if *reason == "" {
			return fmt.Errorf("%w: say why with --reason", errUsage)
		}
		id := data.MatchID(args[0])
		undone, err := a.store.Void(ctx, a.by, id, *reason)
		if err != nil {
			return err
		}
		m, err := a.store.Match(ctx, id)
		if err != nil {
			return err
		}
		var changes []string
		for _, c := range undone {
			changes = append(changes, fmt.Sprintf("%s %+.1f", m.Seats[c.Seat].Name, c.After-c.Before))
		}
		return a.say("game %s is void; taken back: %s", id, strings.Join(changes, ", "))
	})
	return cmd
}

func (a *admin) export() *cobra.Command {
	return &cobra.Command{
		Use: "export", Short: "Every game that is over as a sealed record, one a line", Args: noArgs,
		Long: "Every game that is over as a record sealed with the host key, as JSON lines, oldest first.\n" +
			"Each line is a file for noir verify.",
		Example: "noir admin export | gzip > records.jsonl.gz",
		RunE: a.attached(func(ctx context.Context, _ []string) error {
			return app.Export(ctx, a.store, app.Games(), a.dir, a.out)
		}),
	}
}
