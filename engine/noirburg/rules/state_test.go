package rules

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"noir/engine"
)

// table sets up the attack phase of seat 0 in its second turn. Possessions are written as in
// the vectors; the bank and the box have the rest.
func table(t *testing.T, dice []int, players ...vectorPlayer) *Position {
	t.Helper()
	s := vectorState{Turn: len(players) + 1, Phase: "C", Bank: Treasury(len(players)), Players: players}
	for i := range players {
		players[i].Alive = true
		s.Bank -= players[i].Money
	}
	for i := len(players); i < Hideouts; i++ {
		s.Box = append(s.Box, HideoutOf(i).String())
	}
	return s.position(t, dice, "")
}

// armed is a table of four: seat 0 attacks best, seat 1 is worth attacking, and each of the
// reaction cards is in a hand.
func armed(t *testing.T, dice ...int) *Position {
	return table(t, dice,
		vectorPlayer{Money: 3, Hand: []string{"BRIBE.0", "B1.5"}, Top: "B4.0", Businesses: map[string][]string{"B4.0": {"G3.0"}}, OnHideout: []string{"G1.0"}},
		vectorPlayer{Money: 3, Hand: []string{"POLICE.0", "DRIVEBY.0"}, Top: "B3.0", Businesses: map[string][]string{"B3.0": {"G1.1"}, "B2.0": {}}, OnHideout: []string{"G2.0"}},
		vectorPlayer{Money: 3, Hand: []string{"DRIVEBY.1", "TURNCOAT.0"}},
		vectorPlayer{Money: 3, Hand: []string{"POKER.0", "G2.5"}},
	)
}

func card(t *testing.T, id string) Card {
	t.Helper()
	return parse(t, []string{id})[0]
}

// do makes a move that must be legal and returns its plies.
func do(t *testing.T, p *Position, seat engine.Seat, body json.RawMessage) (*Position, []engine.Ply) {
	t.Helper()
	next, plies, err := p.Apply(engine.Move{Seat: seat, By: engine.ByPlayer, Body: body})
	if err != nil {
		t.Fatalf("%s of seat %d: %v", body, seat, err)
	}
	return next.(*Position), plies
}

// refused checks that a move is refused with a code.
func refused(t *testing.T, p *Position, seat engine.Seat, body json.RawMessage, code string) {
	t.Helper()
	_, _, err := p.Apply(engine.Move{Seat: seat, By: engine.ByPlayer, Body: body})
	var illegal *engine.Illegal
	if !errors.As(err, &illegal) || illegal.Reason != code {
		t.Errorf("%s of seat %d: %v, want %s", body, seat, err, code)
	}
}

// release releases a position that must be ripe.
func release(t *testing.T, p *Position) (*Position, []engine.Ply) {
	t.Helper()
	if !engine.Ripe(p) {
		t.Fatalf("not ripe: %+v", p.Prompts())
	}
	next, plies := p.Release()
	return next.(*Position), plies
}

// wantAsked checks who is asked.
func wantAsked(t *testing.T, p *Position, seats ...engine.Seat) {
	t.Helper()
	var asked []engine.Seat
	for _, prompt := range p.Prompts() {
		asked = append(asked, prompt.Seat)
	}
	if !slices.Equal(asked, seats) {
		t.Errorf("asked %v, want %v", asked, seats)
	}
}

// wantTold checks the effects of a ply as a viewer sees them, and that they can be decoded.
func wantTold(t *testing.T, ply engine.Ply, viewer engine.Seat, want ...string) {
	t.Helper()
	var told []string
	for _, e := range ply.Line(1, viewer, 0).Effects {
		told = append(told, string(e))
		read, err := ReadEffect(e)
		if err != nil {
			t.Fatal(err)
		}
		if again := string(encode(read)); again != string(e) {
			t.Errorf("%s is read as %s", e, again)
		}
	}
	if !slices.Equal(told, want) {
		t.Errorf("seat %d is told\n%s\nwant\n%s", viewer, strings.Join(told, "\n"), strings.Join(want, "\n"))
	}
}

