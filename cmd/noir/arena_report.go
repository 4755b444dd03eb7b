package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"noir/engine/arena"
)

// arenaReport is the result of a tournament. Its times are wall-clock times; the rest follows from
// the seed.
type arenaReport struct {
	Game     string             `json:"game"`
	Seats    int                `json:"seats"`
	Seed     string             `json:"seed"`
	Contests []arenaContest     `json:"contests"`
	Ratings  map[string]float64 `json:"ratings,omitempty"` // by level
}

// arenaContest is the result of a contest for its challenger.
type arenaContest struct {
	Challenger string  `json:"challenger"`
	Rival      string  `json:"rival"`
	Games      int     `json:"games"`
	Won        float64 `json:"won"` // a shared win counts in parts
	Share      float64 `json:"share"`
	Low        float64 `json:"low"` // of the 95 % interval of the share
	High       float64 `json:"high"`
	MeanMS     float64 `json:"mean_ms"` // a move of the challenger
	MostMS     float64 `json:"most_ms"`
}

func (r *arenaReport) add(result arena.Result) {
	low, high := result.Interval()
	mean, most := result.Thought()
	r.Contests = append(r.Contests, arenaContest{
		Challenger: result.Challenger, Rival: result.Rival,
		Games: result.Games, Won: result.Won(), Share: result.Share(), Low: low, High: high,
		MeanMS: 1000 * mean.Seconds(), MostMS: 1000 * most.Seconds(),
	})
}

// print writes the report as JSON or as tables for people.
func (r *arenaReport) print(out io.Writer, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(out).Encode(r)
	}
	fmt.Fprintf(out, "%s, %d seats, seed %s\n\n", r.Game, r.Seats, r.Seed)
	w := table(out)
	fmt.Fprintln(w, "challenger\trivals\tgames\twon\t95 %\tms a move\tat most")
	for _, c := range r.Contests {
		fmt.Fprintf(w, "%s\t%d × %s\t%d\t%.1f %%\t%.1f to %.1f\t%.2f\t%.0f\n",
			c.Challenger, r.Seats-1, c.Rival, c.Games, 100*c.Share, 100*c.Low, 100*c.High, c.MeanMS, c.MostMS)
	}
	if r.Ratings != nil {
		fmt.Fprintln(w, "\nlevel\trating")
	}
	for _, level := range slices.SortedFunc(maps.Keys(r.Ratings), func(a, b string) int { return cmp.Compare(r.Ratings[b], r.Ratings[a]) }) {
		fmt.Fprintf(w, "%s\t%.0f\n", level, math.Round(r.Ratings[level]))
	}
	return w.Flush()
}
