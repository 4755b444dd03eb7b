package table_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"noir/engine"
)

// parley is a small game with windows. The player to move calls, and all others who have a card
// are asked: they pass, or play one, after which all others are asked again. When nobody plays
// any more, the window closes: the caller has a point and the next player calls, or the turn
// goes on if a card was played. Passes stay hidden until the window closes.
type parley struct {
	turns     int  // parleyTurns unless it is set
	penniless bool // nobody has a card, and all are asked all the same
	personal  bool // a call is about what the seat after the caller has
	own       bool // the caller is asked too
}

const (
	parleyName  = "parley"
	parleyTurns = 9
	parleyCards = 4
)

var (
	call = json.RawMessage(`{"type":"call"}`)
	pass = json.RawMessage(`{"type":"pass"}`)
	card = json.RawMessage(`{"type":"card"}`)

	temper = engine.Temper{Least: 600 * time.Millisecond, Most: 1500 * time.Millisecond}
)

func (parley) Info() engine.Info {
	return engine.Info{
		Name: parleyName, Title: "Parley", MinSeats: 3, MaxSeats: 5,
		Clock: engine.Clock{Move: 60 * time.Second, Bank: 120 * time.Second}, Windows: true,
		House: []engine.Opponent{{Level: "mute", Temper: temper}, {Level: "calm", Temper: temper}},
	}
}

func (parley) Read(body json.RawMessage) (json.RawMessage, error) {
	var m struct{ Type string }
	_ = json.Unmarshal(body, &m)
	for _, move := range []json.RawMessage{call, pass, card} {
		if string(move) == `{"type":"`+m.Type+`"}` {
			return move, nil
		}
	}
	return nil, &engine.Illegal{Reason: "UNKNOWN"}
}

func (p parley) Start(from engine.Setup) (engine.State, error) {
	st := parleyState{
		last: cmp.Or(p.turns, parleyTurns), all: p.penniless, personal: p.personal, own: p.own,
		hands: slices.Repeat([]int{parleyCards}, from.Seats), points: make([]int, from.Seats),
	}
	if p.penniless {
		clear(st.hands)
	}
	chance := from.Seed.Chance()
	st.active = engine.Seat(chance.IntN(from.Seats))
	return st, nil
}

func (parley) House(level string, _ uint64) (engine.Player, error) {
	if level != "mute" && level != "calm" {
		return nil, fmt.Errorf("no such level")
	}
	return parleyPlayer{}, nil
}

// parleyPlayer calls and passes.
type parleyPlayer struct{}

func (parleyPlayer) Choose(_ context.Context, s engine.Sight) (json.RawMessage, error) {
	return s.Legal[0], nil
}

type parleyState struct {
	active   engine.Seat
	turns    int
	last     int // turns of the whole game
	question int
	window   bool
	objected bool          // a card was played in it
	passes   []engine.Move // in the window, in the order made
	hands    []int
	points   []int
	gone     map[engine.Seat]bool
	void     bool
	all      bool // asked, with or without a card
	personal bool // see parley
	own      bool // see parley
}

func (st parleyState) Plays(s engine.Seat) bool {
	return s >= 0 && int(s) < len(st.hands) && !st.gone[s] && !st.over()
}

func (st parleyState) over() bool {
	return st.void || st.turns == st.last || len(st.hands)-len(st.gone) < 2
}

func (st parleyState) passed(s engine.Seat) bool {
	return slices.ContainsFunc(st.passes, func(m engine.Move) bool { return m.Seat == s })
}

func (st parleyState) asked(s engine.Seat) bool {
	if !st.Plays(s) || !st.window {
		return st.Plays(s) && s == st.active
	}
	return (st.own || s != st.active) && (st.all || st.hands[s] > 0) && !st.passed(s)
}

func (st parleyState) Prompts() []engine.Prompt {
	var prompts []engine.Prompt
	for i := range st.hands {
		s := engine.Seat(i)
		switch {
		case !st.asked(s):
		case st.window:
			prompts = append(prompts, engine.Prompt{
				Seat: s, Question: parleyTurns + st.question, Budget: 15 * time.Second, Minimum: 3 * time.Second,
				Personal: st.personal && s == st.after(), Own: s == st.active && !st.objected,
			})
		default:
			prompts = append(prompts, engine.Prompt{Seat: s, Question: st.turns, Budget: 60 * time.Second, Bank: true})
		}
	}
	return prompts
}

