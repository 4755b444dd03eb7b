package table

import (
	"bytes"
	"time"

	"noir/data"
	"noir/engine"
)

// played is the part of the log that the rules describe.
type played struct {
	plies []engine.Ply
	at    []int64         // of plies, in milliseconds of game time
	lines [][]engine.Line // by viewer, spectators last
}

func newPlayed(seats int) played { return played{lines: make([][]engine.Line, seats+1)} }

// ply is the number of the newest ply, 0 before the first.
func (p *played) ply() int { return len(p.plies) }

// add appends a ply made at a time.
func (p *played) add(ply engine.Ply, at int64) {
	p.plies, p.at = append(p.plies, ply), append(p.at, at)
	for column := range p.lines {
		viewer := viewerAt(column, len(p.lines)-1)
		p.lines[column] = append(p.lines[column], ply.Line(len(p.plies), viewer, at))
	}
}

// lastAt returns when the newest ply was made.
func (p *played) lastAt() time.Duration {
	if n := len(p.at); n > 0 {
		return moment(p.at[n-1])
	}
	return 0
}

// byClock reports whether the clock made the newest ply.
func (p *played) byClock() bool {
	n := len(p.plies)
	return n > 0 && p.plies[n-1].Move.By == engine.ByClock
}

// holds reports whether these entries have been played.
func (p *played) holds(entries []data.Entry) bool {
	for _, e := range entries {
		if e.Ply > len(p.plies) {
			return false
		}
		made := p.plies[e.Ply-1].Move
		if made.Seat != e.Seat || made.By != e.By || !bytes.Equal(made.Body, e.Move) || p.at[e.Ply-1] != e.AtMS {
			return false
		}
	}
	return true
}
