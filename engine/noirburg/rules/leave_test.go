package rules

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"noir/engine"
)

// quit lets a seat resign.
func quit(t *testing.T, p *Position, seat engine.Seat) (*Position, engine.Ply) {
	t.Helper()
	next, plies := do(t, p, seat, engine.Resign)
	for _, check := range []error{next.checkMoney(), next.checkCards(), next.checkCourse()} {
		if check != nil {
			t.Error(check)
		}
	}
	return next, plies[0]
}

// TestResignTold: money goes to the bank, cards to the discard pile, the Hideout into the box,
// and there is no trophy and no countdown.
func TestResignTold(t *testing.T) {
	p, ply := quit(t, armed(t), 1)
	wantTold(t, ply, 0,
		`{"type":"paid","from":1,"to":"bank","amount":3}`,
		`{"type":"moved","card":"POLICE.0","seat":1,"from":"hand","to":"discard","to_seat":1}`,
		`{"type":"moved","card":"DRIVEBY.0","seat":1,"from":"hand","to":"discard","to_seat":1}`,
		`{"type":"moved","card":"G2.0","seat":1,"from":"hideout","to":"discard","to_seat":1}`,
		`{"type":"moved","card":"G1.1","seat":1,"from":"B3.0","to":"discard","to_seat":1}`,
		`{"type":"moved","card":"B2.0","seat":1,"from":"table","to":"discard","to_seat":1}`,
		`{"type":"moved","card":"B3.0","seat":1,"from":"hideout","to":"discard","to_seat":1}`,
		`{"type":"moved","card":"HIDEOUT.1","seat":1,"from":"table","to":"box","to_seat":1}`)
	refused(t, p, 1, engine.Resign, OutOfGame)
	if p.Active != 0 || p.Phase != Attacking {
		t.Errorf("seat %d has the turn, in phase %d", p.Active, p.Phase)
	}
}

// TestResignInWindows: windows that became pointless close.
func TestResignInWindows(t *testing.T) {
	attacked, _ := do(t, armed(t), 0, Attack([]Card{card(t, "G3.0")}, 1, At(card(t, "B3.0"))))
	shot, _ := do(t, attacked, 2, PlayDriveby([]Card{card(t, "DRIVEBY.1")}, 1, At(card(t, "B3.0"))))
	stopped, _ := do(t, attacked, 1, Stop(card(t, "POLICE.0")))
	ended, _ := do(t, armed(t), 0, EndTurn())
	ended, _ = do(t, ended, 2, Pass())
	answered, _ := do(t, attacked, 2, Pass())
	answered, _ = do(t, answered, 0, Pass())
	for _, c := range []struct {
		name   string
		from   *Position
		seat   engine.Seat
		depth  int
		active engine.Seat
		passes []engine.Seat
	}{
		{"the attacker", attacked, 0, 0, 1, nil},
		{"the attacked", attacked, 1, 0, 0, nil},
		{"a third", attacked, 2, 1, 0, nil},
		{"the attacker under fire", shot, 0, 0, 1, nil},
		{"the target", shot, 1, 0, 0, nil},
		{"who shoots", shot, 2, 2, 0, nil},
		{"who called Police on their own behalf", stopped, 1, 0, 0, nil},
		{"a third, with Police there", stopped, 2, 2, 0, nil},
		{"whose turn ends", ended, 0, 0, 1, nil},
		{"the next", ended, 1, 1, 0, []engine.Seat{2}},
		{"a player who has passed", answered, 2, 1, 0, []engine.Seat{0}},
		{"the attacker, who has passed", answered, 0, 0, 1, nil},
	} {
		p, _ := quit(t, c.from, c.seat)
		if p.Depth != c.depth || p.Active != c.active {
			t.Errorf("%s resigns: %d windows, seat %d has the turn", c.name, p.Depth, p.Active)
		}
		var passed []engine.Seat
		for _, a := range p.passes {
			passed = append(passed, a.seat)
		}
		if !slices.Equal(passed, c.passes) {
			t.Errorf("%s resigns: the passes of %v are kept, want %v", c.name, passed, c.passes)
		}
	}
}

