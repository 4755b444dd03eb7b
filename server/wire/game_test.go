package wire_test

import (
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/data/sqlite/sqlitetest"
	"noir/internal/await"
	"noir/matchmaking"
	"noir/server/wiretest"
)

// shapes are the lines of a rated game, to the letter.
var shapes = map[string]string{
	"hello":  `{player:{guest:bool name:string} protocol:number server:string type:string}`,
	"queued": `{game:string rated:bool type:string waiting:number}`,
	"start": `{clock:{bank_ms:number move_ms:number} commit:string game:string rated:bool seat:number ` +
		`seats:[{kind:string name:string rating:number}] table:string type:string}`,
	"event": `{at_ms:number by:string effects:[] move:{type:string} ply:number seat:number type:string}`,
	"end": `{id:string ratings:[{after:number before:number seat:number}] ` +
		`result:{places:[number] reason:string scores:[{deals:number ` +
		`majorities:{5:number 6:number 7:number 8:number} set_points:number sets:number total:number}] winners:[number]} ` +
		`seed:string type:string}`,
}

func TestTheLinesOfARatedGame(t *testing.T) {
	h := open(t)
	marlowe := h.connect(request(h.Player("marlowe")))
	look := func(m wiretest.Message) {
		t.Helper()
		if !strings.HasPrefix(m.Raw, `{"type":"`+m.Type+`"`) {
			t.Errorf("the type is not first: %s", m.Raw)
		}
		if got := wiretest.Shape(m.Raw); got != shapes[m.Type] {
			t.Errorf("%s is\n%s, not\n%s", m.Type, got, shapes[m.Type])
		}
	}
	hello := marlowe.Line("hello")
	look(hello)
	if hello.Protocol != 1 || hello.Player.Name != "marlowe" || hello.Player.Guest || hello.Server != "noir test" {
		t.Errorf("%s", hello.Raw)
	}
	queued := marlowe.Line("queued")
	look(queued)
	if queued.Game != game || !queued.Rated || queued.Waiting < 1 {
		t.Errorf("%s", queued.Raw)
	}
	spade := h.connect(request(h.Player("spade")))
	start := marlowe.Until("start")
	look(start)
	if start.Game != game || !start.Rated || !strings.HasPrefix(start.Commit, "sha256:") ||
		!strings.Contains(start.Raw, `"clock":{"move_ms":30000,"bank_ms":90000}`) ||
		!strings.Contains(start.Raw, `"rating":1500.0,"kind":"human"`) {
		t.Errorf("%s", start.Raw)
	}
	spade.Until("start")
	spade.Say(`{"type":"resign"}`)
	look(marlowe.Until("event"))
	end := marlowe.Line("end")
	look(end)
	if end.ID != start.Table || len(end.Ratings) != 2 || !strings.Contains(end.Raw, `"before":1500.0,"after":1`) {
		t.Errorf("%s", end.Raw)
	}
	marlowe.Say(`{"type":"leave"}`)
	if err := marlowe.Ended(); err != nil {
		t.Error(err)
	}
}

func TestTwoProgramsFinishAGame(t *testing.T) {
	h := open(t)
	games := make(chan wiretest.Game, 2)
	for i, name := range []string{"marlowe", "spade"} {
		p := h.connect(request(h.Player(name)))
		go func() {
			ply := 0
			g, err := p.Random(rand.New(rand.NewPCG(1, uint64(i))), func(m wiretest.Message) {
				switch {
				case m.Type == "event":
					if ply++; *m.Ply != ply {
						t.Errorf("not ply %d: %s", ply, m.Raw)
					}
				case m.Type == "turn" && *m.Ply != ply+1:
					t.Errorf("after ply %d: %s", ply, m.Raw)
				}
			})
			if err != nil {
				t.Error(err)
			}
			games <- g
		}()
	}
	a, b := await.One(t, games, "end of a game"), await.One(t, games, "end of the other's game")
	if a.End == nil || b.End == nil || a.Start.Table != b.End.ID || len(a.Events) != len(b.Events) {
		t.Fatalf("%+v\n%+v", a, b)
	}
	if m := h.Match(a.End.ID); len(m.Moves) != len(a.Events) || m.Seed.String() != a.End.Seed || m.Seed.Commit() != a.Start.Commit {
		t.Errorf("stored is another game: %+v", m)
	}
}