func TestReadEffectRefuses(t *testing.T) {
	for _, text := range []string{`{`, `{}`, `{"type":"sung"}`, `{"type":"turn","turn":"2"}`, `{"type":"paid","from":"nobody"}`, `{"type":"paid","from":-3}`} {
		if e, err := ReadEffect(json.RawMessage(text)); err == nil {
			t.Errorf("%s is %v", text, e)
		}
	}
}

func TestViewShape(t *testing.T) {
	p := armed(t)
	const seats = `"seats":[` +
		`{"alive":true,"money":3,"hand":2,"hideout":{"under":"B4.0","gangsters":["G1.0"]},"businesses":{"B4.0":["G3.0"]},"hidden":[],"trophies":[]},` +
		`{"alive":true,"money":3,"hand":2,"hideout":{"under":"B3.0","gangsters":["G2.0"]},"businesses":{"B2.0":[],"B3.0":["G1.1"]},"hidden":[],"trophies":[]},` +
		`{"alive":true,"money":3,"hand":2,"hideout":{"under":null,"gangsters":[]},"businesses":{},"hidden":[],"trophies":[]},` +
		`{"alive":true,"money":3,"hand":2,"hideout":{"under":null,"gangsters":[]},"businesses":{},"hidden":[],"trophies":[]}]`
	const table = `{"phase":"attack","turn":5,"round":2,"active":0,"bank":48,"pot":0,"money_win":true,"countdown":null,` +
		`"deck":68,"discard":[],"box":["HIDEOUT.4","HIDEOUT.5"],"window":null,` + seats
	for seat, hand := range map[engine.Seat]string{
		engine.Spectator: ``, 4: ``, 0: `,"hand":["B1.5","BRIBE.0"]`, 3: `,"hand":["G2.5","POKER.0"]`,
	} {
		if got, want := string(encode(p.View(seat))), table+hand+"}"; got != want {
			t.Errorf("seat %d sees\n%s\nwant\n%s", seat, got, want)
		}
	}
}

func TestWindowShape(t *testing.T) {
	b3, g3 := At(card(t, "B3.0")), card(t, "G3.0")
	attacked, _ := do(t, armed(t), 0, Attack([]Card{g3}, 1, b3))
	const attack = `{"kind":"attack","by":0,"place":"B3.0","gangsters":["G3.0"],"may_pass":%s,"seat":1}`
	wantWindow(t, attacked, 2, strings.ReplaceAll(attack, "%s", "true"))
	wantWindow(t, attacked, engine.Spectator, strings.ReplaceAll(attack, "%s", "false"))
	stopped, _ := do(t, attacked, 1, Stop(card(t, "POLICE.0")))
	wantWindow(t, stopped, 1, `{"kind":"police","by":1,"cards":["POLICE.0"],"use":"stop","may_pass":false,"outer":`+strings.ReplaceAll(attack, "%s", "false")+`}`)
	wantWindow(t, stopped, 0, `{"kind":"police","by":1,"cards":["POLICE.0"],"use":"stop","may_pass":true,"outer":`+strings.ReplaceAll(attack, "%s", "false")+`}`)
	shot, _ := do(t, armed(t), 2, PlayDriveby([]Card{card(t, "DRIVEBY.1")}, 1, At(card(t, "B2.0"))))
	wantWindow(t, shot, 3, `{"kind":"driveby","by":2,"place":"B2.0","cards":["DRIVEBY.1"],"may_pass":true,"seat":1}`)
	ended, _ := do(t, armed(t), 0, EndTurn())
	wantWindow(t, ended, 0, `{"kind":"end_turn","by":0,"may_pass":false}`)
}

func wantWindow(t *testing.T, p *Position, viewer engine.Seat, want string) {
	t.Helper()
	w := p.View(viewer).(View).Window
	text := encode(w)
	if string(text) != want {
		t.Errorf("seat %d sees\n%s\nwant\n%s", viewer, text, want)
	}
	var read *Window
	if err := json.Unmarshal(text, &read); err != nil || string(encode(read)) != want {
		t.Errorf("%s is read as %s (%v)", text, encode(read), err)
	}
}

