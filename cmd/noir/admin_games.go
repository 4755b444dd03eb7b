package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"noir/app/operator"
	"noir/data"
	"noir/engine"
	"noir/internal/language"
)

type runningRow struct {
	ID      data.MatchID `json:"id"`
	Game    string       `json:"game"`
	Rated   bool         `json:"rated"`
	Started time.Time    `json:"started"`
	Moves   int          `json:"moves"`
	Seats   []string     `json:"seats"`
}

func newRunningRow(m data.Match) runningRow {
	return runningRow{m.ID, m.Game, m.Rated, m.Started.UTC(), len(m.Moves), rowsOf(m.Seats, seatName)}
}

func seatName(s data.Seat) string { return s.Name }

func newRunning(a *admin) *cobra.Command {
	cmd := &cobra.Command{
		Use: "running", Short: "The running games", Args: noArgs,
		Example: "noir admin running",
	}
	asJSON := wantsJSON(cmd)
	cmd.RunE = a.at(func(ctx context.Context, o *operator.Office, _ []string) error {
		matches, err := o.Matches.Running(ctx)
		if err != nil {
			return err
		}
		rows := rowsOf(matches, newRunningRow)
		return a.list(*asJSON, rows, func(w io.Writer) {
			for _, r := range rows {
				fmt.Fprintf(w, "%s\t%s\tsince %s\t%s\t%s\n", r.ID, r.Game, moment(r.Started), language.Counted(r.Moves, "%d move", "%d moves"), versus(r.Seats, nil))
			}
			fmt.Fprintf(w, "%d running\n", len(rows))
		})
	})
	return cmd
}

type gameRow struct {
	ID     data.MatchID `json:"id"`
	Game   string       `json:"game"`
	Rated  bool         `json:"rated"`
	Ended  time.Time    `json:"ended"`
	Voided *time.Time   `json:"voided"`
	Seats  []string     `json:"seats"`
	Won    []string     `json:"won"`
}

func newGameRow(m data.Match) gameRow {
	return gameRow{
		ID: m.ID, Game: m.Game, Rated: m.Rated, Ended: m.Ended.UTC(), Voided: stamp(m.Voided),
		Seats: rowsOf(m.Seats, seatName),
		Won:   rowsOf(m.Result.Winners, func(s engine.Seat) string { return m.Seats[s].Name }),
	}
}

// String returns the row as columns.
func (g gameRow) String() string {
	counts := "unrated"
	switch {
	case g.Voided != nil:
		counts = "void"
	case g.Rated:
		counts = "rated"
	}
	return fmt.Sprintf("%s\t%s\t%s\t%s\t%s", g.ID, g.Game, moment(g.Ended), counts, versus(g.Seats, g.Won))
}

// versus returns the names of the players at a table; a star marks the winners.
func versus(seats, won []string) string {
	marked := slices.Clone(seats)
	for i, name := range marked {
		if slices.Contains(won, name) {
			marked[i] += "*"
		}
	}
	return data.Versus(marked)
}

func newVoid(a *admin) *cobra.Command {
	cmd := &cobra.Command{
		Use: "void GAME --reason WHY", Short: "Take back what a game did to ratings", Args: oneArg,
		Long:    "Take back what a rated game that is over did to ratings. Its log stays and is marked.",
		Example: "noir admin void 01k9m2 --reason 'they were one person'",
	}
	reason := cmd.Flags().String("reason", "", "for the audit log")
	cmd.RunE = a.at(func(ctx context.Context, o *operator.Office, args []string) error {
		undone, err := o.Matches.Void(ctx, data.MatchID(args[0]), *reason)
		changes := rowsOf(undone, func(u operator.Undone) string { return fmt.Sprintf("%s %+.1f", u.Name, u.Points) })
		return a.done(err, "game %s is void; taken back: %s", args[0], strings.Join(changes, ", "))
	})
	return cmd
}

func newExport(a *admin) *cobra.Command {
	return &cobra.Command{
		Use: "export", Short: "Every finished game as a sealed record, one a line", Args: noArgs,
		Long: "Every finished game as a record sealed with the host key, as JSON lines, oldest first.\n" +
			"Each line is a file for noir verify.",
		Example: "noir admin export | gzip > records.jsonl.gz",
		RunE: a.at(func(ctx context.Context, o *operator.Office, _ []string) error {
			return o.Matches.Export(ctx, a.out)
		}),
	}
}
