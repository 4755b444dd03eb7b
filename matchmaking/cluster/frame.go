package cluster

import (
	"time"

	"noir/engine"
	"noir/matchmaking"
)

// frame is a matchmaking.Frame on its way to another node: with the lines that the reader does not have,
// with what is not part of a frame's JSON, and with times as spans, since clocks differ.
type frame struct {
	Frame matchmaking.Frame // without Log
	From  int               // the lines follow so many
	Lines []engine.Line
	Seats []seated        // what Frame.Seats has besides
	Since []time.Duration // of Frame.Clocks: how long ago
}

// seated is what JSON leaves out of a matchmaking.Seated.
type seated struct {
	Level                                  string `json:",omitempty"`
	Unsure, Program, Away, Out, Substitute bool   `json:",omitempty"`
}

func seatedOf(seats []matchmaking.Seated) []seated {
	all := make([]seated, len(seats))
	for i, s := range seats {
		all[i] = seated{s.Level, s.Unsure, s.Program, s.Away, s.Out, s.Substitute}
	}
	return all
}

// complete puts back what JSON has left out.
func complete(seats []matchmaking.Seated, with []seated) {
	for i := range seats {
		if i < len(with) {
			s, w := &seats[i], with[i]
			s.Level, s.Unsure, s.Program, s.Away, s.Out, s.Substitute = w.Level, w.Unsure, w.Program, w.Away, w.Out, w.Substitute
		}
	}
}

// pack returns a frame for a reader who has so many lines of its log.
func pack(f matchmaking.Frame, has int, now time.Time) *frame {
	if has > len(f.Log) {
		has = 0
	}
	p := &frame{Frame: f, From: has, Lines: f.Log[has:], Seats: seatedOf(f.Seats), Since: make([]time.Duration, len(f.Clocks))}
	p.Frame.Log = nil
	for i, c := range f.Clocks {
		if !c.Since.IsZero() {
			p.Since[i] = now.Sub(c.Since)
		}
	}
	return p
}

// unpack returns the frame for a reader who has these lines; ok is false when they do not join.
func (p *frame) unpack(has []engine.Line, now time.Time) (f matchmaking.Frame, ok bool) {
	if p.From > len(has) {
		return f, false
	}
	f = p.Frame
	f.Log = append(has[:p.From:p.From], p.Lines...)
	complete(f.Seats, p.Seats)
	for i := range f.Clocks {
		if i < len(p.Since) && !f.Clocks[i].Since.IsZero() {
			f.Clocks[i].Since = now.Add(-p.Since[i])
		}
	}
	return f, true
}

// row is a matchmaking.Listing on its way to another node, with who sits there.
type row struct {
	Listing matchmaking.Listing
	Seats   []seated
}

func rowsOf(list []matchmaking.Listing) []row {
	rows := make([]row, len(list))
	for i, l := range list {
		rows[i] = row{l, seatedOf(l.Seats)}
	}
	return rows
}

func listings(rows []row) []matchmaking.Listing {
	list := make([]matchmaking.Listing, len(rows))
	for i, r := range rows {
		list[i] = r.Listing
		complete(list[i].Seats, r.Seats)
	}
	return list
}
