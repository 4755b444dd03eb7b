package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"noir/data"
)

type playersDocument struct {
	Players []playerRow `json:"players"`
	Total   int         `json:"total"`
}

type playerRow struct {
	Name  string    `json:"name"`
	Since time.Time `json:"since"`
	Bot   bool      `json:"bot"` // the account is marked as a program's
}

// holderRow is a player whose name nobody could choose today.
type holderRow struct {
	playerRow
	Like *string `json:"like"` // the name that it reads like; null when it is reserved
}

// String returns the row as columns.
func (h holderRow) String() string {
	if h.Like != nil {
		return fmt.Sprintf("%s\treads like %s", h.playerRow, *h.Like)
	}
	return fmt.Sprintf("%s\treserved", h.playerRow)
}

func newPlayerRow(p data.Player) playerRow { return playerRow{p.Name, p.Created.UTC(), p.Bot} }

// String returns the row as columns.
func (p playerRow) String() string {
	if p.Bot {
		return fmt.Sprintf("%s\tsince %s\tbot", p.Name, moment(p.Since))
	}
	return fmt.Sprintf("%s\tsince %s", p.Name, moment(p.Since))
}

func (a *admin) players() *cobra.Command {
	cmd := &cobra.Command{
		Use: "players [TEXT]", Short: "The players whose name contains a text, or all", Args: atMostOneArg,
		Example: "noir admin players marl --limit 20",
	}
	asJSON := wantsJSON(cmd)
	limit := cmd.Flags().Int("limit", 100, "`N` players")
	offset := cmd.Flags().Int("offset", 0, "leave out the first `N`")
	reserved := cmd.Flags().Bool("reserved", false, "those whose names nobody could choose today: they read like others, or are reserved")
	cmd.RunE = a.attached(func(ctx context.Context, args []string) error {
		text := ""
		if len(args) > 0 {
			text = args[0]
		}
		if *reserved {
			return a.holders(ctx, text, *asJSON)
		}
		found, total, err := a.store.Search(ctx, text, *limit, *offset)
		if err != nil {
			return err
		}
		doc := playersDocument{Players: []playerRow{}, Total: total}
		for _, p := range found {
			doc.Players = append(doc.Players, newPlayerRow(p))
		}
		return a.list(*asJSON, doc, func(w io.Writer) {
			for _, p := range doc.Players {
				fmt.Fprintln(w, p)
			}
			fmt.Fprintf(w, "%d of %d\n", len(doc.Players), total)
		})
	})
	return cmd
}

// holders lists whose names nobody could choose today, of those whose contain a text.
func (a *admin) holders(ctx context.Context, text string, asJSON bool) error {
	found, err := a.store.Holders(ctx)
	if err != nil {
		return err
	}
	doc := struct {
		Players []holderRow `json:"players"`
	}{[]holderRow{}}
	for _, h := range found {
		if !strings.Contains(h.Name, strings.ToLower(text)) {
			continue
		}
		row := holderRow{playerRow: newPlayerRow(h.Player)}
		if h.Like != "" {
			row.Like = &h.Like
		}
		doc.Players = append(doc.Players, row)
	}
	return a.list(asJSON, doc, func(w io.Writer) {
		for _, row := range doc.Players {
			fmt.Fprintln(w, row)
		}
	})
}

func (a *admin) rename() *cobra.Command {
	return &cobra.Command{
		Use: "rename NAME NEW", Short: "Give a player another name, in the games of the past too", Args: twoArgs,
		Example: "noir admin rename sp4de spade",
		RunE: a.attached(func(ctx context.Context, args []string) error {
			p, err := a.find(ctx, args[0])
			if err != nil {
				return err
			}
			renamed, err := a.store.Rename(ctx, a.by, p.ID, args[1])
			if err != nil {
				return err
			}
			return a.say("%s is now called %s", p.Name, renamed.Name)
		}),
	}
}

func (a *admin) merge() *cobra.Command {
	return &cobra.Command{
		Use: "merge FROM INTO", Short: "Make one player of two; the first one's name becomes free", Args: twoArgs,
		Long: "Make one player of two: keys, games and what they did to the ratings become the second one's.\n" +
			"The first one's name becomes free. This cannot be undone.",
		Example: "noir admin merge marlowe-2 marlowe",
		RunE: a.attached(func(ctx context.Context, args []string) error {
			from, err := a.find(ctx, args[0])
			if err != nil {
				return err
			}
			into, err := a.find(ctx, args[1])
			if err != nil {
				return err
			}
			if err := a.store.Merge(ctx, a.by, from.ID, into.ID); err != nil {
				return err
			}
			return a.say("%s is part of %s now, the name %s is free", from.Name, into.Name, from.Name)
		}),
	}
}

func (a *admin) delete() *cobra.Command {
	cmd := &cobra.Command{
		Use: "delete NAME --yes", Short: "Delete what is known of a player", Args: oneArg,
		Long: "Delete what is known of a player: name, keys, ratings and their history. The seats in games of others\n" +
			"stay, without the name. This cannot be undone; backups made before still have it all.",
		Example: "noir admin delete marlowe --yes",
	}
	yes := cmd.Flags().Bool("yes", false, "do it")
	cmd.RunE = a.attached(func(ctx context.Context, args []string) error {
		p, err := a.find(ctx, args[0])
		if err != nil {
			return err
		}
		if !*yes {
			return fmt.Errorf("%w: this deletes %s for good; say so with --yes", errUsage, p.Name)
		}
		left, err := a.store.Delete(ctx, a.by, p.ID)
		if err != nil {
			return err
		}
		return a.say("%s is deleted; the games of others show %s instead", p.Name, left)
	})
	return cmd
}
