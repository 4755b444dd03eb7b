package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"noir/data/language"
)

// feedAddress is where the caller's feed is.
type feedAddress struct {
	URL *string `json:"url"` // null: he has none
}

func (d *Desk) feed(c *Call) *cobra.Command {
	cmd := &cobra.Command{
		Use: "feed [show] [--json]", Short: "an Atom feed of what waits for you", Args: ofOthers,
		Long: "Whoever knows its URL can read it, and nobody else: day games in which it is your move, challenges to\n" +
			"you, those to anybody with `settings lookout on`, and your latest games that are over.",
	}
	show := &cobra.Command{Use: "show [--json]", Short: "its URL", Args: noArgs}
	for _, cmd := range []*cobra.Command{cmd, show} {
		d.answerFeed(cmd, c, d.feedNow)
	}
	fresh := &cobra.Command{Use: "new [--json]", Short: "have one at a new URL; the old one is void", Args: noArgs}
	d.answerFeed(fresh, c, func(ctx context.Context, c *Call) (string, error) { return d.Feeds.Renew(ctx, c.Player.ID) })
	off := &cobra.Command{Use: "off [--json]", Short: "have none", Args: noArgs}
	d.answerFeed(off, c, func(ctx context.Context, c *Call) (string, error) { return "", d.Feeds.End(ctx, c.Player.ID) })
	cmd.AddCommand(show, fresh, off)
	return cmd
}

func (d *Desk) feedNow(ctx context.Context, c *Call) (string, error) {
	set, err := d.Store.Settings(ctx, c.Player.ID)
	return d.Feeds.URL(set.Feed), err
}

// answerFeed has a command do something about the caller's feed and say where it is
// then.
func (d *Desk) answerFeed(cmd *cobra.Command, c *Call, do func(context.Context, *Call) (url string, err error)) {
	asJSON := wantsJSON(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := named(c); err != nil {
			return err
		}
		if d.Feeds == nil {
			return language.Sentence(nil, "this house has no feeds; `webhook` tells you what happens, too")
		}
		url, err := do(cmd.Context(), c)
		switch {
		case err != nil:
			return err
		case *asJSON && url == "":
			return printJSON(c.Out, feedAddress{})
		case *asJSON:
			return printJSON(c.Out, feedAddress{&url})
		case url == "":
			url = c.Words("You have no feed; `feed new` makes one.")
		}
		_, err = fmt.Fprintln(c.Out, url)
		return err
	}
}