func TestCountdownShape(t *testing.T) {
	p := armed(t)
	p.Countdown = EndCount{On: true, Holder: 0, Left: 4, Skip: p.Turn}
	if got := string(encode(p.View(0).(View).Countdown)); got != `{"holder":0,"left":4,"waits":true}` {
		t.Error(got)
	}
}

// TestWhoStaysIsNotToldOf: an arrangement tells only of those who move.
func TestWhoStaysIsNotToldOf(t *testing.T) {
	p := armed(t)
	p.Phase = Arranging
	p.Of(0).Hidden = SetOf(card(t, "G3.4"))
	_, plies := do(t, p, 0, Arrange(map[Card]Place{card(t, "G3.0"): At(card(t, "B4.0")), card(t, "G1.0"): OnHideout, card(t, "G3.4"): 0}))
	wantTold(t, plies[0], 1, `{"type":"moved","card":"G3.4","seat":0,"from":"hidden","to":"discard","to_seat":0}`)
}

// TestPhases walks through a turn: the view names the earliest phase that is open.
func TestPhases(t *testing.T) {
	p := armed(t)
	p.Phase = Arranging
	phase := func(want string) {
		t.Helper()
		if got := p.View(0).(View).Phase; got != want {
			t.Errorf("phase %s, want %s", got, want)
		}
	}
	phase(PhaseMove)
	p, _ = do(t, p, 0, Arrange(map[Card]Place{card(t, "G3.0"): OnHideout, card(t, "G1.0"): At(card(t, "B4.0"))}))
	phase(PhaseAttack)
	refused(t, p, 0, Arrange(map[Card]Place{}), AlreadyArranged)
	p, _ = do(t, p, 0, OpenBusiness(card(t, "B1.5"), false))
	phase(PhaseOpen)
	refused(t, p, 0, Arrange(map[Card]Place{}), PhaseAlreadyPassed)
	p, _ = do(t, p, 0, MoveHideout(card(t, "B1.5")))
	phase(PhaseDiscard)
	p, _ = do(t, p, 0, Discard(card(t, "BRIBE.0")))
	phase(PhaseDraw)
	p, _ = do(t, p, 0, Draw(2))
	phase(PhaseDraw)
	p, _ = do(t, p, 0, EndTurn())
	phase(PhaseDraw)
	p, _ = do(t, p, engine.Seat(1), Pass())
	p, _ = do(t, p, 2, Pass())
	p, _ = do(t, p, 3, Pass())
	p, _ = release(t, p)
	phase(PhaseMove)
}

