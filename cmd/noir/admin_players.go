package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"noir/app/operator"
	"noir/data"
	"noir/data/record"
	"noir/internal/language"
	"noir/server/command"
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

func newPlayerRow(p data.Player) playerRow { return playerRow{p.Name, p.Created.UTC(), p.Bot} }

// String returns the row as columns.
func (p playerRow) String() string {
	if p.Bot {
		return fmt.Sprintf("%s\tsince %s\tbot", p.Name, moment(p.Since))
	}
	return fmt.Sprintf("%s\tsince %s", p.Name, moment(p.Since))
}

// holderRow is a player whose name nobody could choose today.
type holderRow struct {
	playerRow
	Like *string `json:"like"` // the name that it looks like; null if it is reserved
}

func newHolderRow(h data.Holder) holderRow { return holderRow{newPlayerRow(h.Player), named(h.Like)} }

// String returns the row as columns.
func (h holderRow) String() string {
	if h.Like != nil {
		return fmt.Sprintf("%s\treads like %s", h.playerRow, *h.Like)
	}
	return fmt.Sprintf("%s\treserved", h.playerRow)
}

func newPlayers(a *admin) *cobra.Command {
	cmd := &cobra.Command{
		Use: "players [TEXT]", Short: "The players whose name contains a text, or all", Args: atMostOneArg,
		Example: "noir admin players marl --limit 20",
	}
	asJSON := wantsJSON(cmd)
	limit := cmd.Flags().Int("limit", 100, "list at most this many")
	offset := cmd.Flags().Int("offset", 0, "skip this many first")
	reserved := cmd.Flags().Bool("reserved", false, "those whose names nobody could choose today: they read like others, or are reserved")
	cmd.RunE = a.at(func(ctx context.Context, o *operator.Office, args []string) error {
		text := ""
		if len(args) > 0 {
			text = args[0]
		}
		if *reserved {
			return a.holders(ctx, o, text, *asJSON)
		}
		found, total, err := o.Players.Search(ctx, text, *limit, *offset)
		if err != nil {
			return err
		}
		doc := playersDocument{rowsOf(found, newPlayerRow), total}
		return a.list(*asJSON, doc, func(w io.Writer) {
			for _, p := range doc.Players {
				fmt.Fprintln(w, p)
			}
			fmt.Fprintf(w, "%d of %d\n", len(doc.Players), total)
		})
	})
	return cmd
}

// holders lists players whose names nobody could choose today.
func (a *admin) holders(ctx context.Context, o *operator.Office, text string, asJSON bool) error {
	found, err := o.Players.Reserved(ctx, text)
	if err != nil {
		return err
	}
	doc := struct {
		Players []holderRow `json:"players"`
	}{rowsOf(found, newHolderRow)}
	return a.list(asJSON, doc, func(w io.Writer) {
		for _, row := range doc.Players {
			fmt.Fprintln(w, row)
		}
	})
}

type playerDocument struct {
	playerRow
	Keys    []command.Key        `json:"keys"`
	Ratings map[string]ratingRow `json:"ratings"`
	Bans    []banRow             `json:"bans"`
	Silence *silenceRow          `json:"silence"` // null: the player is not silenced
	Games   []gameRow            `json:"games"`
}

type ratingRow struct {
	Rating record.Points `json:"rating"`
	Games  int           `json:"games"`
	Wins   int           `json:"wins"`
	Losses int           `json:"losses"`
	Draws  int           `json:"draws"`
}

type silenceRow struct {
	Until  *time.Time `json:"until"` // null: until it is lifted
	Reason string     `json:"reason"`
}

func newPlayerDocument(d operator.Dossier) playerDocument {
	doc := playerDocument{
		playerRow: newPlayerRow(d.Player),
		Keys:      rowsOf(d.Keys, command.NewKey), Ratings: map[string]ratingRow{},
		Bans: rowsOf(d.Bans, newBanRow), Games: rowsOf(d.Games, newGameRow),
	}
	for game, r := range d.Ratings {
		doc.Ratings[game] = ratingRow{record.Points(r.Value), r.Games, r.Wins, r.Losses, r.Draws}
	}
	if s := d.Silence; s != nil {
		doc.Silence = &silenceRow{stamp(s.Until), s.Reason}
	}
	return doc
}

