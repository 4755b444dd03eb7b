package enginetest

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"noir/engine"
)

// sealed is a small game for two or three players with three cards each, all different. In each
// round all lay down a card at the same time. The cards are kept back until the last one is
// laid, then all are shown at once and everybody draws. The highest sum wins. A defect makes it
// break one rule of the contract.
type sealed struct{ defect string }

const (
	sealedHand   = 3
	sealedRounds = 3
)

type lay struct {
	Type string `json:"type"`
	Card string `json:"card"`
}

func layBody(card string) json.RawMessage {
	body, _ := json.Marshal(lay{"lay", card})
	return body
}

func sealedRefusal(code string) *engine.Illegal {
	return &engine.Illegal{Reason: code, Message: "That cannot be done."}
}

func (g sealed) Info() engine.Info {
	info := engine.Info{Name: "sealed", Title: "Sealed", MinSeats: 2, MaxSeats: 3,
		Clock: engine.Clock{Move: time.Second}, House: []engine.Opponent{{Level: "first", Name: "alpha", Temper: engine.Temper{Least: time.Second, Most: time.Second}}}, Windows: g.defect != "windows untold"}
	if g.defect == "no title" {
		info.Title = ""
	}
	return info
}

func (g sealed) Read(body json.RawMessage) (json.RawMessage, error) {
	var m lay
	fields, ok := engine.Fields(body)
	if g.defect == "reads loosely" {
		ok = json.Unmarshal(body, &m) == nil
	} else if ok {
		ok = json.Unmarshal(fields["type"], &m.Type) == nil && json.Unmarshal(fields["card"], &m.Card) == nil
	}
	if !ok || m.Type != "lay" {
		return nil, sealedRefusal("UNKNOWN")
	}
	if g.defect == "reads as it came" {
		return body, nil
	}
	return layBody(m.Card), nil
}

func (g sealed) Start(from engine.Setup) (engine.State, error) {
	if from.Seats != 2 && from.Seats != 3 || len(from.Options) > 0 && string(from.Options) != "{}" {
		return nil, fmt.Errorf("no such game")
	}
	var deck []string
	for i := range 18 {
		deck = append(deck, fmt.Sprintf("K%02d", i))
	}
	chance := from.Seed.Chance()
	if g.defect == "chance of its own" {
		rand.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	} else {
		engine.Shuffle(&chance, deck)
	}
	return g.deal(deck, from.Seats), nil
}

func (g sealed) deal(deck []string, seats int) sealedState {
	st := sealedState{game: g, deck: deck, next: seats * sealedHand, laid: map[engine.Seat]string{}, gone: map[engine.Seat]bool{}}
	for s := range seats {
		st.hands = append(st.hands, slices.Clone(deck[s*sealedHand:][:sealedHand]))
		st.piles = append(st.piles, []string{})
	}
	return st
}

func (g sealed) House(level string, _ uint64) (engine.Player, error) {
	if level != "first" && g.defect != "any level" {
		return nil, fmt.Errorf("no such level")
	}
	return &sealedPlayer{defect: g.defect}, nil
}

type sealedPlayer struct{ defect string }

func (p *sealedPlayer) Choose(ctx context.Context, s engine.Sight) (json.RawMessage, error) {
	switch {
	case p.defect == "house plays at random":
		return s.Legal[rand.IntN(len(s.Legal))], nil
	case p.defect == "house cheats":
		return layBody("K99"), nil
	case p.defect == "house needs time" && ctx.Err() != nil:
		return nil, ctx.Err()
	}
	return s.Legal[0], nil
}

type sealedState struct {
	game  sealed
	deck  []string
	next  int
	round int
	hands [][]string
	piles [][]string
	laid  map[engine.Seat]string
	gone  map[engine.Seat]bool // resigned
	void  bool
}

func (st sealedState) over() bool {
	return st.void || st.round == sealedRounds || len(st.hands)-len(st.gone) < 2
}

func (st sealedState) asked(s engine.Seat) bool {
	return !st.over() && s >= 0 && int(s) < len(st.hands) && !st.gone[s] && st.laid[s] == ""
}

