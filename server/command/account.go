package command

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"noir/data"
	"noir/data/account"
)

func (d *Desk) account(c *Call) *cobra.Command {
	cmd := &cobra.Command{
		Use: "account COMMAND", Short: "take another name, or delete your player", Args: ofOthers,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(d.rename(c), d.forget(c))
	return cmd
}

func (d *Desk) rename(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "rename NAME", Short: "call you NAME from now on, once in 30 days", Args: oneArg}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := named(c); err != nil {
			return err
		}
		p, err := c.Keys.TakeName(cmd.Context(), c.Player.ID, args[0])
		switch {
		case errors.Is(err, data.ErrUnavailable):
			return err
		case err != nil:
			return account.Unnamed(err)
		case p.Name == c.Player.Name:
			_, err = fmt.Fprintln(c.Out, c.Words("That is your name already."))
			return err
		}
		_, err = fmt.Fprintln(c.Out, c.Words("You are called %s now. For %d days nobody else gets the name %s.", p.Name, account.NameDays, c.Player.Name))
		return err
	}
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
