package command

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"noir/app/service"
	"noir/data/account"
)

// accountCommands change the caller's name and delete their account.
type accountCommands struct{ names service.Names }

func (d accountCommands) account(c *Call) *cobra.Command {
	cmd := &cobra.Command{
		Use: "account COMMAND", Short: "take another name, or delete your player", Args: ofOthers,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(d.rename(c), d.forget(c))
	return cmd
}

func (d accountCommands) rename(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "rename NAME", Short: "change your name to NAME, once in 30 days", Args: oneArg}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := d.confirm(cmd.Context(), c, args[0]); err != nil {
			return err
		}
		p, err := c.Keys.Rename(cmd.Context(), c.Player.ID, args[0])
		switch {
		case err != nil:
			return err
		case p.Name == c.Player.Name:
			return c.reply("That is your name already.")
		}
		if c.Prompt != nil {
			c.Prompt.Become(p)
		}
		return c.reply("You are called %s now. For %d days nobody else gets the name %s.", p.Name, account.NameDays, c.Player.Name)
	}
	return cmd
}

// confirm asks at a prompt whether the caller means a name that they can have.
func (d accountCommands) confirm(ctx context.Context, c *Call, wish string) error {
	if c.Prompt == nil || c.Player.ID.Guest() {
		return nil
	}
	name, err := d.names.Check(ctx, c.Player.Name, wish)
	if err != nil || name == c.Player.Name {
		return err
	}
	sure, err := c.sure("Do you want to be called %s? Type yes or no.", name)
	if err == nil && !sure {
		err = errUnconfirmed
	}
	return err
}

func (d accountCommands) forget(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "delete NAME", Short: "delete your account for good; NAME is yours and confirms it", Args: oneArg}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := needsKey(c); err != nil {
			return err
		}
		if !strings.EqualFold(args[0], c.Player.Name) {
			return misused("your name is %s: type it to be deleted", c.Player.Name)
		}
		if err := c.Keys.Forget(cmd.Context(), c.Player.ID); err != nil {
			return err
		}
		if c.Prompt != nil {
			return c.Prompt.Leave()
		}
		return c.reply("Your account is deleted. The games that you played stay, without your name.")
	}
	return cmd
}
