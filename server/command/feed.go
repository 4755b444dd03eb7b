package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"noir/app/service"
	"noir/data"
)

// feedCommands are about the caller's Atom feed.
type feedCommands struct{ news service.NewsFeed }

// feedAddress is the URL of the caller's feed.
type feedAddress struct {
	URL *string `json:"url"` // null: no feed
}

func (d feedCommands) feed(c *Call) *cobra.Command {
	cmd := &cobra.Command{
		Use: "feed [show] [--json]", Short: "an Atom feed of what waits for you", Args: ofOthers,
		Long: "Whoever knows its URL can read it, and nobody else: day games in which it is your move, challenges to\n" +
			"you, those to anybody with `settings lookout on`, and your latest games that are over.",
	}
	feed := d.news
	show := &cobra.Command{Use: "show [--json]", Short: "its URL", Args: noArgs}
	for _, cmd := range []*cobra.Command{cmd, show} {
		d.answerFeed(cmd, c, feed.Show)
	}
	fresh := &cobra.Command{Use: "new [--json]", Short: "get one at a new URL; the old one stops working", Args: noArgs}
	d.answerFeed(fresh, c, feed.Renew)
	off := &cobra.Command{Use: "off [--json]", Short: "have none", Args: noArgs}
	d.answerFeed(off, c, feed.End)
	cmd.AddCommand(show, fresh, off)
	return cmd
}

// answerFeed makes a command that does something with the caller's feed and then tells its URL.
func (d feedCommands) answerFeed(cmd *cobra.Command, c *Call, do func(context.Context, data.PlayerID) (data.Settings, error)) {
	asJSON := wantsJSON(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		set, err := do(cmd.Context(), c.Player.ID)
		if err == nil {
			c.settle(set)
		}
		url := d.news.URL(set)
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
