package web

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// Film is a finished game in pictures and words.
type Film struct {
	Wide, Narrow Reel     // for a screen of 80 columns, and for a telephone of 40
	Moves        []string // what each ply did, in a sentence; "" for nothing to tell
	End          []string // how it ended, in sentences
}

// Reel is the pictures of a game at one size: before the first ply, after each, and at the end with all
// hands.
type Reel struct {
	pictures [][]string // lines with their styles
}

// Add takes the lines of the next picture, as written for a terminal with 256 colours.
func (r *Reel) Add(lines []string) { r.pictures = append(r.pictures, slices.Clone(lines)) }

// last returns the last picture; nil for none.
func (r *Reel) last() []string {
	if len(r.pictures) == 0 {
		return nil
	}
	return r.pictures[len(r.pictures)-1]
}

// change is a line of a picture that differs from the picture before: its number, and its runs.
type change struct {
	row  int
	runs []run
}

// MarshalJSON writes a change as [row, class, text, class, text, …].
func (c change) MarshalJSON() ([]byte, error) {
	flat := []any{c.row}
	for _, r := range c.runs {
		flat = append(flat, r.Class, r.Text)
	}
	return json.Marshal(flat)
}

// changes lists for each picture what differs from the one before.
func (r *Reel) changes() [][]change {
	all, shown := make([][]change, 0, len(r.pictures)), []string(nil)
	for _, picture := range r.pictures {
		differ := []change{}
		for y, line := range picture {
			if y >= len(shown) || shown[y] != line {
				differ = append(differ, change{y, runsOf(line)})
			}
		}
		for y := len(picture); y < len(shown); y++ {
			differ = append(differ, change{row: y})
		}
		all, shown = append(all, differ), picture
	}
	return all
}

// run is a piece of a line that looks alike. Class is the names of its looks for a style sheet: f and b
// with a number of the 256 colours for the sign and what is behind it, B for bold, R for reversed, U
// for underlined.
type run struct{ Class, Text string }

// look is how signs look.
type look struct {
	front, back          string // numbers of the 256 colours; "" is the usual one
	bold, reversed, line bool
}

func (l look) class() string {
	var all []string
	if l.front != "" {
		all = append(all, "f"+l.front)
	}
	if l.back != "" {
		all = append(all, "b"+l.back)
	}
	for name, on := range map[string]bool{"B": l.bold, "R": l.reversed, "U": l.line} {
		if on {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// runsOf splits a line where its look changes.
func runsOf(line string) (runs []run) {
	var at look
	for line != "" {
		text, rest, found := strings.Cut(line, "\x1b[")
		if text != "" {
			runs = append(runs, run{at.class(), text})
		}
		if !found {
			break
		}
		codes, after, ok := strings.Cut(rest, "m")
		if !ok {
			break
		}
		at, line = at.turn(codes), after
	}
	return runs
}

// turn returns the look after the parameters of a sequence. It knows those that themes use.
func (l look) turn(codes string) look {
	params := strings.Split(codes, ";")
	for i := 0; i < len(params); i++ {
		switch code, _ := strconv.Atoi(params[i]); code {
		case 0:
			l = look{}
		case 1:
			l.bold = true
		case 4:
			l.line = true
		case 7:
			l.reversed = true
		case 38, 48:
			if i+2 < len(params) && params[i+1] == "5" {
				if code == 38 {
					l.front = params[i+2]
				} else {
					l.back = params[i+2]
				}
			}
			i += 2
		}
	}
	return l
}