func TestPlayingTheHouse(t *testing.T) {
	h := open(t)
	req := request(h.Player("marlowe"))
	req.Ticket.Bot, req.Ticket.Rated, req.Ticket.Pace = "easy", false, data.Fast
	p := h.connect(req)
	p.Line("hello")
	start := p.Line("start") // nobody waits for a table with the house
	if start.Rated || !strings.Contains(start.Raw, `"name":"pip/easy","rating":1006.0,"kind":"bot"`) {
		t.Errorf("%s", start.Raw)
	}
	var end wiretest.Message
	for end.Type == "" {
		switch m, err := p.Next(); {
		case err != nil || m.Type == "notice":
			t.Fatalf("%s, %v", m.Raw, err)
		case m.Type == "turn":
			p.Move(m)
		case m.Type == "end":
			end = m
		}
	}
	if !strings.Contains(end.Raw, `"ratings":[]`) {
		t.Errorf("%s", end.Raw)
	}
	p.Say(`{"type":"rematch"}`)
	if again := p.Until("start"); again.Table == start.Table || *again.Seat == *start.Seat {
		t.Errorf("%s", again.Raw)
	}
}

// TestTheClockAtTheStart is null against the house alone, and the host's where they choose
// one.
func TestTheClockAtTheStart(t *testing.T) {
	t.Parallel()
	h := open(t)
	marlowe := h.Player("marlowe")
	for clock, want := range map[data.Clock]string{
		"": `"clock":null`, data.NoClock: `"clock":null`,
		data.Usual:    `"clock":{"move_ms":30000,"bank_ms":90000}`,
		data.Double:   `"clock":{"move_ms":60000,"bank_ms":180000}`,
		data.Fourfold: `"clock":{"move_ms":120000,"bank_ms":360000}`,
	} {
		req := request(marlowe)
		req.Ticket.Bot, req.Ticket.Rated, req.Ticket.Clock = "easy", false, clock
		p := h.connect(req)
		if start := p.Until("start"); !strings.Contains(start.Raw, want) {
			t.Errorf("%q: %s", clock, start.Raw)
		}
		if m := p.Until("turn"); (m.Deadline == nil) != strings.Contains(want, "null") {
			t.Errorf("%q: %s", clock, m.Raw)
		}
		p.Say(`{"type":"resign"}`)
		p.Until("end")
		if err := p.exit(); err != nil {
			t.Error(err)
		}
	}
}

// TestMovesAreReadStrictly: a field in another case is unknown, and a field that is named twice
// makes the move invalid.
func TestMovesAreReadStrictly(t *testing.T) {
	h := open(t)
	asked, _, turn := h.table()
	for _, move := range []string{
		`{"Type":"take"}`, `{"TYPE":"take","type":"play"}`, `{"type":"play","Card":"5"}`,
		`{"type":"take","type":"take"}`, `{"type":"play","card":"5","card":"6"}`,
	} {
		asked.Say(`{"type":"move","ply":%d,"move":%s}`, *turn.Ply, move)
		if m := asked.Line("error"); m.Code != "bad_move" {
			t.Errorf("%s: %s", move, m.Raw)
		}
		asked.Line("turn")
	}
	asked.Say(`{"type":"move","ply":%d,"move":{"type":"take","TYPE":"play","CARD":"6"}}`, *turn.Ply)
	if m := asked.Line("event"); !strings.Contains(m.Raw, `"move":{"type":"take"}`) {
		t.Errorf("%s", m.Raw)
	}
}

