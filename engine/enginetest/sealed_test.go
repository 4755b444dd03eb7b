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
		Clock: engine.Clock{Move: time.Second}, House: []engine.Opponent{{Level: "first", Name: "alpha", Temper: engine.Temper{Least: apart, Most: patience}}}, Windows: g.defect != "windows untold"}
	first := &info.House[0]
	switch g.defect {
	case "no title":
		info.Title = ""
	case "a name of blanks":
		info.Name = "sealed cards"
	case "seats for nobody":
		info.MinSeats = 0
	case "most are fewer":
		info.MaxSeats = 1
	case "no time":
		info.Clock.Move = 0
	case "a bank of debts":
		info.Clock.Bank = -1
	case "no house":
		info.House = nil
	case "a long name":
		first.Name = "alphabe"
	case "a level in capitals":
		first.Level = "First"
	case "two of a name":
		info.House = append(info.House, engine.Opponent{Level: "second", Name: "alpha", Temper: first.Temper})
	case "two of a level":
		info.House = append(info.House, engine.Opponent{Level: "first", Name: "beta", Temper: first.Temper})
	case "answers too soon":
		first.Temper.Least--
	case "answers too late":
		first.Temper.Most++
	case "answers before it may":
		first.Temper = engine.Temper{Least: patience, Most: apart}
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
	few, options := from.Seats != 2 && from.Seats != 3, len(from.Options) > 0 && string(from.Options) != "{}"
	if few && (g.defect != "any seats" || from.Seats < 0) || options && g.defect != "any options" {
		return nil, fmt.Errorf("no such game")
	}
	var deck []string
	for i := range 18 {
		deck = append(deck, fmt.Sprintf("K%02d", i))
	}
	if g.defect == "one deal" {
		from.Seed = engine.Seed{}
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

func (g sealed) House(level string, seed uint64) (engine.Player, error) {
	if level != "first" && g.defect != "any level" {
		return nil, fmt.Errorf("no such level")
	}
	return &sealedPlayer{g.defect, engine.Seat(seed)}, nil
}

// sealedPlayer plays for the seat whose number is its seed.
type sealedPlayer struct {
	defect string
	seat   engine.Seat
}

func (p *sealedPlayer) Choose(ctx context.Context, s engine.Sight) (json.RawMessage, error) {
	var v sealedView
	switch err := json.Unmarshal(s.View, &v); {
	case err != nil || s.Seat != p.seat || s.Seats != len(v.Piles) || string(s.Legal[0]) != string(layBody(v.Hand[0])) || len(s.Log)%s.Seats != 0:
		return nil, fmt.Errorf("this is no sight of seat %d: %+v, %w", p.seat, s, err)
	case p.defect == "house plays at random":
		return s.Legal[rand.IntN(len(s.Legal))], nil
	case p.defect == "house cheats":
		return layBody("K99"), nil
	case p.defect == "house needs time" && ctx.Err() != nil:
		return nil, ctx.Err()
	case p.defect == "house has always time" && ctx.Err() == nil:
		return nil, sealedRefusal("BUSY")
	case p.defect == "house resigns":
		return engine.Resign, nil
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
			prompts = append(prompts, engine.Prompt{Seat: engine.Seat(s), Question: st.round, Budget: time.Second, Minimum: time.Second, Bank: st.game.defect == "a sealed bank"})
		}
	}
	stranger := engine.Prompt{Seat: engine.Seat(len(st.hands)), Budget: time.Second}
	switch d := st.game.defect; {
	case d == "asks when it is over" && st.over():
		return []engine.Prompt{stranger}
	case len(prompts) == 0:
	case d == "prompts out of order":
		slices.Reverse(prompts)
	case d == "asks twice":
		prompts = append(prompts, prompts[len(prompts)-1])
	case d == "asks a stranger":
		prompts = append(prompts, stranger)
	case d == "no budget":
		prompts[0].Budget, prompts[0].Minimum = 0, 0
	case d == "a minimum of debts":
		prompts[0].Minimum = -1
	case d == "a minimum beyond the budget":
		prompts[0].Minimum++
	case d == "asks nobody" && st.round > 0:
		return nil
	}
	return prompts
}

func (st sealedState) Legal(s engine.Seat) []json.RawMessage {
	switch d := st.game.defect; {
	case d == "spectators may lay" && s == engine.Spectator, d == "the last word is never said" && st.over():
		return []json.RawMessage{layBody("K00")}
	case d == "asks who may do nothing" && s == 1:
		return nil
	}
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
	case string(m.Body) == string(engine.Abort) && m.By != engine.ByPlayer && st.game.defect != "abort is refused":
		if st.game.defect == "abort is untold" {
			st.void = true
			return st, nil, nil
		}
		st.void, st.laid = st.game.defect != "abort does nothing", nil
		return st, []engine.Ply{{Move: m}}, nil
	case st.game.defect == "no codes":
		return nil, nil, fmt.Errorf("no")
	case st.game.defect == "nobody may resign" && string(m.Body) == string(engine.Resign):
		return nil, nil, sealedRefusal("STAY")
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
		switch st.game.defect {
		case "accepts the illegal":
			return st, nil, nil
		case "refused and told":
			return nil, []engine.Ply{{Move: m}}, sealedRefusal(code)
		case "no sentence":
			return nil, nil, &engine.Illegal{Reason: code}
		case "no reason":
			return nil, nil, &engine.Illegal{Message: "That cannot be done."}
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
	if st.game.defect == "kept back in one order" && m.Seat == 0 && len(st.laid) > 1 {
		return st, []engine.Ply{{Move: m}}, nil
	}
	return st, nil, nil
}

// Release shows the cards once all remaining players have laid one. Cards that lie face down
// when a resignation ends the game are lost.
func (st sealedState) Release() (engine.State, []engine.Ply) {
	if !engine.Ripe(st) {
		if st.game.defect == "releases early" && len(st.laid) > 0 {
			return st, []engine.Ply{{Move: engine.Move{By: engine.ByPlayer, Body: layBody(st.deck[0])}}}
		}
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
	newest := &plies[len(plies)-1]
	newest.Dice = []int{1, 6}
	own := &newest.Effects[len(newest.Effects)-1]
	switch st.game.defect {
	case "log loses a ply":
		plies = plies[1:]
	case "a ply of nobody":
		newest.Move.Seat = engine.Spectator - 1
	case "a ply of a stranger":
		newest.Move.Seat = engine.Seat(len(st.hands))
	case "a ply in no form":
		newest.Move.Body = append(slices.Clip(newest.Move.Body), ' ')
	case "no eyes":
		newest.Dice = []int{0}
	case "seven eyes":
		newest.Dice = []int{7}
	case "an effect for spectators":
		own.Private[engine.Spectator] = own.Public
	case "an effect for a stranger":
		own.Private[engine.Seat(len(st.hands))] = own.Public
	case "an own effect without type":
		for s := range own.Private {
			own.Private[s] = json.RawMessage(`{"type":""}`)
		}
	case "tells by chance":
		newest.Effects[0].Public = json.RawMessage(fmt.Sprintf(`{"type":"laid","by":%d}`, rand.Int()))
	case "stays ripe":
		next := st
		next.laid = map[engine.Seat]string{}
		for s := range st.hands {
			next.laid[engine.Seat(s)] = st.hands[s][0]
		}
		st = next
	}
	if st.game.defect == "never ends" {
		st.round = 0
		st.next = len(st.hands) * sealedHand
	}
	return st, plies
}

func (st sealedState) Plays(s engine.Seat) bool {
	switch d := st.game.defect; {
	case d == "spectators play" && s == engine.Spectator, d == "plays when it is over" && s == 0:
		return true
	case d == "the absent may lay" && s == 0:
		return false
	}
	return s >= 0 && int(s) < len(st.hands) && !st.over() && (!st.gone[s] || st.game.defect == "the resigned play on")
}

func (st sealedState) Expire(s engine.Seat) []engine.Move {
	switch st.game.defect {
	case "clock stands still":
		return nil
	case "clock is a player":
		return []engine.Move{{Seat: s, By: engine.ByPlayer, Body: layBody(st.hands[s][0])}}
	case "clock breaks the rules":
		return []engine.Move{{Seat: s, By: engine.ByClock, Body: layBody("K99")}}
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
	switch st.game.defect {
	case "options of another game":
		return json.RawMessage(`{"cards":4}`)
	case "options of nothing":
		return json.RawMessage(`null`)
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
	switch d := st.game.defect; {
	case d == "places skip":
		r.Places[0]++
	case d == "ends for no reason":
		r.Reason = ""
	case d == "winners of nothing" && st.void:
		r.Winners = nil
	case d == "a place for a stranger":
		r.Places = append(r.Places, len(r.Places)+1)
	case d == "a score for a stranger":
		r.Scores, _ = json.Marshal(append(points, "0"))
	case d == "one score for all":
		r.Scores = json.RawMessage(`7`)
	case d == "all win":
		r.Winners = []engine.Seat{0, 1}
	case d == "void and won" && st.void:
		r.Winners = []engine.Seat{0}
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

// spoken is the game with all that it might be asked for besides: it completes moves, and says why others are refused.
type spoken struct{ sealed }

// Complete implements engine.Completer.
func (g spoken) Complete(view json.RawMessage, _ engine.Seat, entry json.RawMessage, _ *rand.Rand) (json.RawMessage, error) {
	var v sealedView
	if err := json.Unmarshal(view, &v); err != nil && g.defect != "completes without a view" {
		return nil, err
	}
	switch g.defect {
	case "completes to what is refused":
		return layBody("K99"), nil
	case "completes to no form":
		return append(slices.Clip(entry), ' '), nil
	}
	return entry, nil
}

// Why implements engine.Explainer.
func (g spoken) Why(s engine.Sight, _ string) (string, error) {
	var v sealedView
	if err := json.Unmarshal(s.View, &v); err != nil {
		return "", err
	}
	stay := s.Seats
	for _, line := range s.Log {
		if string(line.Move) == string(engine.Resign) {
			stay--
		}
	}
	switch over := stay < 2 || len(s.Log) >= sealedRounds*s.Seats; {
	case g.defect == "gives no reason":
		return "", nil
	case g.defect == "gives a reason always":
		return "NOT_ASKED", nil
	case g.defect == "gives another reason" && len(s.Legal) == 0:
		return "UNKNOWN", nil
	case len(s.Legal) > 0:
		return "", nil
	case over:
		return "OVER", nil
	}
	return "NOT_ASKED", nil
}