func TestLegalShape(t *testing.T) {
	p := armed(t)
	wantLegal(t, p, 0,
		`{"type":"attack","gangsters":["G1.0","G3.0"],"seat":1,"place":"hideout","form":true}`,
		`{"type":"attack","gangsters":["G1.0","G3.0"],"seat":1,"place":"B2.0","form":true}`,
		`{"type":"attack","gangsters":["G1.0","G3.0"],"seat":1,"place":"B3.0","form":true}`,
		`{"type":"attack","gangsters":["G1.0","G3.0"],"seat":2,"place":"hideout","form":true}`,
		`{"type":"attack","gangsters":["G1.0","G3.0"],"seat":3,"place":"hideout","form":true}`,
		`{"type":"open","card":"B1.5","on_hideout":false}`,
		`{"type":"move_hideout","under":null}`,
		`{"type":"discard","max":2,"form":true}`,
		`{"type":"draw","count":1}`, `{"type":"draw","count":2}`, `{"type":"draw","count":3}`, `{"type":"draw","count":4}`,
		`{"type":"end_turn"}`)
	wantLegal(t, p, 1,
		`{"type":"police","card":"POLICE.0","use":"raid","seat":0,"place":"B4.0"}`,
		`{"type":"police","card":"POLICE.0","use":"raid","seat":1,"place":"B3.0"}`,
		`{"type":"driveby","cards":["DRIVEBY.0"],"seat":0,"place":"B4.0","form":true}`,
		`{"type":"driveby","cards":["DRIVEBY.0"],"seat":1,"place":"B2.0","form":true}`,
		`{"type":"driveby","cards":["DRIVEBY.0"],"seat":1,"place":"B3.0","form":true}`)
	wantLegal(t, p, 3, `{"type":"poker","card":"POKER.0"}`)
	p.Of(2).Hidden.Add(card(t, "G2.7"))
	wantLegal(t, p, 2,
		`{"type":"driveby","cards":["DRIVEBY.1"],"seat":0,"place":"B4.0","form":true}`,
		`{"type":"driveby","cards":["DRIVEBY.1"],"seat":1,"place":"B2.0","form":true}`,
		`{"type":"driveby","cards":["DRIVEBY.1"],"seat":1,"place":"B3.0","form":true}`,
		`{"type":"turncoat","card":"TURNCOAT.0","seat":0,"place":"B4.0","gangster":"G3.0"}`,
		`{"type":"turncoat","card":"TURNCOAT.0","seat":1,"place":"B3.0","gangster":"G1.1"}`,
		`{"type":"turncoat","card":"TURNCOAT.0","seat":2,"place":"hidden","gangster":"G2.7"}`)
	p.Phase = Arranging
	p.Of(0).Hidden.Add(card(t, "G2.8"))
	wantLegal(t, p, 0, `{"type":"arrange","form":true}`)
	fresh := dealt(t, 3, 1).(*Position)
	wantLegal(t, fresh, fresh.Active, `{"type":"mulligan","max":2,"form":true}`)
	wantLegal(t, fresh, fresh.Next(fresh.Active))
}

func wantLegal(t *testing.T, p *Position, seat engine.Seat, want ...string) {
	t.Helper()
	var legal []string
	for _, body := range p.Legal(seat) {
		legal = append(legal, string(body))
	}
	if !slices.Equal(legal, want) {
		t.Errorf("seat %d may\n%s\nwant\n%s", seat, strings.Join(legal, "\n"), strings.Join(want, "\n"))
	}
}

// TestQuestions: a turn is one question, however often it is interrupted, and a window asks
// anew whenever its passes are dropped.
func TestQuestions(t *testing.T) {
	p := armed(t)
	turn := p.Prompts()[0]
	if turn.Seat != 0 || turn.Budget != 60*time.Second || turn.Minimum != 0 || !turn.Bank {
		t.Errorf("the turn is asked as %+v", turn)
	}
	p, _ = do(t, p, 0, OpenBusiness(card(t, "B1.5"), false))
	if p.Prompts()[0] != turn {
		t.Errorf("later in the turn %+v is asked, before it was %+v", p.Prompts()[0], turn)
	}
	p, _ = do(t, p, 2, PlayDriveby([]Card{card(t, "DRIVEBY.1")}, 1, At(card(t, "B2.0"))))
	wantAsked(t, p, 0, 1, 2, 3)
	join := p.Prompts()[0]
	if join.Question == turn.Question || join.Budget != 8*time.Second || join.Minimum != 3*time.Second || join.Bank {
		t.Errorf("the window is asked as %+v", join)
	}
	p, plies := do(t, p, 3, Pass())
	if len(plies) > 0 || p.Prompts()[0] != join {
		t.Errorf("a pass puts %d plies into the log, and seat 0 is asked %+v", len(plies), p.Prompts()[0])
	}
	p, _ = do(t, p, 1, PlayDriveby([]Card{card(t, "DRIVEBY.0")}, 1, At(card(t, "B2.0"))))
	if again := p.Prompts()[0]; again.Question == join.Question {
		t.Error("a Drive-by that joined wipes the passes and asks nothing new")
	}
	wantAsked(t, p, 0, 1, 2, 3) // seat 1 has no Drive-by left, which this must not reveal
}

