// Package cast records a finished game: as pictures, and as an asciicast v2 for
// asciinema and whatever else plays its files.
package cast

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"github.com/charmbracelet/colorprofile"

	"noir/data"
	"noir/matchmaking"
	"noir/matchmaking/replay"
	"noir/tui"
)

// The size of every asciicast, in cells.
const (
	width  = 80
	height = 24
)

const (
	// longestPause is the longest pause in a recording, in seconds.
	longestPause = 3.0
	// endAlone is how long the end stands without the hands, lastLook how long in
	// all.
	endAlone = time.Second
	lastLook = 5 * time.Second
)

// header is the first line of a recording.
type header struct {
	Version       int               `json:"version"`
	Width         int               `json:"width"`
	Height        int               `json:"height"`
	Timestamp     int64             `json:"timestamp"`
	IdleTimeLimit float64           `json:"idle_time_limit"`
	Title         string            `json:"title"`
	Env           map[string]string `json:"env"`
}

// Write records a match that is over: the public side up to the end, all hands
// after a moment for the end itself. The board must be new.
func Write(ctx context.Context, m data.Match, r *replay.Replay, board tui.Board, out io.Writer) error {
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	err := lines.Encode(header{
		Version: 2, Width: width, Height: height, Timestamp: m.Started.Unix(), IdleTimeLimit: longestPause,
		Title: fmt.Sprintf("Noir, game %s", m.ID), Env: map[string]string{"TERM": "xterm-256color"},
	})
	if err != nil {
		return err
	}
	return Pictures(ctx, m, r, board, width, height, func(at time.Duration, picture []string) error {
		screen := "\x1b[H\x1b[2J" + strings.Join(picture, "\r\n")
		return lines.Encode([]any{at.Seconds(), "o", screen})
	})
}

// Pictures draws what Write records, at a size in cells: a picture for each moment of the replay, then
// the end with all hands, twice. It calls each with its time since the start and its lines, in 256
// colours; the lines are only valid during the call. The board must be new. Errors: ctx's, those of
// each, and those of a log that does not follow from the rules.
func Pictures(ctx context.Context, m data.Match, r *replay.Replay, board tui.Board, w, h int, each func(at time.Duration, picture []string) error) error {
	film := film{board: board, theme: tui.NewTheme(tui.Look{Colours: colorprofile.ANSI256}), w: w, h: h, each: each, started: m.Started}
	for moment := range r.Len() {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		runtime.Gosched() // others may be waiting for a processor
		f, err := r.Public(moment)
		if err != nil {
			return err
		}
		if err := film.shoot(f, 0); err != nil {
			return err
		}
	}
	end, err := r.Last()
	if err != nil {
		return err
	}
	for _, later := range []time.Duration{endAlone, lastLook} {
		if err := film.shoot(end, later); err != nil {
			return err
		}
	}
	return nil
}

// film is a recording under way.
type film struct {
	board   tui.Board
	theme   *tui.Theme
	w, h    int
	each    func(at time.Duration, picture []string) error
	started time.Time
}

// shoot draws what the board shows of a frame, at its newest ply's time and later.
func (r *film) shoot(f matchmaking.Frame, later time.Duration) error {
	at := later
	if n := len(f.Log); n > 0 {
		at += time.Duration(f.Log[n-1].AtMS) * time.Millisecond
	}
	if err := r.board.Show(f); err != nil {
		return err
	}
	return r.each(at, r.board.View(r.w, r.h, r.started.Add(at), r.theme))
}
