package plain

import (
	"context"
	"errors"
	"strings"

	"noir/data"
	"noir/data/account"
	"noir/data/language"
)

// webhook does what a line about the webhook asks for. The line is as it was typed: URLs
// have capitals.
func (c *conversation) webhook(line string) {
	s := c.session
	words := strings.Fields(line)[1:]
	switch {
	case c.guest():
	case s.Hooks == nil:
		c.say("This house has no webhooks.")
	case len(words) == 0 && s.Settings.Webhook == "":
		c.say("You have no webhook. webhook URL: have one, which is posted JSON when something happens while you are elsewhere.")
	case len(words) == 0:
		c.say("%s is told what happens while you are elsewhere.", s.Settings.Webhook)
		c.say("webhook test: post it a message. webhook off: have none.")
	case words[0] == "test":
		c.keep(language.Mark("The message has arrived."), s.Hooks.Try)
	case words[0] == "off":
		c.keep(language.Mark("You have no webhook any more."), s.Hooks.Unhook)
	default:
		c.hook(words[0])
	}
}

// hook has the webhook be another one.
func (c *conversation) hook(address string) {
	secret := ""
	if c.keep(language.Mark("It is told from now on. Messages are signed with this secret, which is shown only now:"),
		func(ctx context.Context, p data.PlayerID) (err error) {
			secret, err = c.session.Hooks.Hook(ctx, p, address)
			return err
		}) {
		c.say("%s", secret)
	}
}

// feed does what a line about the feed asks for.
func (c *conversation) feed(args []string) {
	s := c.session
	switch {
	case c.guest():
	case s.Feeds == nil:
		c.say("This house has no feeds.")
	case len(args) > 0 && args[0] == "new":
		if c.keep(language.Mark("The feed is at its new URL."), func(ctx context.Context, p data.PlayerID) error {
			_, err := s.Feeds.Renew(ctx, p)
			return err
		}) {
			c.say("%s", s.Feeds.URL(s.Settings.Feed))
		}
	case len(args) > 0 && args[0] == "off":
		c.keep(language.Mark("You have no feed any more."), s.Feeds.End)
	case s.Settings.Feed == "":
		c.say("You have no feed. feed new: have an Atom feed of what waits for you.")
	default:
		c.say("%s", s.Feeds.URL(s.Settings.Feed))
		c.say("feed new: have it at a new URL. feed off: have none.")
	}
}

// keep does something about what the visitor is told elsewhere, says so in an English
// text, and takes over the settings as they are then. It reports whether it was done.
func (c *conversation) keep(said string, do func(context.Context, data.PlayerID) error) (done bool) {
	s := c.session
	err := do(c.ctx, s.Player.ID)
	if err == nil {
		s.Settings, err = s.Store.Settings(c.ctx, s.Player.ID)
	}
	var declined account.Refused
	switch {
	case err == nil:
		c.say("%s", s.Words(said))
	case errors.As(err, &declined):
		c.say("%s", s.Why(err))
	default:
		c.say("%s", s.Words(account.Refusal(err)))
	}
	return err == nil
}