// TestResignLeavesPassesAlone: when a seat resigns that the window does not concern, seats that
// have passed are not asked again. The window closes once all others have passed: at once if
// nobody is left to answer, by a release otherwise.
func TestResignLeavesPassesAlone(t *testing.T) {
	p, _ := do(t, armed(t), 0, Attack([]Card{card(t, "G3.0")}, 1, At(card(t, "B3.0"))))
	question := p.Questions
	p, _ = do(t, p, 0, Pass())
	p, _ = do(t, p, 1, Pass())
	p, _ = do(t, p, 3, Pass())
	p, ply := quit(t, p, 2)
	if !engine.Ripe(p) || p.Questions != question || p.Passed(2) {
		t.Fatalf("ripe: %t, question %d after %d; the passes are %v", engine.Ripe(p), p.Questions, question, p.passes)
	}
	for _, e := range ply.Effects {
		if strings.Contains(string(e.Public), TypeWindow) {
			t.Errorf("the resignation tells %s", e.Public)
		}
	}
	next, plies := p.Release()
	if len(plies) != 3 || next.(*Position).Depth != 0 {
		t.Errorf("then %d plies, and %d windows are open", len(plies), next.(*Position).Depth)
	}
}

func TestResignInSetUp(t *testing.T) {
	p := dealt(t, 4, 1).(*Position)
	first := p.Active
	p, _ = quit(t, p, first)
	if p.Active != (first+1)%4 || p.Turn != 0 {
		t.Fatalf("seat %d swaps in turn %d", p.Active, p.Turn)
	}
	question := p.Prompts()[0].Question
	p, _ = quit(t, p, (first+3)%4)
	if p.Prompts()[0].Question != question {
		t.Error("somebody else resigns, and who swaps is asked anew")
	}
	p, _ = do(t, p, p.Active, Mulligan())
	p, _ = do(t, p, p.Active, Mulligan())
	if p.Active != (first+1)%4 || p.Turn != 1 || p.Round != 1 {
		t.Errorf("seat %d has turn %d of round %d", p.Active, p.Turn, p.Round)
	}
}

// TestResignedLast: the last to resign is placed before the first, and the survivor wins.
func TestResignedLast(t *testing.T) {
	p := armed(t)
	p.Countdown = EndCount{On: true, Holder: 2, Left: 3}
	p, _ = quit(t, p, 2)
	if p.Countdown.Holder != 1 {
		t.Errorf("the countdown goes to seat %d", p.Countdown.Holder)
	}
	p, _ = quit(t, p, 0)
	p, ply := quit(t, p, 1)
	r, over := p.Result()
	if !over || r.Reason != LastStanding || !slices.Equal(r.Places, []int{3, 2, 4, 1}) || !slices.Equal(r.Winners, []engine.Seat{3}) {
		t.Errorf("%+v after %+v", r, ply.Move)
	}
	if want := `[{"trophies":0,"cards":0,"money":0,"total":0,"businesses":0}`; string(r.Scores[:len(want)]) != want {
		t.Errorf("scores %s", r.Scores)
	}
}

// final is a game that ends with the present turn: seats 0 to 3 have 9, 14, 6 and 4 points by
// then.
func final(t *testing.T) *Position {
	p := table(t, nil,
		vectorPlayer{Money: 6}, vectorPlayer{Money: 7, Top: "B4.0", Businesses: map[string][]string{"B4.0": {}}},
		vectorPlayer{Money: 3}, vectorPlayer{Money: 1})
	p.Countdown = EndCount{On: true, Holder: 0, Left: 1}
	return p
}

