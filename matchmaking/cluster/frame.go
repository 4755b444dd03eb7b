package cluster

import (
	"encoding/json"
	"slices"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// frame is a matchmaking.Frame on its way to another node: with the lines that the reader does not have, without
// what hardly ever changes, and with times as spans, since clocks differ.
type frame struct {
	Revision     int                 `cbor:"1,keyasint"`
	After        int                 `cbor:"2,keyasint,omitempty"` // revision of the frame that this one follows; 0: it follows none
	From         int                 `cbor:"3,keyasint,omitempty"` // the number of lines before these
	Lines        []engine.Line       `cbor:"4,keyasint"`
	Table        *fixed              `cbor:"5,keyasint,omitempty"` // nil: as before
	Seats        []sitter            `cbor:"6,keyasint"`           // nil: as before
	Clocks       []clock             `cbor:"7,keyasint"`
	View         json.RawMessage     `cbor:"8,keyasint"`
	Open         []json.RawMessage   `cbor:"9,keyasint"`
	Turn         *turn               `cbor:"10,keyasint,omitempty"`
	Kept         int                 `cbor:"11,keyasint,omitempty"` // matchmaking.Kept.Ply
	Keeps        bool                `cbor:"12,keyasint,omitempty"` // and Now
	Passing      matchmaking.Passing `cbor:"13,keyasint,omitempty"`
	Idle         bool                `cbor:"14,keyasint,omitempty"`
	Passed       int                 `cbor:"15,keyasint,omitempty"`
	Warned       bool                `cbor:"16,keyasint,omitempty"`
	Notes        []matchmaking.Note  `cbor:"17,keyasint"`
	Watchers     int                 `cbor:"18,keyasint,omitempty"`
	NoSpectators bool                `cbor:"19,keyasint,omitempty"`
	Slow         []engine.Seat       `cbor:"20,keyasint"`
	End          *matchmaking.End    `cbor:"21,keyasint,omitempty"`
	Rematch      []engine.Seat       `cbor:"22,keyasint"`
	Next         data.MatchID        `cbor:"23,keyasint,omitempty"`
}

// fixed is what all or nearly all frames of a chair have in common.
type fixed struct {
	Match      data.MatchID
	Game       string
	Rated      bool
	OneAddress bool
	Pace       data.Pace
	Private    bool
	Tournament int64
	Origin     data.Origin
	Options    string // JSON
	Seat       engine.Seat
	Commit     string
	Clock      engine.Clock
}

// sitter is a matchmaking.Seated.
type sitter struct {
	Name   string
	Rated  bool // Rating is not nil
	Rating float64
	Kind   data.Kind
	seated
}

// clock is a matchmaking.SeatClock.
type clock struct {
	Asked   bool           `cbor:"1,keyasint,omitempty"`
	Running bool           `cbor:"2,keyasint,omitempty"`
	Since   *time.Duration `cbor:"3,keyasint,omitempty"` // how long ago; nil: never
	Move    time.Duration  `cbor:"4,keyasint,omitempty"`
	Bank    time.Duration  `cbor:"5,keyasint,omitempty"`
}

// turn is a matchmaking.Turn.
type turn struct {
	Ply   int               `cbor:"1,keyasint"`
	Legal []json.RawMessage `cbor:"2,keyasint"`
}

// seated is what JSON leaves out of a matchmaking.Seated.
type seated struct {
	Level                                  string `json:",omitempty"`
	Unsure, Program, Away, Out, Substitute bool   `json:",omitempty"`
}

func seatedOf(seats []matchmaking.Seated) []seated {
	all := make([]seated, len(seats))
	for i, s := range seats {
		all[i] = seated{s.Level, s.Provisional, s.Program, s.Away, s.Out, s.Substitute}
	}
	return all
}

// complete puts back what JSON has left out.
func complete(seats []matchmaking.Seated, with []seated) {
	for i := range seats {
		if i < len(with) {
			s, w := &seats[i], with[i]
			s.Level, s.Provisional, s.Program, s.Away, s.Out, s.Substitute = w.Level, w.Unsure, w.Program, w.Away, w.Out, w.Substitute
		}
	}
}

// pack returns a frame for a reader who has a number of lines of its log, and the frame before, unless that is nil.
func pack(f matchmaking.Frame, before *matchmaking.Frame, has int, now time.Time) *frame {
	if has > len(f.Log) {
		has = 0
	}
	p := &frame{
		Revision: f.Revision, From: has, Lines: f.Log[has:], Clocks: make([]clock, len(f.Clocks)), View: f.View, Open: f.Open,
		Kept: f.Kept.Ply, Keeps: f.Kept.Now, Passing: f.Passing, Idle: f.Idle, Passed: f.Passed, Warned: f.Warned, Notes: f.Notes,
		Watchers: f.Watchers, NoSpectators: f.NoSpectators, Slow: f.Slow, End: f.End, Rematch: f.Rematch, Next: f.Next,
	}
	if f.Turn != nil {
		p.Turn = &turn{f.Turn.Ply, f.Turn.Legal}
	}
	for i, c := range f.Clocks {
		p.Clocks[i] = clock{Asked: c.Asked, Running: c.Running, Move: c.Move, Bank: c.Bank}
		if !c.Since.IsZero() {
			ago := now.Sub(c.Since)
			p.Clocks[i].Since = &ago
		}
	}
	table, seats := fixedOf(f), sittersOf(f.Seats)
	if before != nil {
		p.After = before.Revision
	}
	if before == nil || table != fixedOf(*before) {
		p.Table = &table
	}
	if before == nil || !slices.Equal(seats, sittersOf(before.Seats)) {
		p.Seats = seats
	}
	return p
}

func fixedOf(f matchmaking.Frame) fixed {
	return fixed{f.Match, f.Game, f.Rated, f.OneAddress, f.Pace, f.Private, f.Tournament, f.Origin, string(f.Options), f.Seat, f.Commit, f.Clock}
}

func sittersOf(seats []matchmaking.Seated) []sitter {
	all := make([]sitter, len(seats))
	for i, more := range seatedOf(seats) {
		s := seats[i]
		all[i] = sitter{Name: s.Name, Rated: s.Rating != nil, Kind: s.Kind, seated: more}
		if s.Rating != nil {
			all[i].Rating = *s.Rating
		}
	}
	return all
}

// unpack returns the frame for a reader who has the frame before it, nil for none, and these lines. ok is false when it
// does not follow that frame, or the lines leave a gap: then a message was lost.
func (p *frame) unpack(before *matchmaking.Frame, has []engine.Line, now time.Time) (f matchmaking.Frame, ok bool) {
	follows := p.After == 0 && p.Table != nil && p.Seats != nil || before != nil && before.Revision == p.After
	if !follows || p.From > len(has) {
		return f, false
	}
	if before != nil {
		f = *before
	}
	if t := p.Table; t != nil {
		f.Match, f.Game, f.Rated, f.OneAddress, f.Pace, f.Private, f.Tournament = t.Match, t.Game, t.Rated, t.OneAddress, t.Pace, t.Private, t.Tournament
		f.Origin, f.Options, f.Seat, f.Commit, f.Clock = t.Origin, nil, t.Seat, t.Commit, t.Clock
		if t.Options != "" {
			f.Options = json.RawMessage(t.Options)
		}
	}
	if p.Seats != nil {
		f.Seats = make([]matchmaking.Seated, len(p.Seats))
		more := make([]seated, len(p.Seats))
		for i, s := range p.Seats {
			f.Seats[i], more[i] = matchmaking.Seated{Name: s.Name, Kind: s.Kind}, s.seated
			if s.Rated {
				f.Seats[i].Rating = &s.Rating
			}
		}
		complete(f.Seats, more)
	}
	f.Revision, f.Log = p.Revision, append(has[:p.From:p.From], p.Lines...)
	f.View, f.Open, f.Kept, f.Passing, f.Idle = p.View, p.Open, matchmaking.Kept{Ply: p.Kept, Now: p.Keeps}, p.Passing, p.Idle
	f.Passed, f.Warned, f.Notes, f.Watchers, f.NoSpectators = p.Passed, p.Warned, p.Notes, p.Watchers, p.NoSpectators
	f.Slow, f.End, f.Rematch, f.Next = p.Slow, p.End, p.Rematch, p.Next
	f.Turn = nil
	if p.Turn != nil {
		f.Turn = &matchmaking.Turn{Ply: p.Turn.Ply, Legal: p.Turn.Legal}
	}
	f.Clocks = make([]matchmaking.SeatClock, len(p.Clocks))
	for i, c := range p.Clocks {
		f.Clocks[i] = matchmaking.SeatClock{Asked: c.Asked, Running: c.Running, Move: c.Move, Bank: c.Bank}
		if c.Since != nil {
			f.Clocks[i].Since = now.Add(-*c.Since)
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