// TestImpliedPasses: a seat whose pass is certain from open cards is not asked, and a window
// that waits for nobody closes at once.
func TestImpliedPasses(t *testing.T) {
	p := armed(t)
	p.Of(3).Hand = Set{}
	b2 := At(card(t, "B2.0"))
	shot, _ := do(t, p, 2, PlayDriveby([]Card{card(t, "DRIVEBY.1")}, 1, b2))
	wantAsked(t, shot, 0, 1, 2)
	refused(t, shot, 3, Pass(), NotEligible)

	p = armed(t)
	p.Discard = kindSets[Driveby].Without(SetOf(card(t, "DRIVEBY.1"), card(t, "DRIVEBY.2")))
	p.Of(1).Hand.Remove(card(t, "DRIVEBY.0"))
	p.Box.Add(card(t, "DRIVEBY.2"))
	shot, plies := do(t, p, 2, PlayDriveby([]Card{card(t, "DRIVEBY.1")}, 1, b2))
	if shot.Depth != 0 || len(plies) != 1 || len(plies[0].Dice) != 1 {
		t.Errorf("with all Drive-bys open %d windows wait, and %+v", shot.Depth, plies)
	}

	for seat := range p.Seats() {
		p.Mafias[seat].Hand = Set{}
	}
	ended, plies := do(t, p, 0, EndTurn())
	if ended.Active != 1 || len(plies) != 1 {
		t.Errorf("with empty hands seat %d has the turn after %d plies", ended.Active, len(plies))
	}
}

// TestKeptPasses: passes appear in the order made, the effects with the last. A seat that has
// passed may still play a card; then there was no pass.
func TestKeptPasses(t *testing.T) {
	p, _ := do(t, armed(t), 0, Attack([]Card{card(t, "G3.0")}, 1, At(card(t, "B2.0"))))
	for _, seat := range []engine.Seat{2, 0, 3, 1} {
		if p.View(seat).(View).Window.MayPass != true {
			t.Errorf("seat %d may not pass", seat)
		}
		p, _ = do(t, p, seat, Pass())
		if p.View(seat).(View).Window.MayPass {
			t.Errorf("seat %d may pass twice", seat)
		}
		refused(t, p, seat, Pass(), NotEligible)
	}
	refused(t, p, 0, EndTurn(), WindowOpen)
	wantLegal(t, p, 3, `{"type":"poker","card":"POKER.0"}`)

	late, plies := do(t, p, 2, PlayTurncoat(card(t, "TURNCOAT.0"), 1, At(card(t, "B3.0")), card(t, "G1.1")))
	if len(plies) != 1 || len(late.passes) > 0 {
		t.Errorf("a late card makes %d plies and leaves %d passes", len(plies), len(late.passes))
	}
	wantAsked(t, late, 0, 1, 2, 3)

	after, plies := release(t, p)
	if len(plies) != 4 || after.Depth != 0 {
		t.Fatalf("%d plies, %d windows", len(plies), after.Depth)
	}
	for i, seat := range []engine.Seat{2, 0, 3, 1} {
		if plies[i].Move.Seat != seat || string(plies[i].Move.Body) != `{"type":"pass"}` || len(plies[i].Effects) > 0 != (i == 3) {
			t.Errorf("ply %d is %+v", i, plies[i])
		}
	}
	wantTold(t, plies[3], engine.Spectator,
		`{"type":"window","kind":"attack","open":false}`,
		`{"type":"moved","card":"B2.0","seat":1,"from":"table","to":"discard","to_seat":1}`,
		`{"type":"attack","result":"destroyed"}`,
		`{"type":"paid","from":1,"to":0,"amount":2}`)
}

