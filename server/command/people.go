package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"noir/data"
	"noir/data/record"
)

type keyRow struct {
	Fingerprint string    `json:"fingerprint"`
	Label       string    `json:"label"`
	Added       time.Time `json:"added"`
	LastSeen    time.Time `json:"last_seen"`
}

type ratingRow struct {
	Rating      record.Points `json:"rating"`
	Games       int           `json:"games"`
	Provisional bool          `json:"provisional"`
}

type whoami struct {
	Name    string               `json:"name"`
	Guest   bool                 `json:"guest"`
	Keys    []keyRow             `json:"keys"`
	Ratings map[string]ratingRow `json:"ratings"`
}

func (d *Desk) whoami(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "whoami [--json]", Short: "your name, keys and ratings", Args: noArgs}
	asJSON := wantsJSON(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		me, err := d.describe(cmd.Context(), c.Player)
		if err != nil {
			return err
		}
		if *asJSON {
			return printJSON(c.Out, me)
		}
		return tellWhoami(c.Out, me)
	}
	return cmd
}

func (d *Desk) describe(ctx context.Context, p data.Player) (whoami, error) {
	me := whoami{Name: p.Name, Guest: p.ID.Guest(), Keys: []keyRow{}, Ratings: map[string]ratingRow{}}
	if me.Guest {
		return me, nil
	}
	keys, err := d.Store.Keys(ctx, p.ID)
	if err != nil {
		return me, err
	}
	for _, k := range keys {
		me.Keys = append(me.Keys, keyRow{Fingerprint: k.Fingerprint, Label: k.Label, Added: k.Added.UTC(), LastSeen: k.LastSeen.UTC()})
	}
	ratings, err := d.Store.Ratings(ctx, p.ID)
	if err != nil {
		return me, err
	}
	for game, r := range ratings {
		me.Ratings[game] = ratingRow{Rating: record.Points(r.Value), Games: r.Games, Provisional: r.Provisional()}
	}
	return me, nil
}

func tellWhoami(out io.Writer, me whoami) error {
	if me.Guest {
		_, err := fmt.Fprintf(out, "%s, a guest: plays unrated and owns nothing. Connect with a key to keep a name:\n  ssh-keygen -t ed25519\n", me.Name)
		return err
	}
	w := table(out)
	fmt.Fprintf(w, "%s\n", me.Name)
	for _, game := range slices.Sorted(maps.Keys(me.Ratings)) {
		r := me.Ratings[game]
		fmt.Fprintf(w, "%s\t%s\t%d games\n", game, points(r.Rating, r.Provisional), r.Games)
	}
	for _, k := range me.Keys {
		fmt.Fprintf(w, "%s\t%s\tlast seen %s\n", k.Fingerprint, k.Label, day(k.LastSeen))
	}
	return w.Flush()
}

type rankings struct {
	Game    string       `json:"game"`
	Players []rankingRow `json:"players"`
	Total   int          `json:"total"`
}

type rankingRow struct {
	Rank        int           `json:"rank"`
	Name        string        `json:"name"`
	Rating      record.Points `json:"rating"`
	Games       int           `json:"games"`
	Wins        int           `json:"wins"`
	Losses      int           `json:"losses"`
	Draws       int           `json:"draws"`
	Provisional bool          `json:"provisional"`
}

func newRankingRow(s data.Standing) rankingRow {
	return rankingRow{
		Rank: s.Rank, Name: s.Player.Name, Rating: record.Points(s.Value), Games: s.Games,
		Wins: s.Wins, Losses: s.Losses, Draws: s.Draws, Provisional: s.Provisional(),
	}
}

func (d *Desk) rankings(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "rankings [GAME] [--json] [--limit N] [--offset N]", Short: "who plays best", Args: maybeArg}
	asJSON := wantsJSON(cmd)
	limit := cmd.Flags().Int("limit", 20, "`N` rows, at most 1000")
	offset := cmd.Flags().Int("offset", 0, "leave out the first `N` rows")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		name := d.Games[0].Info().Name
		if len(args) > 0 {
			name = args[0]
		}
		g, err := d.game(name)
		if err != nil {
			return err
		}
		if *limit < 0 || *limit > 1000 || *offset < 0 {
			return fmt.Errorf("%w: --limit is 0 to 1000, --offset not negative", errUsage)
		}
		rows, total, err := d.Store.Rankings(cmd.Context(), name, *limit, *offset)
		if err != nil {
			return err
		}
		r := rankings{Game: name, Players: []rankingRow{}, Total: total}
		for _, s := range rows {
			r.Players = append(r.Players, newRankingRow(s))
		}
		if *asJSON {
			return printJSON(c.Out, r)
		}
		return tellRankings(c.Out, g.Info().Title, r)
	}
	return cmd
}

