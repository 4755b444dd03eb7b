package command

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"noir/app/service"
	"noir/data"
	"noir/data/record"
	"noir/data/stats"
)

// profileCommands are about one player's results.
type profileCommands struct {
	catalog
	finder
	standings service.Rankings
	here      func(viewer, p data.PlayerID) bool
}

type profile struct {
	Name    string                   `json:"name"`
	Kind    data.Kind                `json:"kind"` // as at a table
	Since   time.Time                `json:"since"`
	Online  bool                     `json:"online"`
	Ratings map[string]profileRating `json:"ratings"`
}

type profileRating struct {
	Rating      record.Points `json:"rating"`
	Games       int           `json:"games"`
	Wins        int           `json:"wins"`
	Losses      int           `json:"losses"`
	Draws       int           `json:"draws"`
	Rank        int           `json:"rank"`
	Provisional bool          `json:"provisional"`

	History []historyPoint      `json:"history"`
	Paces   map[data.Pace]score `json:"paces"`
	Rivals  []rival             `json:"rivals"`
	Streak  int                 `json:"streak"` // current rated wins in a row; losses if negative
	Best    int                 `json:"best"`   // most wins in a row
	Highest record.Points       `json:"highest"`
	Hours   [24]int             `json:"hours"` // games by the hour, UTC, in which they began
	Figures []figure            `json:"figures"`
}

// score counts games.
type score struct {
	Games  int `json:"games"`
	Wins   int `json:"wins"`
	Losses int `json:"losses"`
	Draws  int `json:"draws"`
}

type rival struct {
	Name string `json:"name"`
	score
}

// figure is a statistic of the player's play, averaged over their latest games; for a figure of 0
// or 1, the share of 1.
type figure struct {
	Name  string  `json:"name"`
	Games int     `json:"games"`
	Mean  float64 `json:"mean"`

	told stats.Mean
}

type historyPoint struct {
	GameID data.MatchID  `json:"game_id"`
	At     time.Time     `json:"at"`
	Rating record.Points `json:"rating"`
}

func (d profileCommands) profile(c *Call) *cobra.Command {
	cmd := &cobra.Command{Use: "profile [NAME] [--json]", Short: "a player's ratings, record and history", Args: maybeArg}
	asJSON := wantsJSON(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		p, err := d.player(cmd.Context(), c, args)
		if err != nil {
			return err
		}
		latest := told
		if *asJSON {
			latest = plotted
		}
		shown, err := d.profileOf(cmd.Context(), c, p, latest)
		if err != nil {
			return err
		}
		if *asJSON {
			return printJSON(c.Out, shown)
		}
		return shown.tell(c)
	}
	return cmd
}

// profileOf reads a profile with at most points points of each history.
func (d profileCommands) profileOf(ctx context.Context, c *Call, p data.Player, latest int) (profile, error) {
	shown := profile{Name: p.Name, Kind: data.Human, Since: p.Created.UTC(), Online: d.here(c.Player.ID, p.ID), Ratings: map[string]profileRating{}}
	if p.Bot {
		shown.Kind = data.Bot
	}
	for _, g := range d.catalog {
		game := g.Info().Name
		of, err := d.standings.Profile(ctx, game, p.ID, latest)
		if err != nil {
			return shown, err
		}
		if of.Standing == nil {
			continue
		}
		s := of.Standing
		r := profileRating{
			Rating: record.Points(s.Value), Games: s.Games, Wins: s.Wins, Losses: s.Losses, Draws: s.Draws,
			Rank: s.Rank, Provisional: s.Provisional(), History: []historyPoint{},
		}
		for _, e := range of.History {
			r.History = append(r.History, historyPoint{GameID: e.Match, At: e.At.UTC(), Rating: record.Points(e.Rating)})
		}
		if err := d.fare(ctx, game, p.ID, of.Record, &r); err != nil {
			return shown, err
		}
		shown.Ratings[game] = r
	}
	return shown, nil
}

// fare fills in a player's results in a game, and how they play it.
func (d profileCommands) fare(ctx context.Context, game string, id data.PlayerID, fared data.Record, r *profileRating) error {
	r.Streak, r.Best, r.Highest, r.Hours = fared.Streak, fared.Best, record.Points(fared.Highest), fared.Hours
	r.Paces, r.Rivals, r.Figures = map[data.Pace]score{}, []rival{}, []figure{}
	for pace, s := range fared.ByPace {
		r.Paces[pace] = score{s.Games, s.Wins, s.Losses, s.Draws}
	}
	for _, v := range fared.Rivals {
		r.Rivals = append(r.Rivals, rival{v.Player.Name, score{v.Games, v.Wins, v.Losses, v.Draws}})
	}
	means, err := d.standings.Means(ctx, game, id)
	for _, m := range means {
		r.Figures = append(r.Figures, figure{m.Name, m.Games, m.Value, m})
	}
	return err
}

const (
	told    = 10   // how many of the latest entries of a list are told
	plotted = 1000 // how many of the latest points of a history are printed as JSON
)

func (p profile) tell(c *Call) error {
	about := c.Words("%s, here since %s", p.Name, c.day(p.Since))
	if p.Online {
		about = c.Words("%s, here since %s, and here now", p.Name, c.day(p.Since))
	}
	fmt.Fprintln(c.Out, about)
	if p.Kind == data.Bot {
		fmt.Fprintln(c.Out, c.Words("a program's account, ranked among programs"))
	}
	if len(p.Ratings) == 0 {
		fmt.Fprintln(c.Out, c.Words("no rated game yet"))
	}
	for _, game := range slices.Sorted(maps.Keys(p.Ratings)) {
		if err := p.Ratings[game].tell(c, game); err != nil {
			return err
		}
	}
	return nil
}

func (r profileRating) tell(c *Call, game string) error {
	w := table(c.Out)
	rated := score{r.Games, r.Wins, r.Losses, r.Draws}
	fmt.Fprintf(w, "\n%s\t%s\t%s\t%s\n", game, points(r.Rating, r.Provisional), c.Words("rank %d", r.Rank), rated.text(c))
	for _, pace := range slices.Sorted(maps.Keys(r.Paces)) {
		fmt.Fprintf(w, "  %s\t%s\n", c.Words("pace %s", pace), r.Paces[pace].text(c))
	}
	switch {
	case r.Streak > 0:
		fmt.Fprintf(w, "  %s\t%s\n", c.Words("in a row"), c.Words("%d won; %d at best", r.Streak, r.Best))
	case r.Streak < 0:
		fmt.Fprintf(w, "  %s\t%s\n", c.Words("in a row"), c.Words("%d lost; %d won at best", -r.Streak, r.Best))
	}
	fmt.Fprintf(w, "  %s\t%s\n", c.Words("highest"), points(r.Highest, false))
	for _, f := range r.Figures {
		fmt.Fprintf(w, "  %s\t%s\n", c.Words(f.told.Title), f.told.Amount(c.Reader))
	}
	for _, v := range r.Rivals[:min(told, len(r.Rivals))] {
		fmt.Fprintf(w, "  %s\t%s\n", c.Words("against %s", v.Name), v.score.text(c))
	}
	for _, h := range r.History {
		fmt.Fprintf(w, "  %s\t%s\t%s\n", c.day(h.At), points(h.Rating, false), h.GameID)
	}
	return w.Flush()
}

// text words a score.
func (s score) text(c *Call) string {
	return c.Several(s.Games, "%d game: %d won, %d lost, %d drawn", "%d games: %d won, %d lost, %d drawn", s.Wins, s.Losses, s.Draws)
}
