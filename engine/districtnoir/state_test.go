package districtnoir

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"testing"

	"noir/engine"
)

// table is a position for tests: seat 1 is on move in the second round, with one card left and
// the take still to come; seat 0 is done.
func table() position {
	deck := [deckSize]Card(fullDeck().Cards())
	return position{
		Duel: engine.Duel{Turn: 1}, deck: &deck, starter: 1, round: 2,
		row:     []Card{Seven, Minus2, Eight, Five, Six, Police, Plus3},
		hands:   [seats]Tally{{}, Count(Eight)},
		took:    [seats]bool{true, false},
		tableau: [seats]Tally{Count(Six, Six, Harbor), Count(Minus1, Eight, Five)},
	}
}

func apply(t *testing.T, st engine.State, seat engine.Seat, by engine.By, body json.RawMessage) (position, engine.Ply) {
	t.Helper()
	next, plies, err := st.Apply(engine.Move{Seat: seat, By: by, Body: body})
	if err != nil {
		t.Fatal(err)
	}
	if len(plies) != 1 {
		t.Fatalf("%d plies", len(plies))
	}
	return next.(position), plies[0]
}

func TestViewShape(t *testing.T) {
	const public = `{"round":2,"first":0,"row":["7","-2","8","5","6","police","+3"],"hands":[0,1],"took":[true,false],` +
		`"tableau":[["6","6","harbor"],["5","8","-1"]],"deck":20}`
	const own0 = `{"round":2,"first":0,"row":["7","-2","8","5","6","police","+3"],"hand":[],"hands":[0,1],"took":[true,false],` +
		`"tableau":[["6","6","harbor"],["5","8","-1"]],"deck":20}`
	const own1 = `{"round":2,"first":0,"row":["7","-2","8","5","6","police","+3"],"hand":["8"],"hands":[0,1],"took":[true,false],` +
		`"tableau":[["6","6","harbor"],["5","8","-1"]],"deck":20}`
	for seat, want := range map[engine.Seat]string{engine.Spectator: public, 0: own0, 1: own1, 2: public} {
		if got := string(encode(table().View(seat))); got != want {
			t.Errorf("seat %d sees\n%s\nwant\n%s", seat, got, want)
		}
	}
	empty := position{deck: table().deck, round: 1}
	const none = `{"round":1,"first":0,"row":[],"hands":[0,0],"took":[false,false],"tableau":[[],[]],"deck":30}`
	if got := string(encode(empty.View(engine.Spectator))); got != none {
		t.Errorf("an empty table is\n%s\nwant\n%s", got, none)
	}
}

func TestLegal(t *testing.T) {
	p := table()
	if got := p.Legal(0); got != nil {
		t.Errorf("seat 0 may %s", got)
	}
	p.hands[1] = Count(CityHall, Eight, Minus1, Eight, Five)
	want := []string{`{"type":"play","card":"5"}`, `{"type":"play","card":"8"}`, `{"type":"play","card":"-1"}`,
		`{"type":"play","card":"cityhall"}`, `{"type":"take"}`}
	var got []string
	for _, body := range p.Legal(1) {
		got = append(got, string(body))
	}
	if !slices.Equal(got, want) {
		t.Errorf("legal %s, want %s", got, want)
	}
	p.row = nil
	if got := p.Legal(1); len(got) != 4 {
		t.Errorf("legal on an empty row: %s", got)
	}
}