func tellRankings(out io.Writer, title string, r rankings) error {
	if r.Total == 0 {
		_, err := fmt.Fprintf(out, "%s: nobody has a rated game yet.\n", title)
		return err
	}
	fmt.Fprintf(out, "%s, %d with a rated game\n", title, r.Total)
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "rank\trating\tgames\twon\tlost\tdrawn\t  name")
	for _, p := range r.Players {
		fmt.Fprintf(w, "%d\t%s\t%d\t%d\t%d\t%d\t  %s\n", p.Rank, points(p.Rating, p.Provisional), p.Games, p.Wins, p.Losses, p.Draws, p.Name)
	}
	return w.Flush()
}

type profile struct {
	Name    string                   `json:"name"`
	Since   time.Time                `json:"since"`
	Ratings map[string]profileRating `json:"ratings"`
}

type profileRating struct {
	Rating      record.Points  `json:"rating"`
	Games       int            `json:"games"`
	Wins        int            `json:"wins"`
	Losses      int            `json:"losses"`
	Draws       int            `json:"draws"`
	Rank        int            `json:"rank"`
	Provisional bool           `json:"provisional"`
	History     []historyPoint `json:"history"`
}

type historyPoint struct {
	GameID data.MatchID  `json:"game_id"`
	At     time.Time     `json:"at"`
	Rating record.Points `json:"rating"`
}

func (d *Desk) profile(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "profile [NAME] [--json]", Short: "a player's ratings, record and history", Args: maybeArg}
	asJSON := wantsJSON(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		p, err := d.player(cmd.Context(), c, args)
		if err != nil {
			return err
		}
		shown, err := d.profileOf(cmd.Context(), p)
		if err != nil {
			return err
		}
		if *asJSON {
			return printJSON(c.Out, shown)
		}
		return tellProfile(c.Out, shown)
	}
	return cmd
}

func (d *Desk) profileOf(ctx context.Context, p data.Player) (profile, error) {
	shown := profile{Name: p.Name, Since: p.Created.UTC(), Ratings: map[string]profileRating{}}
	for _, g := range d.Games {
		game := g.Info().Name
		s, err := d.Store.Rank(ctx, game, p.ID)
		if errors.Is(err, data.ErrNotFound) {
			continue
		}
		if err != nil {
			return shown, err
		}
		history, err := d.Store.History(ctx, p.ID, game)
		if err != nil {
			return shown, err
		}
		r := profileRating{
			Rating: record.Points(s.Value), Games: s.Games, Wins: s.Wins, Losses: s.Losses, Draws: s.Draws,
			Rank: s.Rank, Provisional: s.Provisional(), History: []historyPoint{},
		}
		for _, e := range history {
			r.History = append(r.History, historyPoint{GameID: e.Match, At: e.At.UTC(), Rating: record.Points(e.Rating)})
		}
		shown.Ratings[game] = r
	}
	return shown, nil
}

func tellProfile(out io.Writer, p profile) error {
	w := table(out)
	fmt.Fprintf(w, "%s, here since %s\n", p.Name, day(p.Since))
	if len(p.Ratings) == 0 {
		fmt.Fprintln(w, "no rated game yet")
	}
	for _, game := range slices.Sorted(maps.Keys(p.Ratings)) {
		r := p.Ratings[game]
		fmt.Fprintf(w, "%s\t%s\trank %d\t%d games: %d won, %d lost, %d drawn\n",
			game, points(r.Rating, r.Provisional), r.Rank, r.Games, r.Wins, r.Losses, r.Draws)
		for _, h := range r.History[max(0, len(r.History)-10):] {
			fmt.Fprintf(w, "  %s\t%s\t%s\n", day(h.At), points(h.Rating, false), h.GameID)
		}
	}
	return w.Flush()
}

// points is a rating for people; a question mark says that it is young.
func points(rating record.Points, provisional bool) string {
	if provisional {
		return fmt.Sprintf("%.0f?", float64(rating))
	}
	return fmt.Sprintf("%.0f", float64(rating))
}

func day(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") }

func table(out io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(out, 0, 8, 2, ' ', 0) }