func newPlayer(a *admin) *cobra.Command {
	cmd := &cobra.Command{
		Use: "player NAME", Short: "A player's keys, ratings, bans and latest games", Args: oneArg,
		Example: "noir admin player marlowe",
	}
	asJSON := wantsJSON(cmd)
	limit := cmd.Flags().Int("limit", 10, "list at most this many")
	cmd.RunE = a.at(func(ctx context.Context, o *operator.Office, args []string) error {
		dossier, err := o.Players.Describe(ctx, args[0], *limit)
		if err != nil {
			return err
		}
		doc := newPlayerDocument(dossier)
		return a.list(*asJSON, doc, doc.tell)
	})
	return cmd
}

func (doc playerDocument) tell(w io.Writer) {
	fmt.Fprintf(w, "player\t%s\n", doc.playerRow)
	for _, k := range doc.Keys {
		fmt.Fprintf(w, "key\t%s\tadded %s\tlast seen %s\t%q\n", k.Fingerprint, moment(k.Added), moment(k.LastSeen), k.Label)
	}
	for _, game := range slices.Sorted(maps.Keys(doc.Ratings)) {
		r := doc.Ratings[game]
		fmt.Fprintf(w, "rating\t%s\t%.1f\t%s: %d won, %d lost, %d drawn\n", game, float64(r.Rating), language.Counted(r.Games, "%d game", "%d games"), r.Wins, r.Losses, r.Draws)
	}
	for _, b := range doc.Bans {
		fmt.Fprintf(w, "ban\t%s\n", b)
	}
	if s := doc.Silence; s != nil {
		fmt.Fprintf(w, "phrases only\t%s\t%s\n", unmuted(s.Until), s.Reason)
	}
	for _, g := range doc.Games {
		fmt.Fprintf(w, "game\t%s\n", g)
	}
}

func newRename(a *admin) *cobra.Command {
	return &cobra.Command{
		Use: "rename NAME NEW", Short: "Rename a player, in past games too", Args: twoArgs,
		Example: "noir admin rename sp4de spade",
		RunE: a.at(func(ctx context.Context, o *operator.Office, args []string) error {
			before, after, err := o.Players.Rename(ctx, args[0], args[1])
			return a.done(err, "%s is now called %s", before.Name, after.Name)
		}),
	}
}

func newBot(a *admin) *cobra.Command {
	cmd := &cobra.Command{
		Use: "bot NAME", Short: "Mark a player's account as a program's, or take the mark away", Args: oneArg,
		Long: "Mark a player's account as a program's: it plays and is rated as before, is shown as a bot at tables\n" +
			"that are opened from then on, and is ranked among the programs, not among people.",
		Example: "noir admin bot lexicon\nnoir admin bot lexicon --undo",
	}
	undo := cmd.Flags().Bool("undo", false, "take the mark away")
	cmd.RunE = a.at(func(ctx context.Context, o *operator.Office, args []string) error {
		p, err := o.Players.MarkBot(ctx, args[0], !*undo)
		if *undo {
			return a.done(err, "%s is a person's account, ranked among people", p.Name)
		}
		return a.done(err, "%s is a program's account, ranked among programs", p.Name)
	})
	return cmd
}

func newMerge(a *admin) *cobra.Command {
	return &cobra.Command{
		Use: "merge FROM INTO", Short: "Merge two players; the first one's name becomes free", Args: twoArgs,
		Long: "Merge two players: keys, games and rating changes become the second one's.\n" +
			"The first one's name becomes free. This cannot be undone.",
		Example: "noir admin merge marlowe-2 marlowe",
		RunE: a.at(func(ctx context.Context, o *operator.Office, args []string) error {
			from, into, err := o.Players.Merge(ctx, args[0], args[1])
			return a.done(err, "%s is part of %s now, the name %s is free", from.Name, into.Name, from.Name)
		}),
	}
}

func newDelete(a *admin) *cobra.Command {
	cmd := &cobra.Command{
		Use: "delete NAME --yes", Short: "Delete what is known of a player", Args: oneArg,
		Long: "Delete what is known of a player: name, keys, ratings and their history. The seats in games of others\n" +
			"stay, without the name. This cannot be undone; backups made before still have it all.",
		Example: "noir admin delete marlowe --yes",
	}
	yes := cmd.Flags().Bool("yes", false, "do it")
	cmd.RunE = a.at(func(ctx context.Context, o *operator.Office, args []string) error {
		p, err := o.Players.Find(ctx, args[0])
		switch {
		case err != nil:
			return err
		case !*yes:
			return fmt.Errorf("%w: this deletes %s for good; say so with --yes", errUsage, p.Name)
		}
		left, err := o.Players.Delete(ctx, p)
		return a.done(err, "%s is deleted; the games of others show %s instead", p.Name, left)
	})
	return cmd
}
