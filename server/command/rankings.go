package command

import (
	"context"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"noir/app/service"
	"noir/data"
	"noir/data/record"
)

type rankings struct {
	Game    string       `json:"game"`
	Players []rankingRow `json:"players"`
	Total   int          `json:"total"`
	Field   data.Field   `json:"field"`
	Month   string       `json:"month"`  // as in 2026-11; empty for all time
	Months  []string     `json:"months"` // with a table, newest first

	own *data.Standing // the caller's row, if any
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
	Online      bool          `json:"online"`
}

// rankingCommands are about the results of all players.
type rankingCommands struct {
	catalog
	standings service.Rankings
	here      func(viewer, p data.PlayerID) bool
}

func (d rankingCommands) newRankingRow(c *Call, s data.Standing) rankingRow {
	return rankingRow{
		Rank: s.Rank, Name: s.Player.Name, Rating: record.Points(s.Value), Games: s.Games,
		Wins: s.Wins, Losses: s.Losses, Draws: s.Draws, Provisional: s.Provisional(), Online: d.here(c.Player.ID, s.Player.ID),
	}
}

// monthForm is the format of a typed month.
const monthForm = "2006-01"

func (d rankingCommands) rankings(c *Call) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "rankings [GAME] [--json] [--limit N] [--offset N] [--month YYYY-MM] [--search TEXT] [--bots]",
		Short: "who plays best", Args: maybeArg,
		Long: "Ratings are Elo and begin at 1500. With ? one may still move far: it has fewer than ten games.\n" +
			"The second game of the same two within a day counts half, the third a quarter; for a player with ten games, one with a newcomer counts little.\n" +
			"Two players have one rated game of a kind at a time, and a player with fewer than ten games has three rated day games at most.",
	}
	asJSON := wantsJSON(cmd)
	limit := cmd.Flags().Int("limit", 20, "`N` rows, at most 1000")
	offset := cmd.Flags().Int("offset", 0, "leave out the first `N` rows")
	month := cmd.Flags().String("month", "", "the season's table of a month, `YYYY-MM`")
	search := cmd.Flags().String("search", "", "only names with `TEXT` in them")
	bots := cmd.Flags().Bool("bots", false, "programs instead of people")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		name := d.catalog[0].Info().Name
		if len(args) > 0 {
			name = args[0]
		}
		g, err := d.game(name)
		if err != nil {
			return err
		}
		if *limit < 0 || *limit > 1000 || *offset < 0 {
			return misused("--limit is 0 to 1000, --offset not negative")
		}
		f := data.Filter{Field: data.People, Search: *search, Limit: *limit, Offset: *offset}
		if *bots {
			f.Field = data.Programs
		}
		if f.Month, err = readMonth(*month); err != nil {
			return err
		}
		r, err := d.rank(cmd.Context(), c, name, f)
		switch {
		case err != nil:
			return err
		case *asJSON:
			return printJSON(c.Out, r)
		}
		return r.tell(c, g.Info().Title, *search)
	}
	return cmd
}

// readMonth parses a typed month; "" is all time.
func readMonth(text string) (data.Month, error) {
	if text == "" {
		return data.Month{}, nil
	}
	begins, err := time.Parse(monthForm, text)
	if err != nil {
		return data.Month{}, misused("--month is a year and a month, such as %s", monthForm)
	}
	return data.MonthOf(begins), nil
}

// rank reads a table.
func (d rankingCommands) rank(ctx context.Context, c *Call, game string, f data.Filter) (rankings, error) {
	r := rankings{Game: game, Players: []rankingRow{}, Field: f.Field, Months: []string{}}
	if f.Month != (data.Month{}) {
		r.Month = f.Month.Begins().Format(monthForm)
	}
	sheet, err := d.standings.Page(ctx, game, f, c.Player.ID, 0)
	for _, m := range sheet.Months {
		r.Months = append(r.Months, m.Begins().Format(monthForm))
	}
	for _, s := range sheet.Rows {
		r.Players = append(r.Players, d.newRankingRow(c, s))
	}
	r.Total, r.own = sheet.Total, sheet.Own
	return r, err
}

func (r rankings) tell(c *Call, title, search string) error {
	if r.Month != "" {
		title += ", " + r.Month
	}
	if r.Field == data.Programs {
		title = c.Words("%s, programs", title)
	}
	switch {
	case r.Total == 0 && search != "":
		return c.reply("%s: nobody with a rated game has a name like that.", title)
	case r.Total == 0:
		return c.reply("%s: nobody has a rated game yet.", title)
	}
	fmt.Fprintln(c.Out, c.Words("%s, %d with a rated game", title, r.Total))
	w := tabwriter.NewWriter(c.Out, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, c.Words("rank\trating\tgames\twon\tlost\tdrawn\t  name"))
	for _, p := range r.Players {
		name := p.Name
		if p.Online {
			name = c.Words("%s, here now", name)
		}
		fmt.Fprintf(w, "%d\t%s\t%d\t%d\t%d\t%d\t  %s\n", p.Rank, points(p.Rating, p.Provisional), p.Games, p.Wins, p.Losses, p.Draws, name)
	}
	if err := w.Flush(); err != nil || r.own == nil || c.Prompt == nil {
		return err
	}
	return c.reply("Your rank is %d.", r.own.Rank)
}
