package command

import (
	"fmt"
	"strings"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// headline names a table.
func headline(c *Call, f matchmaking.Frame) string {
	return c.Words("%s, game %s: %s", f.Game, f.Match, versus(f.Seats))
}

func versus(seats []matchmaking.Seated) string {
	names := make([]string, len(seats))
	for i, s := range seats {
		names[i] = s.Name
	}
	return data.Versus(names)
}

// asked lists the names of those for whom a table waits.
func asked(seats []matchmaking.Seated, waitsFor []engine.Seat) []string {
	names := make([]string, len(waitsFor))
	for i, s := range waitsFor {
		names[i] = seats[s].Name
	}
	return names
}

// timeLeft says how long a clock still runs; "" when it stands.
func timeLeft(c *Call, until time.Time) string {
	if until.IsZero() {
		return ""
	}
	switch d := max(0, time.Until(until)); {
	case d >= time.Hour:
		return c.Words("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
	case d >= time.Minute:
		return c.Words("%d min", int(d.Minutes()))
	default:
		return c.Words("%d s", int(d.Seconds()))
	}
}

// tellEnd says who won and how the ratings changed.
func tellEnd(c *Call, f matchmaking.Frame) error {
	var winners []string
	for _, s := range f.End.Result.Winners {
		winners = append(winners, f.Seats[s].Name)
	}
	if len(winners) == 0 {
		fmt.Fprintln(c.Out, c.Words("The game was aborted and counts for nothing."))
	} else {
		fmt.Fprintln(c.Out, c.Words("Won by %s (%s).", strings.Join(winners, ", "), f.End.Result.Reason))
		if len(f.Seats) > 2 {
			fmt.Fprintln(c.Out, c.Words("Places: %s.", placed(f)))
		}
	}
	for _, change := range f.End.Changes {
		fmt.Fprintf(c.Out, "%s: %.0f (%+.0f)\n", f.Seats[change.Seat].Name, change.After, change.After-change.Before)
	}
	return c.reply("The seed was %s.", f.End.Seed)
}

// placed lists the seats in the order of their places.
func placed(f matchmaking.Frame) string {
	places := f.End.Result.Places
	var names []string
	for place := 1; place <= len(places); place++ {
		for seat, p := range places {
			if p == place {
				names = append(names, fmt.Sprintf("%d %s", place, f.Seats[seat].Name))
			}
		}
	}
	return strings.Join(names, ", ")
}