func TestAGuestAtATable(t *testing.T) {
	h := open(t)
	casual := request(h.Player("marlowe"))
	casual.Ticket.Rated = false
	asked, waits, _ := h.between(casual, request(h.Guest("guest-1234")))
	waits.Say(`{"type":"resign"}`)
	for _, p := range []*program{asked, waits} {
		if m := p.Until("end"); len(m.Ratings) != 0 {
			t.Errorf("%s", m.Raw)
		}
	}
	again := h.connect(request(h.Guest("guest-5678")))
	if m := again.Line("hello"); !m.Player.Guest || m.Player.Name != "guest-5678" {
		t.Errorf("%s", m.Raw)
	}
	rated := request(h.Guest("guest-9999"))
	rated.Ticket.Rated = true
	refused := h.connect(rated)
	refused.Line("hello")
	var terms *matchmaking.BadTerms
	if err := refused.Ended(); !errors.As(err, &terms) {
		t.Errorf("a guest who wants to be rated: %v", err)
	}
}

func TestTakingAGameUpAgain(t *testing.T) {
	h := open(t)
	asked, waits, turn := h.table()
	asked.Move(turn)
	next := waits.Until("turn")
	if err := asked.exit(); err != nil {
		t.Errorf("the end of input during a game: %v", err)
	}
	if m := waits.Line("notice"); m.Code != "away" || wiretest.Shape(m.Raw) != "{code:string message:string seat:number type:string}" {
		t.Errorf("%s", m.Raw)
	}
	waits.Move(next)
	waits.Line("event")

	again := h.connect(request(asked.player))
	for _, want := range []string{"hello", "start", "event", "event", "turn"} {
		again.Line(want)
	}
	if m := waits.Line("notice"); m.Code != "back" {
		t.Errorf("%s", m.Raw)
	}
}

// TestAMoveThatCannotBeStored is not made, and may be tried again.
func TestAMoveThatCannotBeStored(t *testing.T) {
	h := open(t)
	asked, _, turn := h.table()
	if err := h.Store.(io.Closer).Close(); err != nil {
		t.Fatal(err)
	}
	asked.Move(turn)
	if m := asked.Until("error"); m.Code != "unavailable" || !strings.Contains(m.Message, "so it was not made; try it again") {
		t.Errorf("%s", m.Raw)
	}
}

// TestADayGameIsNoLiveGame: a play takes up a running game at its own pace only.
func TestADayGameIsNoLiveGame(t *testing.T) {
	var marlowe data.Player
	h := &house{wiretest.Open(t, func(store data.Store) {
		marlowe = sqlitetest.Player(t, store, "marlowe")
		spade := sqlitetest.Player(t, store, "spade")
		_, err := store.Open(t.Context(), data.Match{ID: "day", Game: "district-noir", Pace: data.Day, Started: time.Now(), Seats: []data.Seat{
			{Player: marlowe.ID, Name: marlowe.Name, Kind: data.Human}, {Player: spade.ID, Name: spade.Name, Kind: data.Human},
		}})
		if err != nil {
			t.Fatal(err)
		}
	}), t}
	req := request(marlowe)
	live := h.connect(req)
	live.Line("hello")
	live.Line("queued")
	req.Ticket.Pace, req.Ticket.Rated = data.Day, false
	day := h.connect(req)
	day.Line("hello")
	if m := day.Line("start"); m.Table != "day" {
		t.Errorf("%s", m.Raw)
	}
}

func TestASecondPlayTakesTheFirstUp(t *testing.T) {
	h := open(t)
	asked, _, turn := h.table()
	for what, change := range map[string]func(*matchmaking.Ticket){
		"play":        func(*matchmaking.Ticket) {},
		"play --bot":  func(t *matchmaking.Ticket) { t.Bot, t.Rated = "easy", false },
		"play --host": func(t *matchmaking.Ticket) { t.Host, t.Rated = true, false },
	} {
		req := request(asked.player)
		change(&req.Ticket)
		second := h.connect(req)
		second.Line("hello")
		if m := second.Line("start"); m.Table == "" {
			t.Errorf("%s: %s", what, m.Raw)
		}
		if m := second.Line("turn"); string(m.View) != string(turn.View) {
			t.Errorf("%s: %s", what, m.Raw)
		}
		if err := second.exit(); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		req.New = true
		refused := h.connect(req)
		refused.Line("hello")
		if err := refused.Ended(); err == nil || !strings.Contains(err.Error(), "you have a game running") {
			t.Errorf("%s --new: %v", what, err)
		}
	}
}