func TestEffects(t *testing.T) {
	placed, ply := apply(t, table(), 1, engine.ByPlayer, Play(Eight))
	wantEffects(t, ply, engine.Spectator, `{"type":"placed","card":"8"}`)
	next, ply := apply(t, placed.played(), 1, engine.ByBot, Take())
	if ply.Move.By != engine.ByBot {
		t.Errorf("made by %s", ply.Move.By)
	}
	const took = `{"type":"took","cards":["8","+3","police","6","5"]}`
	const round = `{"type":"round","round":3,"first":1`
	deck := table().deck
	hand0, hand1 := string(encode(deck[25:30])), string(encode(deck[30:35]))
	wantEffects(t, ply, engine.Spectator, took, round+`}`)
	wantEffects(t, ply, 0, took, round+`,"hand":`+hand0+`}`)
	wantEffects(t, ply, 1, took, round+`,"hand":`+hand1+`}`)
	if next.round != 3 || next.Turn != 1 {
		t.Errorf("round %d, seat %d on move", next.round, next.Turn)
	}
}

// played returns the position with seat 1 on move again.
func (p position) played() position {
	p.Turn = 1
	return p
}

func wantEffects(t *testing.T, ply engine.Ply, viewer engine.Seat, want ...string) {
	t.Helper()
	var got []string
	for _, e := range ply.Line(1, viewer, 0).Effects {
		got = append(got, string(e))
		read, err := ReadEffect(e)
		if err != nil {
			t.Fatal(err)
		}
		if again := string(encode(read)); again != string(e) {
			t.Errorf("%s is read as %s", e, again)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("seat %d is told\n%s\nwant\n%s", viewer, got, want)
	}
}

func TestReadEffectRefuses(t *testing.T) {
	for _, text := range []string{`{`, `{}`, `{"type":"sung"}`, `{"type":"placed","card":"9"}`, `{"type":"took","cards":1}`} {
		if e, err := ReadEffect(json.RawMessage(text)); err == nil {
			t.Errorf("%s is %v", text, e)
		}
	}
	if e, err := ReadEffect(json.RawMessage(`{"card":"6","type":"placed"}`)); err != nil || e != (Placed{TypePlaced, Six}) {
		t.Errorf("a card that was placed is read as %v, %v", e, err)
	}
}

func TestEnds(t *testing.T) {
	const scores = `[{"majorities":{"5":0,"6":6,"7":0,"8":0},"sets":0,"set_points":0,"deals":0,"total":6},` +
		`{"majorities":{"5":5,"6":0,"7":0,"8":8},"sets":0,"set_points":0,"deals":-1,"total":12}]`
	for _, end := range []struct {
		seat engine.Seat
		by   engine.By
		body json.RawMessage
		want engine.Result
	}{
		{1, engine.ByPlayer, engine.Resign, engine.Result{Reason: Resigned, Winners: []engine.Seat{0}, Places: []int{1, 2}}},
		{0, engine.ByPlayer, engine.Resign, engine.Result{Reason: Resigned, Winners: []engine.Seat{1}, Places: []int{2, 1}}},
		{1, engine.ByClock, engine.Timeout, engine.Result{Reason: TimedOut, Winners: []engine.Seat{0}, Places: []int{1, 2}}},
		{engine.Spectator, engine.ByServer, engine.Abort, engine.Result{Reason: engine.Aborted, Winners: []engine.Seat{}, Places: []int{1, 1}}},
	} {
		p, ply := apply(t, table(), end.seat, end.by, end.body)
		end.want.Scores = json.RawMessage(scores)
		if got, over := p.Result(); !over || !reflect.DeepEqual(got, end.want) {
			t.Errorf("%s of seat %d: %t, %+v, want %+v", end.body, end.seat, over, got, end.want)
		}
		if len(ply.Effects) > 0 || string(ply.Move.Body) != string(end.body) || ply.Move.Seat != end.seat {
			t.Errorf("%s of seat %d: ply %+v", end.body, end.seat, ply)
		}
		if p.Prompts() != nil || p.Legal(0) != nil || p.Legal(1) != nil || p.Expire(1) != nil {
			t.Errorf("%s of seat %d: somebody is still asked", end.body, end.seat)
		}
	}
	var read [seats]Score
	if err := json.Unmarshal([]byte(scores), &read); err != nil || !reflect.DeepEqual(read, table().View(0).(View).Scores()) {
		t.Errorf("the scores are read as %+v, %v", read, err)
	}
	if result, over := table().Result(); over || result.Reason != "" {
		t.Errorf("over before the end: %+v", result)
	}
}

func TestSharedVictory(t *testing.T) {
	p := table()
	p.round, p.row = rounds, []Card{}
	p.took, p.hands = [seats]bool{true, true}, [seats]Tally{{}, Count(Five)}
	p.tableau = [seats]Tally{Count(Eight, Plus2, Harbor), Count(Eight, Plus2, Police)}
	p, _ = apply(t, p, 1, engine.ByPlayer, Play(Five))
	got, _ := p.Result()
	got.Scores = nil
	if want := (engine.Result{Reason: Shared, Winners: []engine.Seat{0, 1}, Places: []int{1, 1}}); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestMakers checks which moves each maker may make, and when the clock voids a game.
func TestMakers(t *testing.T) {
	fresh := deal(t, 1)
	mover := fresh.Turn
	once, _ := apply(t, fresh, mover, engine.ByPlayer, fresh.Legal(mover)[0])
	twice, _ := apply(t, once, other(mover), engine.ByPlayer, Take())
	over, _ := apply(t, twice, mover, engine.ByPlayer, engine.Resign)
	for _, c := range []struct {
		name string
		p    position
		seat engine.Seat
		by   engine.By
		body json.RawMessage
		want string
	}{
		{"play by the clock", twice, mover, engine.ByClock, Take(), UnknownAction},
		{"play by the server", twice, mover, engine.ByServer, Take(), UnknownAction},
		{"play by nobody", twice, mover, "", Take(), UnknownAction},
		{"play by a bot", twice, mover, engine.ByBot, Take(), RowEmpty},
		{"play of a spectator", twice, engine.Spectator, engine.ByPlayer, Take(), NotYourTurn},
		{"play of a third seat", twice, 2, engine.ByPlayer, Take(), NotYourTurn},
		{"resign off turn", twice, other(mover), engine.ByPlayer, engine.Resign, ""},
		{"resign by the clock", twice, mover, engine.ByClock, engine.Resign, UnknownAction},
		{"resign of a spectator", twice, engine.Spectator, engine.ByPlayer, engine.Resign, NotYourTurn},
		{"timeout", twice, mover, engine.ByClock, engine.Timeout, ""},
		{"timeout of the other", twice, other(mover), engine.ByClock, engine.Timeout, NotYourTurn},
		{"timeout by a player", twice, mover, engine.ByPlayer, engine.Timeout, UnknownAction},
		{"timeout by the server", twice, mover, engine.ByServer, engine.Timeout, UnknownAction},
		{"timeout before the first move", fresh, mover, engine.ByClock, engine.Timeout, UnknownAction},
		{"timeout before the other's first move", once, other(mover), engine.ByClock, engine.Timeout, UnknownAction},
		{"abort by the clock at once", fresh, engine.Spectator, engine.ByClock, engine.Abort, ""},
		{"abort by the clock before the second move", once, engine.Spectator, engine.ByClock, engine.Abort, ""},
		{"abort by the clock later", twice, engine.Spectator, engine.ByClock, engine.Abort, UnknownAction},
		{"abort by the server", twice, engine.Spectator, engine.ByServer, engine.Abort, ""},
		{"abort by a player", fresh, engine.Spectator, engine.ByPlayer, engine.Abort, UnknownAction},
		{"abort of a seat", fresh, mover, engine.ByServer, engine.Abort, UnknownAction},
		{"abort after the end", over, engine.Spectator, engine.ByServer, engine.Abort, GameOver},
		{"resign after the end", over, mover, engine.ByPlayer, engine.Resign, GameOver},
		{"nonsense after the end", over, mover, engine.ByPlayer, nil, GameOver},
		{"nonsense", fresh, mover, engine.ByPlayer, nil, UnknownAction},
	} {
		_, _, err := c.p.Apply(engine.Move{Seat: c.seat, By: c.by, Body: c.body})
		var refused *engine.Illegal
		if code := ""; errors.As(err, &refused) {
			code = refused.Reason
			if code != c.want {
				t.Errorf("%s: %v, want %q", c.name, err, c.want)
			}
		} else if err != nil || c.want != "" {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

func TestExpire(t *testing.T) {
	p := deal(t, 1)
	voids := []engine.Move{{Seat: engine.Spectator, By: engine.ByClock, Body: engine.Abort}}
	for range seats {
		mover := p.Turn
		if got := p.Expire(mover); !reflect.DeepEqual(got, voids) {
			t.Errorf("before the first move of seat %d: %+v", mover, got)
		}
		if got := p.Expire(other(mover)); got != nil {
			t.Errorf("seat %d is not on move: %+v", other(mover), got)
		}
		p, _ = apply(t, p, mover, engine.ByPlayer, p.Legal(mover)[0])
	}
	loses := []engine.Move{{Seat: p.Turn, By: engine.ByClock, Body: engine.Timeout}}
	if got := p.Expire(p.Turn); !reflect.DeepEqual(got, loses) {
		t.Errorf("after the first move: %+v", got)
	}
}

func TestRead(t *testing.T) {
	for in, want := range map[string]string{
		`{"type":"take"}`:                          `{"type":"take"}`,
		` { "type" : "take", "card":"5", "n":3 } `: `{"type":"take"}`,
		`{"card":"+2","type":"play"}`:              `{"type":"play","card":"+2"}`,
		`{"type":"play","card":"\u0038"}`:          `{"type":"play","card":"8"}`,
		`{"type":"play","card":"5","CARD":"6"}`:    `{"type":"play","card":"5"}`,
	} {
		if got, err := (Game{}).Read(json.RawMessage(in)); err != nil || string(got) != want {
			t.Errorf("%s reads as %s, %v", in, got, err)
		}
	}
	for _, in := range []string{
		`{"type":"play"}`, `{"type":"play","card":""}`, `{"type":"play","card":null}`, `{"type":"play","card":5}`,
		`{"type":"play","card":"9"}`, `{"type":"play","card":["5"]}`, `{"type":"take3"}`, `{"type":"resign"}`, `[]`,
		`{"Type":"take"}`, `{"type":"play","Card":"5"}`, `{"type":"play","card":"5","card":"5"}`, `{"type":"take","type":"take"}`,
	} {
		got, err := Game{}.Read(json.RawMessage(in))
		var refused *engine.Illegal
		if !errors.As(err, &refused) || refused.Reason != UnknownAction || got != nil {
			t.Errorf("%s: %s, %v", in, got, err)
		}
	}
}

func TestAfterTake(t *testing.T) {
	now := table().View(engine.Spectator).(View)
	then := now.AfterTake(1)
	if got := [seats]int{now.Scores()[0].Total, now.Scores()[1].Total}; got != [seats]int{6, 12} {
		t.Errorf("now %v", got)
	}
	took, _ := apply(t, table(), 1, engine.ByPlayer, Take())
	if want := scores(took.tableau); !reflect.DeepEqual(then.Scores(), want) {
		t.Errorf("after a take %+v, want %+v", then.Scores(), want)
	}
	if !slices.Equal(then.Row, []Card{Seven, Minus2}) || then.Cities(1) != 1 || !then.Took[1] {
		t.Errorf("after a take %+v", then)
	}
	if again := table().View(engine.Spectator).(View); !reflect.DeepEqual(now, again) {
		t.Errorf("the view has become %+v", now)
	}
	if bare := then.AfterTake(0).AfterTake(1); len(bare.Row) != 0 || bare.Cities(0) != 1 {
		t.Errorf("after all is taken %+v", bare)
	}
}