// TestPlaces: living seats are placed by their count, and a seat whose bot played to the end
// last, whoever has won.
func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		name    string
		bots    []engine.Seat
		places  []int
		winners []engine.Seat
	}{
		{"all there", nil, []int{2, 1, 3, 4}, []engine.Seat{1}},
		{"a loser away", []engine.Seat{0}, []int{4, 1, 2, 3}, []engine.Seat{1}},
		{"the winner away", []engine.Seat{1}, []int{1, 4, 2, 3}, []engine.Seat{0}},
		{"two away", []engine.Seat{1, 0}, []int{4, 3, 1, 2}, []engine.Seat{2}},
		{"all away", []engine.Seat{0, 1, 2, 3}, []int{3 - 1, 1, 3, 4}, []engine.Seat{1}},
	} {
		p := final(t)
		for _, seat := range c.bots {
			p.Bots.set(seat, true)
		}
		by := engine.ByPlayer
		if slices.Contains(c.bots, 0) {
			by = engine.ByBot
		}
		next, _, err := p.Apply(engine.Move{Seat: 0, By: by, Body: EndTurn()})
		if err != nil {
			t.Fatal(err)
		}
		r, _ := next.Result()
		if r.Reason != Counted || !slices.Equal(r.Places, c.places) || !slices.Equal(r.Winners, c.winners) {
			t.Errorf("%s: %+v, want %v and %v", c.name, r, c.places, c.winners)
		}
	}
}

// TestWinnerIsNotTheRichest: the winners by the rules win, though others count for more, as
// long as one of them is there.
func TestWinnerIsNotTheRichest(t *testing.T) {
	for _, c := range []struct {
		away    []engine.Seat
		winners []engine.Seat
		places  []int
	}{
		{nil, []engine.Seat{0, 3}, []int{1, 3, 4, 1}},
		{[]engine.Seat{0}, []engine.Seat{3}, []int{4, 2, 3, 1}},
		{[]engine.Seat{0, 3}, []engine.Seat{1}, []int{3, 1, 2, 4}},
	} {
		p := final(t)
		for _, seat := range c.away {
			p.Bots.set(seat, true)
		}
		end := Change{Position: *p}
		end.end(Money, 0, 3)
		r, _ := end.Result()
		if !slices.Equal(r.Winners, c.winners) || !slices.Equal(r.Places, c.places) {
			t.Errorf("with %v away: %+v, want %v and %v", c.away, r, c.winners, c.places)
		}
	}
}

// TestTheLastOneLeftIsAway: if the only seat left is one whose bot played to the end, the last
// of the eliminated wins, and the reason stays that of the rules.
func TestTheLastOneLeftIsAway(t *testing.T) {
	p := final(t)
	p.Bots.set(1, true)
	for seat, m := range map[engine.Seat]Family{0: {Out: 2}, 2: {Out: 1}, 3: {Out: 3, Resigned: true}} {
		*p.Of(seat) = m
	}
	end := Change{Position: *p}
	end.end(LastStanding, 1)
	r, _ := end.Result()
	if r.Reason != LastStanding || !slices.Equal(r.Winners, []engine.Seat{0}) || !slices.Equal(r.Places, []int{1, 3, 2, 4}) {
		t.Errorf("%+v", r)
	}
}

// TestPersonReturns: a seat that moves itself again no longer counts as away.
func TestPersonReturns(t *testing.T) {
	var st engine.State = final(t)
	for _, by := range []engine.By{engine.ByBot, engine.ByPlayer} {
		next, _, err := st.Apply(engine.Move{Seat: 0, By: by, Body: Draw(1)})
		if err != nil {
			t.Fatal(err)
		}
		if away := next.(*Position).Bots.Has(0); away != (by == engine.ByBot) {
			t.Errorf("a move by %s leaves away at %t", by, away)
		}
	}
}

func TestSharedVictory(t *testing.T) {
	p := final(t)
	p.Of(2).Money, p.Of(3).Money = 7, 7
	p.Of(1).Money, p.Of(0).Money = 0, 0
	p.Bank -= 14 - 4 - 13
	p, _ = do(t, p, 0, EndTurn())
	r, _ := p.Result()
	if !slices.Equal(r.Places, []int{4, 3, 1, 1}) || !slices.Equal(r.Winners, []engine.Seat{2, 3}) {
		t.Errorf("%+v", r)
	}
	const scores = `[{"trophies":0,"cards":3,"money":0,"total":3,"businesses":0},{"trophies":0,"cards":7,"money":0,"total":7,"businesses":4},` +
		`{"trophies":0,"cards":3,"money":7,"total":10,"businesses":0},{"trophies":0,"cards":3,"money":7,"total":10,"businesses":0}]`
	if string(r.Scores) != scores {
		t.Errorf("scores %s", r.Scores)
	}
}