// TestEndOfTurn: the active seat is asked once another seat has played a card.
func TestEndOfTurn(t *testing.T) {
	p, _ := do(t, armed(t), 0, EndTurn())
	wantAsked(t, p, 1, 2, 3)
	refused(t, p, 0, Pass(), NotEligible)
	wantLegal(t, p, 0)
	p.Of(0).Hand.Add(card(t, "DRIVEBY.4"))
	refused(t, p, 0, PlayDriveby([]Card{card(t, "DRIVEBY.4")}, 1, At(card(t, "B2.0"))), NotEligible)
	if w := p.Prompts()[0]; w.Budget != 6*time.Second || w.Minimum != 2*time.Second {
		t.Errorf("the window is asked as %+v", w)
	}
	p, _ = do(t, p, 2, PlayTurncoat(card(t, "TURNCOAT.0"), 1, At(card(t, "B3.0")), card(t, "G1.1")))
	wantAsked(t, p, 0, 1, 2, 3)
}

// TestStory follows one attack through Police, a Bribe and a breach that cannot be paid.
func TestStory(t *testing.T) {
	p := armed(t, 6)
	p.Of(1).Hand.Add(card(t, "G4.3"))
	p.Of(1).Guards = Set{}
	p.Deck = slices.DeleteFunc(p.Deck, func(c Card) bool { return c == card(t, "G4.3") })
	p.Of(0).Open.Add(card(t, "B4.1"))
	*p.Crew(card(t, "B4.1")) = SetOf(card(t, "G4.0"))
	p, plies := do(t, p, 0, Attack([]Card{card(t, "G3.0"), card(t, "G4.0")}, 1, OnHideout))
	wantTold(t, plies[0], 1,
		`{"type":"moved","card":"G3.0","seat":0,"from":"B4.0","to":"hidden","to_seat":0}`,
		`{"type":"moved","card":"G4.0","seat":0,"from":"B4.1","to":"hidden","to_seat":0}`,
		`{"type":"window","kind":"attack","open":true}`)
	p, plies = do(t, p, 1, Stop(card(t, "POLICE.0")))
	wantTold(t, plies[0], 1,
		`{"type":"moved","card":"POLICE.0","seat":1,"from":"hand","to":"table","to_seat":1}`,
		`{"type":"window","kind":"police","open":true}`)
	wantAsked(t, p, 0, 2, 3)
	p, plies = do(t, p, 0, PlayBribe(card(t, "BRIBE.0")))
	wantTold(t, plies[0], 1, `{"type":"moved","card":"BRIBE.0","seat":0,"from":"hand","to":"table","to_seat":0}`)
	wantAsked(t, p, 1, 2, 3)
	for _, seat := range []engine.Seat{1, 2, 3} {
		p, _ = do(t, p, seat, Pass())
	}
	p, plies = release(t, p)
	wantTold(t, plies[2], 1,
		`{"type":"window","kind":"police","open":false}`,
		`{"type":"moved","card":"POLICE.0","seat":1,"from":"table","to":"discard","to_seat":1}`,
		`{"type":"moved","card":"BRIBE.0","seat":0,"from":"table","to":"discard","to_seat":0}`)
	wantAsked(t, p, 0, 1, 2, 3)
	for _, seat := range []engine.Seat{0, 1, 2, 3} {
		p, _ = do(t, p, seat, Pass())
	}
	_, plies = release(t, p)
	wantTold(t, plies[3], 2,
		`{"type":"window","kind":"attack","open":false}`,
		`{"type":"moved","card":"G1.1","seat":1,"from":"B3.0","to":"discard","to_seat":1}`,
		`{"type":"moved","card":"G3.0","seat":0,"from":"hidden","to":"discard","to_seat":0}`,
		`{"type":"moved","card":"B3.0","seat":1,"from":"hideout","to":"discard","to_seat":1}`,
		`{"type":"dice","seat":0,"rolls":[6],"for":"breach"}`,
		`{"type":"attack","result":"breached","demand":9}`,
		`{"type":"eliminated","seat":1,"by":0}`,
		`{"type":"paid","from":1,"to":0,"amount":3}`,
		`{"type":"moved","card":"G4.3","seat":1,"from":"hand","to":"discard","to_seat":1}`,
		`{"type":"moved","card":"DRIVEBY.0","seat":1,"from":"hand","to":"discard","to_seat":1}`,
		`{"type":"moved","card":"B2.0","seat":1,"from":"table","to":"discard","to_seat":1}`,
		`{"type":"moved","card":"HIDEOUT.1","seat":1,"from":"table","to":"trophies","to_seat":0}`,
		`{"type":"countdown","holder":0,"left":4}`)
}

