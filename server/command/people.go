package command

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"noir/app/service"
	"noir/data/record"
)

// selfCommands tell who the caller is.
type selfCommands struct {
	mailbox
	rankings service.Rankings
}

type ratingRow struct {
	Rating      record.Points `json:"rating"`
	Games       int           `json:"games"`
	Provisional bool          `json:"provisional"`
}

type whoami struct {
	Name    string               `json:"name"`
	Guest   bool                 `json:"guest"`
	Keys    []Key                `json:"keys"`
	Ratings map[string]ratingRow `json:"ratings"`
	Letters []letter             `json:"letters"` // unread ones, the oldest first
}

func (d selfCommands) whoami(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "whoami [--json]", Short: "your name, keys and ratings", Args: noArgs}
	asJSON := wantsJSON(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		me, err := d.describe(cmd.Context(), c)
		if err != nil {
			return err
		}
		if *asJSON {
			return printJSON(c.Out, me)
		}
		if err := me.tell(c); err != nil {
			return err
		}
		return d.read(cmd.Context(), c.Player.ID, me.Letters)
	}
	return cmd
}

func (d selfCommands) describe(ctx context.Context, c *Call) (whoami, error) {
	p := c.Player
	me := whoami{Name: p.Name, Guest: p.ID.Guest(), Keys: []Key{}, Ratings: map[string]ratingRow{}, Letters: []letter{}}
	if me.Guest {
		return me, nil
	}
	ring, err := c.Keys.List(ctx, p.ID)
	if err != nil {
		return me, err
	}
	for _, k := range ring.Keys {
		me.Keys = append(me.Keys, NewKey(k))
	}
	ratings, err := d.rankings.Ratings(ctx, p.ID)
	if err != nil {
		return me, err
	}
	for game, r := range ratings {
		me.Ratings[game] = ratingRow{Rating: record.Points(r.Value), Games: r.Games, Provisional: r.Provisional()}
	}
	me.Letters, err = d.letters(ctx, c)
	return me, err
}

func (me whoami) tell(c *Call) error {
	if me.Guest {
		_, err := fmt.Fprintf(c.Out, "%s\n  ssh-keygen -t ed25519\n",
			c.Words("%s, a guest: plays unrated and owns nothing. Connect with a key to keep a name:", me.Name))
		return err
	}
	w := table(c.Out)
	fmt.Fprintf(w, "%s\n", me.Name)
	for _, game := range slices.Sorted(maps.Keys(me.Ratings)) {
		r := me.Ratings[game]
		fmt.Fprintf(w, "%s\t%s\t%s\n", game, points(r.Rating, r.Provisional), c.Several(r.Games, "%d game", "%d games"))
	}
	for _, k := range me.Keys {
		fmt.Fprintf(w, "%s\t%s\t%s\n", k.Fingerprint, k.Label, c.Words("last seen %s", c.day(k.LastSeen)))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return tellLetters(c.Out, me.Letters)
}