func (st parleyState) Legal(s engine.Seat) (legal []json.RawMessage) {
	switch {
	case !st.Plays(s):
	case !st.window && s == st.active:
		return []json.RawMessage{call}
	case st.window && st.asked(s) && st.hands[s] == 0:
		return []json.RawMessage{pass}
	case st.window && st.asked(s):
		return []json.RawMessage{pass, card}
	case st.window && (st.own || s != st.active) && st.hands[s] > 0:
		return []json.RawMessage{card}
	}
	return nil
}

func (st parleyState) Apply(m engine.Move) (engine.State, []engine.Ply, error) {
	told := []engine.Ply{{Move: m, Effects: []engine.Effect{{Public: json.RawMessage(`{"type":"told"}`)}}}}
	switch body := string(m.Body); {
	case body == string(engine.Abort) && !st.over():
		st.void = true
	case body == string(engine.Resign) && st.Plays(m.Seat):
		st.gone = maps.Clone(st.gone)
		if st.gone == nil {
			st.gone = map[engine.Seat]bool{}
		}
		if st.gone[m.Seat] = true; m.Seat == st.active && !st.over() {
			st = st.next()
		}
		st.passes = slices.DeleteFunc(slices.Clone(st.passes), func(p engine.Move) bool { return p.Seat == m.Seat })
	case body == string(call) && st.asked(m.Seat) && !st.window:
		if st.window, st.question = true, st.question+1; len(st.Prompts()) == 0 {
			st = st.shut()
		}
	case body == string(card) && slices.ContainsFunc(st.Legal(m.Seat), func(l json.RawMessage) bool { return string(l) == body }):
		st.hands = slices.Clone(st.hands)
		st.hands[m.Seat]--
		st.passes, st.objected, st.question = nil, true, st.question+1
		if len(st.Prompts()) == 0 {
			st = st.shut()
		}
	case body == string(pass) && st.asked(m.Seat) && st.window:
		st.passes = append(slices.Clip(st.passes), m)
		return st, nil, nil
	default:
		return nil, nil, &engine.Illegal{Reason: "NOT_NOW"}
	}
	return st, told, nil
}

// shut ends a window in which nobody plays any more.
func (st parleyState) shut() parleyState {
	if st.objected {
		st.window, st.objected, st.passes = false, false, nil
		return st
	}
	st.points = slices.Clone(st.points)
	st.points[st.active]++
	return st.next()
}

// next begins another turn.
func (st parleyState) next() parleyState {
	st.window, st.objected, st.passes, st.turns = false, false, nil, st.turns+1
	for st.active = st.after(); st.gone[st.active]; st.active = st.after() {
	}
	return st
}

func (st parleyState) after() engine.Seat { return (st.active + 1) % engine.Seat(len(st.hands)) }

func (st parleyState) Release() (engine.State, []engine.Ply) {
	if !engine.Ripe(st) {
		return st, nil
	}
	plies := make([]engine.Ply, len(st.passes))
	for i, m := range st.passes {
		plies[i] = engine.Ply{Move: m}
	}
	return st.shut(), plies
}

func (st parleyState) Expire(s engine.Seat) []engine.Move {
	return []engine.Move{{Seat: s, By: engine.ByClock, Body: st.Legal(s)[0]}}
}

type parleyView struct {
	Active engine.Seat `json:"active"`
	Window bool        `json:"window"`
	Hands  []int       `json:"hands"`
	Points []int       `json:"points"`
	Passed bool        `json:"passed"` // the viewer
}

func (st parleyState) View(s engine.Seat) any {
	return parleyView{st.active, st.window, st.hands, st.points, st.passed(s)}
}

func (parleyState) Options() json.RawMessage { return json.RawMessage("{}") }

func (st parleyState) Dealt() any { return struct{}{} }

func (st parleyState) Result() (engine.Result, bool) {
	if !st.over() {
		return engine.Result{}, false
	}
	r := engine.Result{Reason: "points", Winners: []engine.Seat{}, Places: make([]int, len(st.hands))}
	r.Scores, _ = json.Marshal(st.points)
	worth := func(i int) int {
		if st.gone[engine.Seat(i)] {
			return -1
		}
		return st.points[i]
	}
	for i := range r.Places {
		r.Places[i] = 1
		for j := range r.Places {
			if !st.void && worth(j) > worth(i) {
				r.Places[i]++
			}
		}
		if r.Places[i] == 1 && !st.void {
			r.Winners = append(r.Winners, engine.Seat(i))
		}
	}
	if st.void {
		r.Reason = engine.Aborted
	}
	return r, true
}
