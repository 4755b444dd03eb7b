package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"noir/data"
	"noir/data/record"
	"noir/engine"
)

type playerDocument struct {
	playerRow
	Keys    []keyRow             `json:"keys"`
	Ratings map[string]ratingRow `json:"ratings"`
	Bans    []banRow             `json:"bans"`
	Silence *silenceRow          `json:"silence"` // null: the player may write in words of their own
	Games   []gameRow            `json:"games"`
}

type keyRow struct {
	Fingerprint string    `json:"fingerprint"`
	Label       string    `json:"label"`
	Added       time.Time `json:"added"`
	LastSeen    time.Time `json:"last_seen"`
}

type ratingRow struct {
	Rating record.Points `json:"rating"`
	Games  int           `json:"games"`
	Wins   int           `json:"wins"`
	Losses int           `json:"losses"`
	Draws  int           `json:"draws"`
}

type gameRow struct {
	ID     data.MatchID `json:"id"`
	Game   string       `json:"game"`
	Rated  bool         `json:"rated"`
	Ended  time.Time    `json:"ended"`
	Voided *time.Time   `json:"voided"`
	Seats  []string     `json:"seats"`
	Won    []string     `json:"won"`
}

func (a *admin) player() *cobra.Command {
	cmd := &cobra.Command{
		Use: "player NAME", Short: "A player's keys, ratings, bans and latest games", Args: oneArg,
		Example: "noir admin player marlowe",
	}
	asJSON := wantsJSON(cmd)
	limit := cmd.Flags().Int("limit", 10, "`N` games")
	cmd.RunE = a.attached(func(ctx context.Context, args []string) error {
		p, err := a.find(ctx, args[0])
		if err != nil {
			return err
		}
		doc, err := a.describe(ctx, p, *limit)
		if err != nil {
			return err
		}
		return a.list(*asJSON, doc, doc.tell)
	})
	return cmd
}

func (a *admin) describe(ctx context.Context, p data.Player, games int) (*playerDocument, error) {
	doc := &playerDocument{
		playerRow: newPlayerRow(p),
		Keys:      []keyRow{}, Ratings: map[string]ratingRow{}, Bans: []banRow{}, Games: []gameRow{},
	}
	keys, err := a.store.Keys(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	for _, k := range keys {
		doc.Keys = append(doc.Keys, keyRow{k.Fingerprint, k.Label, k.Added.UTC(), k.LastSeen.UTC()})
	}
	ratings, err := a.store.Ratings(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	for game, r := range ratings {
		doc.Ratings[game] = ratingRow{record.Points(r.Value), r.Games, r.Wins, r.Losses, r.Draws}
	}
	bans, err := a.store.EveryBan(ctx)
	if err != nil {
		return nil, err
	}
	for _, b := range bans {
		if concerns(b, p, keys) {
			doc.Bans = append(doc.Bans, newBanRow(b))
		}
	}
	if doc.Silence, err = a.silence(ctx, p.ID); err != nil {
		return nil, err
	}
	matches, err := a.store.Games(ctx, p.ID, "", games)
	if err != nil {
		return nil, err
	}
	for _, m := range matches {
		doc.Games = append(doc.Games, newGameRow(m))
	}
	return doc, nil
}

// concerns reports whether a ban is one of a player or of one of their keys.
func concerns(b data.Ban, p data.Player, keys []data.Key) bool {
	ofKey := func(k data.Key) bool { return b.Kind == data.BanKey && b.Value == k.Fingerprint }
	return b.Player == p.ID || slices.ContainsFunc(keys, ofKey)
}

func newGameRow(m data.Match) gameRow {
	row := gameRow{
		ID: m.ID, Game: m.Game, Rated: m.Rated, Ended: m.Ended.UTC(), Voided: stamp(m.Voided),
		Seats: []string{}, Won: []string{},
	}
	for i, s := range m.Seats {
		row.Seats = append(row.Seats, s.Name)
		if slices.Contains(m.Result.Winners, engine.Seat(i)) {
			row.Won = append(row.Won, s.Name)
		}
	}
	return row
}

func (doc *playerDocument) tell(w io.Writer) {
	fmt.Fprintf(w, "player\t%s\n", doc.playerRow)
	for _, k := range doc.Keys {
		fmt.Fprintf(w, "key\t%s\tadded %s\tlast seen %s\t%q\n", k.Fingerprint, moment(k.Added), moment(k.LastSeen), k.Label)
	}
	for _, game := range slices.Sorted(maps.Keys(doc.Ratings)) {
		r := doc.Ratings[game]
		fmt.Fprintf(w, "rating\t%s\t%.1f\t%d games: %d won, %d lost, %d drawn\n", game, float64(r.Rating), r.Games, r.Wins, r.Losses, r.Draws)
	}
	for _, b := range doc.Bans {
		fmt.Fprintf(w, "ban\t%s\n", b)
	}
	if s := doc.Silence; s != nil {
		fmt.Fprintf(w, "phrases only\t%s\t%s\n", until(s.Until), s.Reason)
	}
	for _, g := range doc.Games {
		fmt.Fprintf(w, "game\t%s\n", g)
	}
}

// String returns the row as columns.
func (g gameRow) String() string {
	counts := "unrated"
	switch {
	case g.Voided != nil:
		counts = "void"
	case g.Rated:
		counts = "rated"
	}
	return fmt.Sprintf("%s\t%s\t%s\t%s\t%s", g.ID, g.Game, moment(g.Ended), counts, versus(g.Seats, g.Won))
}
