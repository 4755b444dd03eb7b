package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"noir/app/operator"
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
	return reportRow{
		ID: r.ID, By: r.By.Name, About: r.About.Name, Game: named(r.Match), Reason: r.Reason, Talk: r.Talk,
		At: r.At.UTC(), Closed: stamp(r.Closed), Verdict: r.Verdict,
	}
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

func newReports(a *admin) *cobra.Command {
	cmd := &cobra.Command{
		Use: "reports", Short: "Players' reports, newest first", Args: noArgs,
		Example: "noir admin reports --all --json\nnoir admin reports --limit 20 --offset 20",
	}
	asJSON := wantsJSON(cmd)
	all := cmd.Flags().Bool("all", false, "closed ones too")
	limit := cmd.Flags().Int("limit", 1000, "list at most this many")
	offset := cmd.Flags().Int("offset", 0, "skip this many first")
	cmd.RunE = a.at(func(ctx context.Context, o *operator.Office, _ []string) error {
		reports, err := o.Moderation.Reports(ctx, *all, *limit, *offset)
		return listAll(a, *asJSON, reports, err, newReportRow)
	})
	return cmd
}

func newReport(a *admin) *cobra.Command {
	cmd := &cobra.Command{
		Use: "report ID [close VERDICT]", Short: "One report with what was said at the table, or close it", Args: oneOrClosing,
		Long:    "One report with what was said at the table, or close it: a letter tells VERDICT to the player who made it.",
		Example: "noir admin report 3\nnoir admin report 3 close 'they are warned'",
	}
	asJSON := wantsJSON(cmd)
	cmd.RunE = a.at(func(ctx context.Context, o *operator.Office, args []string) error {
		id, err := number(args[0], "a report", "reports")
		switch {
		case err != nil:
			return err
		case len(args) == 1:
			return a.showReport(ctx, o, id, *asJSON)
		}
		return a.done(o.Moderation.CloseReport(ctx, id, args[2]), "report %d is closed", id)
	})
	return cmd
}

// oneOrClosing takes the arguments of newReport's Use.
func oneOrClosing(cmd *cobra.Command, args []string) error {
	if len(args) == 3 && args[1] == "close" {
		return nil
	}
	return oneArg(cmd, args)
}

func (a *admin) showReport(ctx context.Context, o *operator.Office, id int64, asJSON bool) error {
	report, talk, err := o.Moderation.Report(ctx, id)
	if err != nil {
		return err
	}
	row := newReportRow(report)
	return a.list(asJSON, row, func(w io.Writer) {
		fmt.Fprintln(w, row)
		for _, said := range talk {
			fmt.Fprintf(w, "said\t%s\t%s\t%s\n", moment(said.At), said.Name, said.Text)
		}
	})
}

func newWarn(a *admin) *cobra.Command {
	return &cobra.Command{
		Use: "warn NAME TEXT", Short: "Leave a player a letter with a warning", Args: twoArgs,
		Example: "noir admin warn marlowe 'be civil'",
		RunE: a.at(func(ctx context.Context, o *operator.Office, args []string) error {
			p, err := o.Moderation.Warn(ctx, args[0], args[1])
			return a.done(err, "%s is told when they are next here", p.Name)
		}),
	}
}