// TestRoundCap: the countdown starts for the seat that begins round 41, and the end of its next
// turn takes the first token.
func TestRoundCap(t *testing.T) {
	p := final(t)
	p.Countdown, p.Active, p.Round = EndCount{}, 3, roundCap
	p, _ = do(t, p, 3, EndTurn())
	if want := (EndCount{On: true, Holder: 0, Left: Tokens, Skip: p.Turn}); p.Countdown != want || p.Round != roundCap+1 {
		t.Errorf("in round %d the countdown is %+v", p.Round, p.Countdown)
	}
	p, _ = do(t, p, 0, EndTurn())
	if p.Countdown.Left != Tokens {
		t.Errorf("%d tokens after the turn that began the countdown", p.Countdown.Left)
	}
}

// TestRoundsWithoutTheStarter: rounds go on counting when the starter is out.
func TestRoundsWithoutTheStarter(t *testing.T) {
	p := final(t)
	p.Countdown = EndCount{}
	p, _ = quit(t, p, 0)
	for _, want := range []struct {
		seat  engine.Seat
		round int
	}{{1, 2}, {2, 2}, {3, 2}, {1, 3}} {
		if p.Active != want.seat || p.Round != want.round {
			t.Errorf("seat %d in round %d, want %+v", p.Active, p.Round, want)
		}
		p, _ = do(t, p, p.Active, EndTurn())
	}
}

// TestExpire: the clock passes in a window, arranges what must be arranged on the seat's own
// turn, and swaps nothing in set-up.
func TestExpire(t *testing.T) {
	wantExpire := func(p *Position, seat engine.Seat, want ...string) {
		t.Helper()
		var bodies []string
		for _, m := range p.Expire(seat) {
			if m.By != engine.ByClock || m.Seat != seat {
				t.Errorf("%+v", m)
			}
			bodies = append(bodies, string(m.Body))
		}
		if !slices.Equal(bodies, want) {
			t.Errorf("the clock of seat %d makes %v, want %v", seat, bodies, want)
		}
	}
	fresh := dealt(t, 3, 1).(*Position)
	wantExpire(fresh, fresh.Active, `{"type":"mulligan","cards":[]}`)
	wantExpire(fresh, fresh.Next(fresh.Active))

	p := armed(t)
	wantExpire(p, 0, `{"type":"end_turn"}`)
	wantExpire(p, 1)
	p.Phase = Arranging
	p.Of(0).Hidden = SetOf(card(t, "G3.4"), card(t, "G2.8"), card(t, "G1.9"))
	wantExpire(p, 0,
		`{"type":"arrange","places":{"G1.0":"hideout","G1.9":"B4.0","G2.8":"hideout","G3.0":"B4.0","G3.4":null}}`,
		`{"type":"end_turn"}`)

	ended, _ := do(t, armed(t), 0, EndTurn())
	wantExpire(ended, 2, `{"type":"pass"}`)
	wantExpire(ended, 0)
	passed, _ := do(t, ended, 2, Pass())
	wantExpire(passed, 2)
}

// TestMakers: each maker may make only its own moves.
func TestMakers(t *testing.T) {
	p := armed(t)
	for _, c := range []struct {
		by   engine.By
		seat engine.Seat
		body json.RawMessage
		ok   bool
	}{
		{engine.ByBot, 0, EndTurn(), true},
		{engine.ByClock, 0, EndTurn(), true},
		{engine.ByServer, 0, EndTurn(), false},
		{engine.ByClock, 0, Draw(1), false},
		{engine.ByBot, 0, Draw(1), true},
		{engine.ByBot, 0, engine.Resign, false},
		{engine.ByClock, 0, engine.Timeout, false},
		{engine.ByClock, engine.Spectator, engine.Abort, false},
		{engine.ByServer, 0, engine.Abort, false},
		{engine.ByServer, engine.Spectator, engine.Abort, true},
	} {
		_, _, err := p.Apply(engine.Move{Seat: c.seat, By: c.by, Body: c.body})
		if (err == nil) != c.ok {
			t.Errorf("%s by %s: %v", c.body, c.by, err)
		}
	}
}
