package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

func (d *Desk) account(c *Call) *cobra.Command {
	cmd := &cobra.Command{
		Use: "account COMMAND", Short: "delete your player", Args: ofOthers,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(d.forget(c))
	return cmd
}

func (d *Desk) forget(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "delete NAME", Short: "forget you, for good; NAME is yours and confirms it", Args: oneArg}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := named(c); err != nil {
			return err
		}
		if !strings.EqualFold(args[0], c.Player.Name) {
			return misused("your name is %s: type it to be deleted", c.Player.Name)
		}
		if err := c.Keys.Forget(cmd.Context(), c.Player.ID); err != nil {
			return refuse(err)
		}
		_, err := fmt.Fprintln(c.Out, c.Words("You are forgotten here. The games that you have played stay, without your name."))
		return err
	}
	return cmd
}