func (st sealedState) Prompts() []engine.Prompt {
	var prompts []engine.Prompt
	for s := range st.hands {
		if st.asked(engine.Seat(s)) {
			prompts = append(prompts, engine.Prompt{Seat: engine.Seat(s), Question: st.round, Budget: time.Second, Minimum: time.Second / 2, Bank: st.game.defect == "a sealed bank"})
		}
	}
	if st.game.defect == "prompts out of order" {
		slices.Reverse(prompts)
	}
	return prompts
}

func (st sealedState) Legal(s engine.Seat) []json.RawMessage {
	if !st.asked(s) {
		return nil
	}
	var legal []json.RawMessage
	for _, card := range st.hands[s] {
		legal = append(legal, layBody(card))
	}
	if st.game.defect == "legal is not" {
		legal = append(legal, layBody("K99"))
	}
	return legal
}

func (st sealedState) Apply(m engine.Move) (engine.State, []engine.Ply, error) {
	switch {
	case st.over():
		return nil, nil, sealedRefusal("OVER")
	case string(m.Body) == string(engine.Abort) && m.By != engine.ByPlayer:
		st.void, st.laid = st.game.defect != "abort does nothing", nil
		return st, []engine.Ply{{Move: m}}, nil
	case st.game.defect == "no codes":
		return nil, nil, fmt.Errorf("no")
	case string(m.Body) == string(engine.Resign) && m.Seat >= 0 && int(m.Seat) < len(st.hands) && !st.gone[m.Seat]:
		st.gone = maps.Clone(st.gone)
		st.gone[m.Seat] = true
		st.laid = maps.Clone(st.laid)
		if delete(st.laid, m.Seat); st.over() {
			st.laid = nil
		}
		return st, []engine.Ply{{Move: m}}, nil
	case !st.asked(m.Seat):
		return nil, nil, sealedRefusal("NOT_ASKED")
	}
	var move lay
	if json.Unmarshal(m.Body, &move) != nil || move.Type != "lay" {
		return nil, nil, sealedRefusal("UNKNOWN")
	}
	if !slices.Contains(st.hands[m.Seat], move.Card) {
		if st.game.defect == "refusal writes" {
			st.piles[0] = append(st.piles[0], "K00")
		}
		code := "NOT_HELD"
		if st.game.defect == "refusal tells" && slices.Contains(st.hands[(int(m.Seat)+1)%len(st.hands)], move.Card) {
			code = "HELD_BY_A_RIVAL"
		}
		if st.game.defect == "accepts the illegal" {
			return st, nil, nil
		}
		return nil, nil, sealedRefusal(code)
	}
	if st.game.defect != "moves write" {
		st.laid = maps.Clone(st.laid)
	}
	st.laid[m.Seat] = move.Card
	if st.game.defect == "the first to lie tells" && len(st.laid) == 1 {
		st.deck = slices.Clone(st.deck)
		st.deck[st.next] = fmt.Sprintf("%s of %d", st.deck[st.next], m.Seat)
	}
	return st, nil, nil
}

// Release shows the cards once all remaining players have laid one. Cards that lie face down
// when a resignation ends the game are lost.
func (st sealedState) Release() (engine.State, []engine.Ply) {
	if !engine.Ripe(st) {
		return st, nil
	}
	if st.game.defect == "releases nothing" {
		return st, nil
	}
	st.hands, st.piles = slices.Clone(st.hands), slices.Clone(st.piles)
	var plies []engine.Ply
	for _, s := range slices.Sorted(maps.Keys(st.laid)) {
		st.piles[s] = append(slices.Clip(st.piles[s]), st.laid[s])
		st.hands[s] = slices.DeleteFunc(slices.Clone(st.hands[s]), func(card string) bool { return card == st.laid[s] })
		plies = append(plies, engine.Ply{Move: engine.Move{Seat: s, By: engine.ByPlayer, Body: layBody(st.laid[s])},
			Effects: []engine.Effect{{Public: json.RawMessage(`{"type":"laid"}`)}}})
	}
	st.laid = map[engine.Seat]string{}
	st.round++
	for s := range st.hands {
		if st.gone[engine.Seat(s)] {
			continue
		}
		card := st.deck[st.next]
		st.next++
		st.hands[s] = append(slices.Clip(st.hands[s]), card)
		drew := engine.Effect{Public: json.RawMessage(`{"type":"drew"}`), Private: map[engine.Seat]json.RawMessage{
			engine.Seat(s): json.RawMessage(`{"type":"drew","card":"` + card + `"}`)}}
		if st.game.defect == "effects tell" {
			drew.Public = drew.Private[engine.Seat(s)]
		}
		if st.game.defect == "effects without type" {
			drew.Public = json.RawMessage(`{}`)
		}
		plies[len(plies)-1].Effects = append(plies[len(plies)-1].Effects, drew)
	}
	if st.game.defect == "log loses a ply" {
		plies = plies[1:]
	}
	if st.game.defect == "never ends" {
		st.round = 0
		st.next = len(st.hands) * sealedHand
	}
	return st, plies
}

