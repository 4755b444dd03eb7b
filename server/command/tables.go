package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"noir/data"
	"noir/server/wire"
)

// tableCommands are about running tables.
type tableCommands struct {
	catalog
	live
}

type tableRow struct {
	ID       data.MatchID `json:"id"`
	Game     string       `json:"game"`
	Rated    bool         `json:"rated"`
	Seats    []wire.Seat  `json:"seats"`
	Ply      int          `json:"ply"`
	Watchers int          `json:"watchers"`
}

func (d tableCommands) tables(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "tables [--json]", Short: "running tables", Args: noArgs}
	asJSON := wantsJSON(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		live, err := d.broker.Live(cmd.Context(), c.Player.ID)
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
			return c.reply("No table is running.")
		}
		w := table(c.Out)
		for i, r := range rows {
			fmt.Fprintf(w, "%s%s\t%s\t%s\t%s\t%s\n", c.number(i), r.ID, r.Game, versus(live[i].Seats),
				c.Several(r.Ply, "%d move", "%d moves"), c.Words("%d watching", r.Watchers))
		}
		return w.Flush()
	}
	return cmd
}

func (d tableCommands) watch(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "watch ID [--json]", Short: "a running table, told as it happens", Args: oneArg}
	asJSON := cmd.Flags().Bool("json", false, "JSON lines instead of text")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		chair, err := d.broker.Watch(cmd.Context(), data.MatchID(args[0]))
		if err != nil {
			return d.missing(cmd.Context(), data.MatchID(args[0]), err)
		}
		if *asJSON {
			return wire.Watch(cmd.Context(), chair, c.Out)
		}
		return d.tellTable(cmd.Context(), c, chair)
	}
	return cmd
}