// TestDrawIsPrivate: only their drawer sees drawn cards.
func TestDrawIsPrivate(t *testing.T) {
	_, plies := do(t, armed(t), 0, Draw(2))
	const paid = `{"type":"paid","from":0,"to":"bank","amount":1}`
	wantTold(t, plies[0], 0, paid, `{"type":"drew","seat":0,"count":2,"cards":["G1.2","G1.3"]}`)
	for _, other := range []engine.Seat{engine.Spectator, 1} {
		wantTold(t, plies[0], other, paid, `{"type":"drew","seat":0,"count":2}`)
	}
	if !slices.Equal(plies[0].Drawn, []string{"G1.2", "G1.3"}) {
		t.Errorf("drawn %v", plies[0].Drawn)
	}
}

// TestPokerTold: the effects are stakes, dice and the pot, in order.
func TestPokerTold(t *testing.T) {
	p := armed(t, 4, 1, 2, 4, 3, 5, 6)
	p.Of(2).Money = 1
	p.Bank += 2
	p, plies := do(t, p, 3, PlayPoker(card(t, "POKER.0")))
	wantTold(t, plies[0], 1,
		`{"type":"moved","card":"POKER.0","seat":3,"from":"hand","to":"table","to_seat":3}`,
		`{"type":"paid","from":3,"to":"pot","amount":2}`,
		`{"type":"paid","from":0,"to":"pot","amount":2}`,
		`{"type":"paid","from":1,"to":"pot","amount":2}`,
		`{"type":"dice","seat":3,"rolls":[4,1],"for":"poker"}`,
		`{"type":"dice","seat":0,"rolls":[2],"for":"poker"}`,
		`{"type":"dice","seat":1,"rolls":[4],"for":"poker"}`,
		`{"type":"dice","seat":3,"rolls":[3],"for":"poker_tie"}`,
		`{"type":"dice","seat":1,"rolls":[5],"for":"poker_tie"}`,
		`{"type":"paid","from":"pot","to":1,"amount":6}`,
		`{"type":"moved","card":"POKER.0","seat":3,"from":"table","to":"discard","to_seat":3}`)
	if p.Depth != 0 || p.View(0).(View).Pot != 0 {
		t.Error("a Poker Night leaves something open")
	}
}

// TestTurnTold: the pass that lets a turn begin has its effects.
func TestTurnTold(t *testing.T) {
	p := armed(t)
	for seat := range p.Seats() {
		p.Mafias[seat].Hand = Set{}
	}
	p.Of(1).Money += 9
	p.Bank -= 9
	_, plies := do(t, p, 0, EndTurn())
	wantTold(t, plies[0], 2,
		`{"type":"window","kind":"end_turn","open":true}`,
		`{"type":"window","kind":"end_turn","open":false}`,
		`{"type":"turn","seat":1,"turn":6}`,
		`{"type":"tribute","seat":1,"amount":8}`,
		`{"type":"countdown","holder":1,"left":4}`)
}

// TestDemandPaidToTheLastDollar: a player with exactly the demanded money pays it and stays.
func TestDemandPaidToTheLastDollar(t *testing.T) {
	for money, stays := range map[int]bool{2: false, 3: true, 4: true} {
		p := table(t, []int{3},
			vectorPlayer{Money: 3, Top: "B4.0", Businesses: map[string][]string{"B4.0": {"G4.0"}}},
			vectorPlayer{Money: money}, vectorPlayer{Money: 3})
		p, _ = do(t, p, 0, Attack([]Card{card(t, "G4.0")}, 1, OnHideout))
		if got := p.Of(1).Alive; got != stays {
			t.Errorf("with %d of a demand of 3 the seat is alive: %v", money, got)
		}
	}
}
