package command

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"noir/app/service"
	"noir/data"
	"noir/data/account"
	"noir/internal/language"
)

// circleCommands are about other people.
type circleCommands struct {
	finder
	circle service.Circle
}

type tieRow struct {
	Name  string    `json:"name"`
	Since time.Time `json:"since"`
}

// bond returns the commands for one kind of tie.
func (d circleCommands) bond(c *Call, b account.Bond) *cobra.Command {
	cmd := &cobra.Command{Use: b.List + " [list] [--json]", Short: b.About, Args: ofOthers}
	list := &cobra.Command{Use: "list [--json]", Short: "list them all", Args: noArgs}
	for _, cmd := range []*cobra.Command{cmd, list} {
		asJSON := wantsJSON(cmd)
		cmd.RunE = func(cmd *cobra.Command, _ []string) error { return d.listTied(cmd.Context(), c, b, *asJSON) }
	}
	cmd.AddCommand(list,
		d.tying(c, b, "add NAME [--json]", language.Mark("add a player"), d.circle.Tie, b.Made),
		d.tying(c, b, "remove NAME [--json]", language.Mark("remove a player"), d.circle.Untie, b.Ended))
	return cmd
}

// tying is a command that makes or ends a tie to a player. It answers a program with the resulting
// list.
func (d circleCommands) tying(c *Call, b account.Bond, use, short string,
	do func(context.Context, data.PlayerID, data.Player, data.Tie) error, said func(*language.Reader, string) string,
) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Args: oneArg}
	asJSON := wantsJSON(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		p, err := d.player(cmd.Context(), c, args)
		if err != nil {
			return err
		}
		err = do(cmd.Context(), c.Player.ID, p, b.Tie)
		switch {
		case err != nil:
			return err
		case *asJSON:
			return d.listTied(cmd.Context(), c, b, true)
		}
		_, err = fmt.Fprintln(c.Out, said(c.Reader, p.Name))
		return err
	}
	return cmd
}

func (d circleCommands) listTied(ctx context.Context, c *Call, b account.Bond, asJSON bool) error {
	tied, err := d.circle.Among(ctx, c.Player.ID, b.Tie)
	switch {
	case err != nil:
		return err
	case !asJSON && len(tied) == 0:
		_, err := fmt.Fprintln(c.Out, c.Words(b.None), c.Words("`%s add NAME` names one.", b.List))
		return err
	case !asJSON:
		return tellTied(c, tied)
	}
	rows := []tieRow{}
	for _, t := range tied {
		rows = append(rows, tieRow{t.Player.Name, t.Since.UTC()})
	}
	return printJSON(c.Out, rows)
}

func tellTied(c *Call, tied []data.Tied) error {
	w := table(c.Out)
	for _, t := range tied {
		fmt.Fprintf(w, "%s\t%s\n", t.Player.Name, c.Words("since %s", c.day(t.Since)))
	}
	return w.Flush()
}
