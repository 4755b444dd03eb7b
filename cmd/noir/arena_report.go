package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

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
	MedianMS   float64 `json:"median_ms"` // a move of the challenger
	LateMS     float64 `json:"p99_ms"`
	MostMS     float64 `json:"most_ms"`

	Ends map[string]arenaEnd `json:"ends"` // by the reason
}

// arenaEnd counts the games that ended for one reason.
type arenaEnd struct {
	Won  float64 `json:"won"`
	Lost float64 `json:"lost"`
}

func (r *arenaReport) add(result arena.Result) {
	low, high := result.Interval()
	median, late, most := result.Thought()
	ends := map[string]arenaEnd{}
	for reason, e := range result.Ends() {
		ends[reason] = arenaEnd(e)
	}
	r.Contests = append(r.Contests, arenaContest{
		Challenger: result.Challenger, Rival: result.Rival,
		Games: result.Games, Won: result.Won(), Share: result.Share(), Low: low, High: high,
		MedianMS: 1000 * median.Seconds(), LateMS: 1000 * late.Seconds(), MostMS: 1000 * most.Seconds(), Ends: ends,
	})
}

// ends words how often the challenger has won and lost for each reason.
func (c *arenaContest) ends() string {
	var words []string
	for _, reason := range slices.Sorted(maps.Keys(c.Ends)) {
		words = append(words, fmt.Sprintf("%s %g:%g", reason, math.Round(c.Ends[reason].Won), math.Round(c.Ends[reason].Lost)))
	}
	return strings.Join(words, ", ")
}

// print writes the report as JSON or as tables for people.
func (r *arenaReport) print(out io.Writer, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(out).Encode(r)
	}
	fmt.Fprintf(out, "%s, %d seats, seed %s\n\n", r.Game, r.Seats, r.Seed)
	w := table(out)
	fmt.Fprintln(w, "challenger\trivals\tgames\twon\t95 %\tms a move\tp99\tat most\tends")
	for _, c := range r.Contests {
		fmt.Fprintf(w, "%s\t%d × %s\t%d\t%.1f %%\t%.1f to %.1f\t%.2f\t%.1f\t%.0f\t%s\n",
			c.Challenger, r.Seats-1, c.Rival, c.Games, 100*c.Share, 100*c.Low, 100*c.High, c.MedianMS, c.LateMS, c.MostMS, c.ends())
	}
	if r.Ratings != nil {
		fmt.Fprintln(w, "\nlevel\trating")
	}
	for _, level := range slices.SortedFunc(maps.Keys(r.Ratings), func(a, b string) int { return cmp.Compare(r.Ratings[b], r.Ratings[a]) }) {
		fmt.Fprintf(w, "%s\t%.0f\n", level, math.Round(r.Ratings[level]))
	}
	return w.Flush()
}
