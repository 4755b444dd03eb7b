package table

import (
	"bytes"
	"time"

	"noir/data"
	"noir/engine"
)

// played is the part of the log that the rules describe.
type played struct {
	lines [][]engine.Line // by viewer, spectators last; their moves and times are the same
}

func newPlayed(seats int) played { return played{lines: make([][]engine.Line, seats+1)} }

// ply is the number of the newest ply, 0 before the first.
func (p *played) ply() int { return len(p.all()) }

// all are the plies as spectators see them; nil while the log is only in the store.
func (p *played) all() []engine.Line {
	if len(p.lines) == 0 {
		return nil
	}
	return p.lines[len(p.lines)-1]
}

// add appends a ply made at a time.
func (p *played) add(ply engine.Ply, at int64) {
	n := p.ply() + 1
	for column := range p.lines {
		viewer := viewerAt(column, len(p.lines)-1)
		p.lines[column] = append(p.lines[column], ply.Line(n, viewer, at))
	}
}

// lastAt returns when the newest ply was made.
func (p *played) lastAt() time.Duration {
	if all := p.all(); len(all) > 0 {
		return moment(all[len(all)-1].AtMS)
	}
	return 0
}

// byClock reports whether the clock made the newest ply.
func (p *played) byClock() bool {
	all := p.all()
	return len(all) > 0 && all[len(all)-1].By == engine.ByClock
}

// holds reports whether these entries have been played.
func (p *played) holds(entries []data.Entry) bool {
	for _, e := range entries {
		if e.Ply > p.ply() {
			return false
		}
		made := p.all()[e.Ply-1]
		if made.Seat != e.Seat || made.By != e.By || !bytes.Equal(made.Move, e.Move) || made.AtMS != e.AtMS {
			return false
		}
	}
	return true
}