func (st sealedState) Plays(s engine.Seat) bool {
	return s >= 0 && int(s) < len(st.hands) && !st.over() && (!st.gone[s] || st.game.defect == "the resigned play on")
}

func (st sealedState) Expire(s engine.Seat) []engine.Move {
	if st.game.defect == "clock stands still" {
		return nil
	}
	return []engine.Move{{Seat: s, By: engine.ByClock, Body: layBody(st.hands[s][0])}}
}

type sealedView struct {
	Piles [][]string `json:"piles"`
	Laid  string     `json:"laid"`
	Hand  []string   `json:"hand"`
	Hint  string     `json:"hint"`
}

// oneWay can be written as JSON but not read.
type oneWay int

func (n oneWay) MarshalText() ([]byte, error) { return []byte(fmt.Sprint("number ", int(n))), nil }

func (st sealedState) View(s engine.Seat) any {
	v := sealedView{Piles: st.piles}
	if s >= 0 && int(s) < len(st.hands) {
		v.Hand, v.Laid = st.hands[s], st.laid[s]
	}
	switch st.game.defect {
	case "view tells the next card":
		v.Hint = st.deck[st.next]
	case "view hints":
		if st.deck[st.next] > "K08" {
			v.Hint = "high"
		}
	case "view tells what was laid":
		v.Hint = st.laid[0]
	case "view does not come back":
		return struct{ Score oneWay }{oneWay(len(st.piles[0]))}
	}
	return v
}

func (st sealedState) Options() json.RawMessage {
	if st.game.defect == "options of another game" {
		return json.RawMessage(`{"cards":4}`)
	}
	return json.RawMessage("{}")
}

func (st sealedState) Dealt() any { return st.deck }

func (st sealedState) Result() (engine.Result, bool) {
	if !st.over() {
		return engine.Result{}, false
	}
	r := engine.Result{Reason: "points", Winners: []engine.Seat{}}
	points := make([]string, len(st.hands))
	for s := range points {
		if points[s] = "1" + fmt.Sprint(st.piles[s]); st.gone[engine.Seat(s)] && st.game.defect != "may win after resigning" {
			points[s] = "0"
		}
	}
	r.Scores, _ = json.Marshal(points)
	for s, p := range points {
		place := 1
		for _, q := range points {
			if q > p && !st.void {
				place++
			}
		}
		if r.Places = append(r.Places, place); place == 1 && !st.void {
			r.Winners = append(r.Winners, engine.Seat(s))
		}
	}
	if st.void {
		r.Reason = engine.Aborted
	}
	if st.game.defect == "places skip" {
		r.Places[0]++
	}
	return r, true
}

// sealedRedeal shuffles the cards that the viewer has not seen: the draw pile and the hands of
// others. A card laid face down stays, since the moves name it.
func sealedRedeal(from engine.State, moves []engine.Move, viewer engine.Seat, r *rand.Rand) engine.State {
	st := from.(sealedState)
	now := engine.State(st)
	for _, m := range moves {
		next, _, err := engine.Make(now, m)
		if err != nil {
			return nil
		}
		now = next
	}
	end := now.(sealedState)
	unseen := slices.Clone(end.deck[end.next:])
	for s, hand := range end.hands {
		for _, card := range hand {
			if seat := engine.Seat(s); seat != viewer && card != end.laid[seat] {
				unseen = append(unseen, card)
			}
		}
	}
	deck := slices.Clone(st.deck)
	var at []int
	for i, card := range deck {
		if slices.Contains(unseen, card) {
			at = append(at, i)
		}
	}
	r.Shuffle(len(at), func(i, j int) { deck[at[i]], deck[at[j]] = deck[at[j]], deck[at[i]] })
	return st.game.deal(deck, len(st.hands))
}
