package command

import (
	"context"
	"fmt"
	"strings"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/server/wire"
)

// runningRow is one of the caller's running games.
type runningRow struct {
	ID       data.MatchID  `json:"id"`
	Game     string        `json:"game"`
	Rated    bool          `json:"rated"`
	Pace     data.Pace     `json:"pace"`
	Seats    []wire.Seat   `json:"seats"`
	Seat     engine.Seat   `json:"seat"` // the caller's
	Ply      int           `json:"ply"`
	Asked    []engine.Seat `json:"asked"` // who has to move
	YourMove bool          `json:"your_move"`
	Deadline *time.Time    `json:"deadline"` // when the first of them runs out of time; null while the clocks stand
}

func newRunningRow(l matchmaking.Listing) runningRow {
	row := runningRow{
		ID: l.ID, Game: l.Game, Rated: l.Rated, Pace: l.Pace, Seats: wire.Seats(l.Seats), Seat: l.Seat,
		Ply: l.Ply, Asked: append([]engine.Seat{}, l.Asked...), YourMove: l.YourMove(),
	}
	if !l.Until.IsZero() {
		until := l.Until.UTC()
		row.Deadline = &until
	}
	return row
}

// runningGames are the caller's.
type runningGames struct{ live }

// list lists them, those that wait for a move of theirs first.
func (d runningGames) list(ctx context.Context, c *Call, asJSON bool) error {
	list, err := d.broker.Mine(ctx, c.Player.ID)
	if err != nil {
		return err
	}
	if asJSON {
		rows := make([]runningRow, len(list))
		for i, l := range list {
			rows[i] = newRunningRow(l)
		}
		return printJSON(c.Out, rows)
	}
	if len(list) == 0 {
		return c.reply("You have no game running.")
	}
	return writeRunning(c, list)
}

// tell lists them, if any, before other output.
func (d runningGames) tell(ctx context.Context, c *Call) error {
	list, err := d.broker.Mine(ctx, c.Player.ID)
	if err != nil || len(list) == 0 {
		return err
	}
	if err := writeRunning(c, list); err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.Out)
	return err
}

func writeRunning(c *Call, list []matchmaking.Listing) error {
	w := table(c.Out)
	for i, l := range list {
		fmt.Fprintf(w, "%s%s\t%s\t%s\t%s\t%s\t%s\n", c.number(i), l.ID, l.Game, c.Words("pace %s", l.Pace),
			c.Words("against %s", opponents(l)), waitsFor(c, l), timeLeft(c, l.Until))
	}
	return w.Flush()
}

// opponents names the other players of the caller's table.
func opponents(l matchmaking.Listing) string {
	var names []string
	for i, s := range l.Seats {
		if engine.Seat(i) != l.Seat {
			names = append(names, s.Name)
		}
	}
	return strings.Join(names, ", ")
}

// waitsFor says whose move it is.
func waitsFor(c *Call, l matchmaking.Listing) string {
	if l.YourMove() {
		return c.Words("your move")
	}
	return c.Words("waits for %s", strings.Join(asked(l.Seats, l.Asked), ", "))
}

// isOwn reports whether a list of games is the caller's own.
func isOwn(c *Call, args []string) bool {
	return len(args) == 0 || strings.EqualFold(args[0], c.Player.Name)
}
