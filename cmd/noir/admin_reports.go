package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"noir/data"
)

type reportRow struct {
	ID      int64           `json:"id"`
	By      string          `json:"by"`
	About   string          `json:"about"`
	Game    *data.MatchID   `json:"game"`
	Reason  string          `json:"reason"`
	Talk    json.RawMessage `json:"talk"`
	At      time.Time       `json:"at"`
	Closed  *time.Time      `json:"closed"`
	Verdict string          `json:"verdict"`
}

func newReportRow(r data.Report) reportRow {
	row := reportRow{
		ID: r.ID, By: r.By.Name, About: r.About.Name, Reason: r.Reason, Talk: r.Talk,
		At: r.At.UTC(), Closed: stamp(r.Closed), Verdict: r.Verdict,
	}
	if r.Match != "" {
		row.Game = &r.Match
	}
	return row
}

// String returns the row as columns.
func (r reportRow) String() string {
	game, state := "-", "open"
	if r.Game != nil {
		game = string(*r.Game)
	}
	if r.Closed != nil {
		state = "closed " + moment(*r.Closed) + ": " + r.Verdict
	}
	return fmt.Sprintf("%d\t%s\t%s about %s\t%s\t%s\t%s", r.ID, moment(r.At), r.By, r.About, game, state, r.Reason)
}

// maxReports is how many reports are read at once.
const maxReports = 1000

func (a *admin) reports() *cobra.Command {
	cmd := &cobra.Command{
		Use: "reports", Short: "What players complain of, the newest first", Args: noArgs,
		Example: "noir admin reports --all --json\nnoir admin reports --limit 20 --offset 20",
	}
	asJSON := wantsJSON(cmd)
	all := cmd.Flags().Bool("all", false, "those that are closed too")
	limit := cmd.Flags().Int("limit", maxReports, "`N` reports")
	offset := cmd.Flags().Int("offset", 0, "leave out the first `N`")
	cmd.RunE = a.attached(func(ctx context.Context, _ []string) error {
		reports, err := a.store.Reports(ctx, *all, *limit, *offset)
		if err != nil {
			return err
		}
		rows := []reportRow{}
		for _, r := range reports {
			rows = append(rows, newReportRow(r))
		}
		return listAll(a, *asJSON, rows)
	})
	return cmd
}

const reportUse = "report ID [close VERDICT]"

func (a *admin) report() *cobra.Command {
	cmd := &cobra.Command{
		Use: reportUse, Short: "One report with what was said at the table, or close it", Args: oneOrClosing,
		Long:    "One report with what was said at the table, or close it: a letter tells VERDICT to the player who made it.",
		Example: "noir admin report 3\nnoir admin report 3 close 'they are warned'",
	}
	asJSON := wantsJSON(cmd)
	cmd.RunE = a.attached(func(ctx context.Context, args []string) error {
		id, err := number(args[0], "a report", "reports")
		switch {
		case err != nil:
			return err
		case len(args) == 1:
			return a.showReport(ctx, id, *asJSON)
		}
		if err := a.store.Judge(ctx, a.by, id, args[2]); err != nil {
			return err
		}
		return a.say("report %d is closed", id)
	})
	return cmd
}

// oneOrClosing takes the arguments of reportUse.
func oneOrClosing(cmd *cobra.Command, args []string) error {
	if len(args) == 3 && args[1] == "close" {
		return nil
	}
	return oneArg(cmd, args)
}

func (a *admin) showReport(ctx context.Context, id int64, asJSON bool) error {
	row, err := a.findReport(ctx, id)
	if err != nil {
		return err
	}
	var talk []saidRow
	if err := json.Unmarshal(row.Talk, &talk); err != nil {
		return fmt.Errorf("the talk of report %d: %w", id, err)
	}
	return a.list(asJSON, row, func(w io.Writer) {
		fmt.Fprintln(w, row)
		for _, said := range talk {
			fmt.Fprintf(w, "said\t%s\t%s\t%s\n", moment(said.At), said.Name, said.Text)
		}
	})
}

// saidRow is a line of the talk of a report.
type saidRow struct {
	At   time.Time `json:"at"`
	Name string    `json:"name"`
	Text string    `json:"text"`
}

// findReport looks through all that there are.
func (a *admin) findReport(ctx context.Context, id int64) (reportRow, error) {
	for offset := 0; ; offset += maxReports {
		reports, err := a.store.Reports(ctx, true, maxReports, offset)
		if err != nil {
			return reportRow{}, err
		}
		for _, r := range reports {
			if r.ID == id {
				return newReportRow(r), nil
			}
		}
		if len(reports) < maxReports {
			return reportRow{}, fmt.Errorf("there is no report %d; noir admin reports --all shows them", id)
		}
	}
}

func (a *admin) warn() *cobra.Command {
	return &cobra.Command{
		Use: "warn NAME TEXT", Short: "Leave a player a letter with a warning", Args: twoArgs,
		Example: "noir admin warn marlowe 'be civil'",
		RunE: a.attached(func(ctx context.Context, args []string) error {
			p, err := a.find(ctx, args[0])
			if err != nil {
				return err
			}
			if data.Clean(args[1], data.MaxReason) == "" {
				return fmt.Errorf("%w: a warning says something", errUsage)
			}
			if err := a.store.Warn(ctx, a.by, p.ID, args[1]); err != nil {
				return err
			}
			return a.say("%s is told when they are next here", p.Name)
		}),
	}
}
