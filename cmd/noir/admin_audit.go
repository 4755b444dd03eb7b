package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"
)

type actRow struct {
	At      time.Time       `json:"at"`
	By      string          `json:"by"`
	Verb    string          `json:"verb"`
	Subject string          `json:"subject"`
	Detail  json.RawMessage `json:"detail"`
}

func (a *admin) audit() *cobra.Command {
	cmd := &cobra.Command{
		Use: "audit", Short: "What operators have done, newest first", Args: noArgs,
		Example: "noir admin audit --limit 20",
	}
	asJSON := wantsJSON(cmd)
	limit := cmd.Flags().Int("limit", 100, "`N` acts")
	cmd.RunE = a.attached(func(ctx context.Context, _ []string) error {
		acts, err := a.store.Audit(ctx, *limit)
		if err != nil {
			return err
		}
		rows := []actRow{}
		for _, act := range acts {
			rows = append(rows, actRow{act.At.UTC(), act.By, act.Verb, act.Subject, json.RawMessage(act.Detail)})
		}
		return a.list(*asJSON, rows, func(w io.Writer) {
			for _, r := range rows {
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", moment(r.At), r.By, r.Verb, r.Subject, r.Detail)
			}
		})
	})
	return cmd
}
