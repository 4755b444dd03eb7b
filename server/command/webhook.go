package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"noir/app/service"
	"noir/data"
	"noir/internal/language"
)

// webhookCommands are about the caller's webhook.
type webhookCommands struct{ hooks service.Webhooks }

// hook is the caller's webhook.
type hook struct {
	URL    *string `json:"url"`              // null: no webhook
	Secret string  `json:"secret,omitempty"` // only when it was just made
}

func (d webhookCommands) webhook(c *Call) *cobra.Command {
	cmd := &cobra.Command{
		Use: "webhook [show] [--json]", Short: "a URL that is told what happens while you are away", Args: ofOthers,
		Long: "It is posted JSON when it is your move in a day game, when one has begun or is over, when somebody\n" +
			"challenges you and, with `settings lookout on`, once an hour at most when somebody looks for a game.\n" +
			"What does not arrive is tried again after 1 and 10 minutes, 1 and 4 hours; after 20 failures in a row\n" +
			"it is off. Messages are signed as the Standard Webhooks specification has it: Webhook-Signature is \"v1,\"\n" +
			"and, in base64, the HMAC-SHA256 over Webhook-Id, \".\", Webhook-Timestamp, \".\" and the body, by the secret\n" +
			"without its whsec_, read as base64. An ID that comes again is the same message again.",
	}
	show := &cobra.Command{Use: "show [--json]", Short: "where it is", Args: noArgs}
	for _, cmd := range []*cobra.Command{cmd, show} {
		asJSON := wantsJSON(cmd)
		cmd.RunE = func(cmd *cobra.Command, _ []string) error { return d.showWebhook(cmd.Context(), c, *asJSON) }
	}
	cmd.AddCommand(show, d.setWebhook(c),
		d.ofWebhook(c, &cobra.Command{Use: "test [--json]", Short: "send it a message now", Args: noArgs}, d.hooks.Try, language.Mark("The message has arrived.")),
		d.ofWebhook(c, &cobra.Command{Use: "off [--json]", Short: "stop being told", Args: noArgs}, d.hooks.Drop, language.Mark("You have no webhook any more.")))
	return cmd
}

// showWebhook tells the URL of the caller's webhook.
func (d webhookCommands) showWebhook(ctx context.Context, c *Call, asJSON bool) error {
	set, err := d.hooks.Show(ctx, c.Player.ID)
	switch {
	case err != nil:
		return err
	case asJSON && set.Webhook == "":
		return printJSON(c.Out, hook{})
	case asJSON:
		return printJSON(c.Out, hook{URL: &set.Webhook})
	case set.Webhook == "":
		return c.reply("You have no webhook; `webhook set URL` makes one.")
	}
	return c.reply("%s is told what happens while you are away.", set.Webhook)
}

func (d webhookCommands) setWebhook(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "set URL [--json]", Short: "set this one, with a new secret", Args: oneArg}
	asJSON := wantsJSON(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		secret, now, err := d.hooks.Set(cmd.Context(), c.Player.ID, args[0])
		if err == nil {
			c.settle(now)
		}
		switch {
		case err != nil:
			return err
		case *asJSON:
			return printJSON(c.Out, hook{URL: &args[0], Secret: secret})
		}
		_, err = fmt.Fprintf(c.Out, "%s\n\n  %s\n\n%s\n",
			c.Words("%s will get messages from now on. They are signed with this secret, which is shown only now:", args[0]), secret,
			c.Words("`webhook test` posts one, `webhook --help` says how they are signed."))
		return err
	}
	return cmd
}

// ofWebhook is a command that changes the caller's webhook and confirms it.
func (d webhookCommands) ofWebhook(c *Call, cmd *cobra.Command, do func(context.Context, data.PlayerID) (data.Settings, error), said string) *cobra.Command {
	asJSON := wantsJSON(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		now, err := do(cmd.Context(), c.Player.ID)
		if err == nil {
			c.settle(now)
		}
		switch {
		case err != nil:
			return err
		case *asJSON:
			return d.showWebhook(cmd.Context(), c, true)
		}
		return c.reply(said)
	}
	return cmd
}