func TestTwoConnectionsInTheQueueAreOnePlayer(t *testing.T) {
	h := open(t)
	marlowe := h.Player("marlowe")
	one, two := h.connect(request(marlowe)), h.connect(request(marlowe))
	one.Until("queued")
	two.Until("queued")
	spade := h.connect(request(h.Player("spade")))
	at := spade.Until("start")
	for _, p := range []*program{one, two} {
		if m := p.Until("start"); m.Table != at.Table || *m.Seat == *at.Seat {
			t.Errorf("%s", m.Raw)
		}
	}
}

func TestSittingDownSomewhereElse(t *testing.T) {
	h := open(t)
	h.table()
	mine, err := h.Broker.Live(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[data.MatchID]error{mine[0].ID: matchmaking.ErrNoSeat, "nonesuch": matchmaking.ErrNoTable} {
		req := request(h.Player("gutman-" + string(id[:2])))
		req.Game = id
		p := h.connect(req)
		p.Line("hello")
		if err := p.Ended(); !errors.Is(err, want) {
			t.Errorf("%s: %v", id, err)
		}
	}
}

func TestOnlyFourConnectionsShowASeat(t *testing.T) {
	h := open(t)
	asked, _, turn := h.table()
	all := []*program{asked}
	for range 3 {
		p := h.connect(request(asked.player))
		if again := p.Until("turn"); string(again.View) != string(turn.View) {
			t.Errorf("another view: %s", again.Raw)
		}
		all = append(all, p)
	}
	fifth := h.connect(request(asked.player))
	fifth.Line("hello")
	if m := fifth.Line("notice"); m.Code != "too_many_connections" {
		t.Errorf("%s", m.Raw)
	}
	if err := fifth.Ended(); !errors.Is(err, matchmaking.ErrTooManyChairs) {
		t.Errorf("the fifth: %v", err)
	}
	all[1].Move(turn)
	for _, p := range all {
		if m := p.Line("event"); *m.Ply != 1 {
			t.Errorf("%s", m.Raw)
		}
	}
	// What the others were asked is answered: they are not asked again.
	asked.Move(turn)
	if m := asked.Line("error"); m.Code != "not_your_turn" || *m.Ply != 1 {
		t.Errorf("%s", m.Raw)
	}
	all[2].Say(`{"type":"say","phrase":"oops"}`)
	if m := asked.Line("notice"); m.Code != "said" || m.Phrase != "oops" || wiretest.Shape(m.Raw) != "{code:string message:string phrase:string seat:number type:string}" {
		t.Errorf("%s", m.Raw)
	}
}

func TestResigningAndRematch(t *testing.T) {
	h := open(t)
	asked, waits, _ := h.table()
	waits.Say(`{"type":"resign"}`)
	for _, p := range []*program{asked, waits} {
		if m := p.Line("event"); string(m.Move) != `{"type":"resign"}` || *m.Ply != 1 {
			t.Errorf("%s", m.Raw)
		}
		if m := p.Line("end"); m.Result.Reason != "resigned" {
			t.Errorf("%s", m.Raw)
		}
	}
	for _, line := range []string{`{"type":"move","ply":2,"move":{"type":"take"}}`, `{"type":"resign"}`} {
		asked.Say("%s", line)
		if m := asked.Line("error"); m.Code != "not_your_turn" {
			t.Errorf("%s after the end: %s", line, m.Raw)
		}
	}
	asked.Say(`{"type":"rematch"}`)
	if m := waits.Line("notice"); m.Code != "rematch_offered" || m.Seat == nil {
		t.Errorf("%s", m.Raw)
	}
	waits.Say(`{"type":"rematch"}`)
	a, b := asked.Until("start"), waits.Until("start")
	if a.Table != b.Table || !a.Rated {
		t.Errorf("%s\n%s", a.Raw, b.Raw)
	}
}

func TestARematchIsDeclinedByLeaving(t *testing.T) {
	h := open(t)
	asked, waits, _ := h.table()
	waits.Say(`{"type":"resign"}`)
	asked.Until("end")
	waits.Until("end")
	asked.Say(`{"type":"rematch"}`)
	waits.Line("notice")
	waits.Say(`{"type":"leave"}`)
	if err := waits.Ended(); err != nil {
		t.Error(err)
	}
	asked.Line("notice") // its own offer
	if m := asked.Line("notice"); m.Code != "rematch_declined" {
		t.Errorf("%s", m.Raw)
	}
	if err := asked.exit(); err != nil {
		t.Errorf("the end of input after the game: %v", err)
	}
}

// TestARematchThatHasLapsedIsToldSo, before the connection ends.
func TestARematchThatHasLapsedIsToldSo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t)
		asked, waits, _ := h.table()
		waits.Say(`{"type":"resign"}`)
		asked.Until("end")
		waits.Until("end")
		asked.Say(`{"type":"rematch"}`)
		asked.Line("notice") // its own offer
		waits.Line("notice")
		for _, c := range []*program{asked, waits} {
			if m := c.Line("notice"); m.Code != "rematch_declined" {
				t.Errorf("%s", m.Raw)
			}
			if err := c.Ended(); err != nil {
				t.Error(err)
			}
		}
	})
}

func TestAConnectionStaysAMinuteAfterTheGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t)
		asked, waits, _ := h.table()
		waits.Say(`{"type":"resign"}`)
		asked.Until("end")
		from := time.Now()
		if err := asked.Ended(); err != nil {
			t.Error(err)
		}
		if stayed := time.Since(from); stayed != time.Minute {
			t.Errorf("it stayed %v", stayed)
		}
		if err := waits.Ended(); err != nil {
			t.Error(err)
		}
	})
}

func TestDeadlines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t)
		asked, waits, turn := h.table()
		left := func(m wiretest.Message, want time.Duration) {
			t.Helper()
			if m.Deadline == nil || *m.Deadline != want.Milliseconds() {
				t.Errorf("not %v: %s", want, m.Raw)
			}
		}
		left(turn, 2*time.Minute)
		time.Sleep(50 * time.Second) // 20 of them out of the bank
		asked.Say(`{"type":"move","ply":9,"move":{"type":"take"}}`)
		asked.Line("error")
		turn = asked.Line("turn")
		left(turn, 70*time.Second)
		asked.Move(turn)
		next := waits.Until("turn")
		left(next, 2*time.Minute)
		waits.Move(next)
		left(asked.Until("turn"), 100*time.Second)
	})
}

func TestAnAbortedGameHasNoRatings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t)
		asked, waits, _ := h.table()
		for _, p := range []*program{asked, waits} {
			if m := p.Until("event"); string(m.Move) != `{"type":"abort"}` || *m.Seat != -1 || *m.Ply != 1 {
				t.Errorf("%s", m.Raw)
			}
			m := p.Line("end")
			if m.Result.Reason != "aborted" || !strings.Contains(m.Raw, `"winners":[]`) || !strings.Contains(m.Raw, `"ratings":[]`) {
				t.Errorf("%s", m.Raw)
			}
			if err := p.exit(); err != nil {
				t.Error(err)
			}
		}
	})
}

func TestTheServerGoesDown(t *testing.T) {
	h := open(t)
	asked, _, _ := h.table()
	queued := h.connect(request(h.Player("gutman")))
	queued.Until("queued")
	h.Broker.Drain(t.Context())
	for _, p := range []*program{asked, queued} {
		p.HangUp()
		if m := p.Line("notice"); m.Code != "draining" || wiretest.Shape(m.Raw) != "{code:string message:string type:string}" {
			t.Errorf("%s", m.Raw)
		}
		if err := p.Ended(); err == nil {
			t.Error("it ended as if all were done")
		}
	}
}
