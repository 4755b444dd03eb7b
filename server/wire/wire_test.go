package wire_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"noir/data"
	"noir/data/sqlite"
	"noir/engine/districtnoir"
	"noir/matchmaking"
	"noir/server/wire"
	"noir/server/wiretest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// house is a real broker over a real store.
type house struct {
	*matchmaking.Local
	t     *testing.T
	store data.Store
}

func openHouse(t *testing.T) *house {
	t.Helper()
	store, err := sqlite.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	l, err := matchmaking.NewLocal(t.Context(), store, slog.New(slog.DiscardHandler), districtnoir.Game{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		l.Close()
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return &house{Local: l, t: t, store: store}
}

func (h *house) player(name string) data.Player {
	h.t.Helper()
	p, err := h.store.CreatePlayer(h.t.Context(), name, "SHA256:"+name, "")
	if err != nil {
		h.t.Fatal(err)
	}
	return p
}

// request is the wish of `play district-noir --json`.
func request(p data.Player) wire.Request {
	return wire.Request{Server: "noir test", Ticket: matchmaking.Ticket{
		Player: p, Terms: matchmaking.Terms{Game: "district-noir", Rated: true, Pace: data.Live},
	}}
}

// program is a client whose connection runs.
type program struct {
	*wiretest.Client
	t      *testing.T
	player data.Player
	input  io.Closer
	code   chan int
	said   *bytes.Buffer // on the error stream; to be read after the exit
}

// pipe is one direction of a connection; like a channel of SSH it holds some
// bytes that nobody has read yet.
func pipe(t *testing.T) (*os.File, *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	return r, w
}

// connect runs Play behind two pipes.
func (h *house) connect(req wire.Request) *program {
	h.t.Helper()
	fromClient, toServer := pipe(h.t)
	fromServer, toClient := pipe(h.t)
	p := &program{
		Client: wiretest.NewClient(fromServer, toServer),
		t:      h.t, player: req.Ticket.Player, input: toServer, code: make(chan int, 1), said: new(bytes.Buffer),
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		p.code <- wire.Play(ctx, h, req, fromClient, toClient, p.said)
		fromClient.Close()
		toClient.Close()
	}()
	h.t.Cleanup(func() {
		cancel()
		toServer.Close()
		fromServer.Close()
	})
	return p
}

func (p *program) await(kind string) wiretest.Message {
	p.t.Helper()
	m, err := p.Await(kind)
	if err != nil {
		p.t.Fatal(err)
	}
	return m
}

func (p *program) send(format string, args ...any) {
	p.t.Helper()
	if err := p.Send(fmt.Sprintf(format, args...)); err != nil {
		p.t.Fatal(err)
	}
}

// exit closes the input and returns the exit code.
func (p *program) exit() int {
	p.t.Helper()
	p.input.Close()
	return p.ended()
}

// ended reads what is left and returns the exit code.
func (p *program) ended() int {
	p.t.Helper()
	for {
		if _, err := p.Next(); err != nil {
			return <-p.code
		}
	}
}

// table connects two programs and returns first who has the first turn, with it.
func (h *house) table() (asked, waits *program, turn wiretest.Message) {
	h.t.Helper()
	a, b := h.connect(request(h.player("marlowe"))), h.connect(request(h.player("spade")))
	sa, sb := a.await("start"), b.await("start")
	if sa.Table != sb.Table || *sa.Seat == *sb.Seat {
		h.t.Fatalf("start: %s and %s", sa.Raw, sb.Raw)
	}
	m, err := h.store.Match(h.t.Context(), data.MatchID(sa.Table))
	if err != nil {
		h.t.Fatal(err)
	}
	state, err := districtnoir.Game{}.Start(m.Setup())
	if err != nil {
		h.t.Fatal(err)
	}
	if state.Prompts()[0].Seat != *sa.Seat {
		a, b = b, a
	}
	return a, b, a.await("turn")
}

func TestTwoProgramsFinishAGame(t *testing.T) {
	h := openHouse(t)
	games := make(chan wiretest.Game, 2)
	for i, name := range []string{"marlowe", "spade"} {
		p := h.connect(request(h.player(name)))
		hello := p.await("hello")
		if hello.Protocol != 1 || hello.Player.Name != name || hello.Player.Guest {
			t.Errorf("%s", hello.Raw)
		}
		go func() {
			g, err := p.Random(rand.New(rand.NewPCG(1, uint64(i))), func(wiretest.Message) {})
			if err != nil {
				t.Error(err)
			}
			if err := p.Send(`{"type":"leave"}`); err != nil {
				t.Error(err)
			}
			if code := p.ended(); code != wire.Done {
				t.Errorf("exit code %d", code)
			}
			games <- g
		}()
	}
	a, b := <-games, <-games
	if a.End == nil || b.End == nil || a.Start.Table != b.End.ID || len(a.Events) != len(b.Events) {
		t.Fatalf("%+v\n%+v", a, b)
	}
	if len(a.End.Ratings) != 2 || a.End.Seed == "" || !strings.HasPrefix(a.Start.Commit, "sha256:") {
		t.Errorf("%s\n%s", a.Start.Raw, a.End.Raw)
	}
	for i, e := range a.Events {
		if *e.Ply != i+1 {
			t.Errorf("event %d has ply %d", i+1, *e.Ply)
		}
	}
}

func TestEveryRefusedLineSaysWhy(t *testing.T) {
	h := openHouse(t)
	asked, waits, turn := h.table()
	held := string(turn.Legal[0])
	for _, c := range []struct {
		name, line, code, reason string
		ply                      bool
	}{
		{"no JSON", `move`, "bad_json", "", false},
		{"two objects", `{"type":"resign"} {"type":"resign"}`, "bad_json", "", false},
		{"no object", `[1,2]`, "bad_json", "", false},
		{"null", `null`, "bad_json", "", false},
		{"no type", `{"ply":1}`, "bad_json", "", true},
		{"unknown type", `{"type":"fold","ply":1}`, "bad_json", "", true},
		{"not UTF-8", "{\"type\":\"say\",\"phrase\":\"\xff\"}", "bad_json", "", false},
		{"empty", ``, "bad_json", "", false},
		{"deep", strings.Repeat("[", 4000), "bad_json", "", false},
		{"no ply", `{"type":"move","move":` + held + `}`, "bad_move", "", false},
		{"a ply in words", `{"type":"move","ply":"1","move":` + held + `}`, "bad_move", "", false},
		{"half a ply", `{"type":"move","ply":1.5,"move":` + held + `}`, "bad_move", "", false},
		{"no move", `{"type":"move","ply":1}`, "bad_move", "", true},
		{"a move in words", `{"type":"move","ply":1,"move":"take"}`, "bad_move", "", true},
		{"unknown move", `{"type":"move","ply":1,"move":{"type":"fold"}}`, "bad_move", "", true},
		{"the clock's move", `{"type":"move","ply":1,"move":{"type":"timeout"}}`, "bad_move", "", true},
		{"resignation as a move", `{"type":"move","ply":1,"move":{"type":"resign"}}`, "bad_move", "", true},
		{"unknown card", `{"type":"move","ply":1,"move":{"type":"play","card":"9"}}`, "bad_move", "", true},
		{"another ply", `{"type":"move","ply":7,"move":` + held + `}`, "stale_ply", "", true},
		{"too long", `{"type":"say","phrase":"` + strings.Repeat("x", 5000) + `"}`, "too_long", "", false},
		{"unknown phrase", `{"type":"say","phrase":"free text"}`, "bad_move", "", false},
		{"rematch too early", `{"type":"rematch"}`, "not_your_turn", "", false},
		{"leaving a game", `{"type":"leave"}`, "not_your_turn", "", false},
		{"a card of others", `{"type":"move","ply":1,"move":` + missing(turn) + `}`, "illegal_move", "CARD_NOT_IN_HAND", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			asked.send("%s", c.line)
			m := asked.await("error")
			if m.Code != c.code || m.Reason != c.reason || (m.Ply != nil) != c.ply {
				t.Errorf("%s", m.Raw)
			}
			if isMove := strings.Contains(c.line, `"move"`) && c.code != "bad_json"; isMove {
				if again := asked.await("turn"); string(again.View) != string(turn.View) || *again.Ply != 1 {
					t.Errorf("the turn is another: %s", again.Raw)
				}
			}
		})
	}
	waits.send(`{"type":"move","ply":1,"move":%s}`, held)
	if m := waits.await("error"); m.Code != "not_your_turn" || *m.Ply != 1 {
		t.Errorf("%s", m.Raw)
	}
	asked.send(`{"type":"move","ply":1,"move":%s}`, held)
	if m := asked.await("event"); *m.Ply != 1 {
		t.Errorf("%s", m.Raw)
	}
	asked.send(`{"type":"move","ply":1,"move":%s}`, held)
	if m := asked.await("error"); m.Code != "not_your_turn" {
		t.Errorf("a repeated line: %s", m.Raw)
	}
}

// missing is a card that the hand of a turn does not hold.
func missing(turn wiretest.Message) string {
	legal := map[string]bool{}
	for _, m := range turn.Legal {
		legal[string(m)] = true
	}
	for _, card := range []string{"5", "6", "7", "8", "+2", "+3", "+4", "-1", "-2", "-3"} {
		if move := `{"type":"play","card":"` + card + `"}`; !legal[move] {
			return move
		}
	}
	return ""
}

func TestTakingAGameUpAgain(t *testing.T) {
	h := openHouse(t)
	asked, waits, turn := h.table()
	if err := asked.Play(1, turn.Legal[0]); err != nil {
		t.Fatal(err)
	}
	next := waits.await("turn")
	if code := asked.exit(); code != wire.Done {
		t.Errorf("the end of input: exit code %d", code)
	}
	if m := waits.await("notice"); m.Code != "away" {
		t.Errorf("%s", m.Raw)
	}
	if err := waits.Play(*next.Ply, next.Legal[0]); err != nil {
		t.Fatal(err)
	}
	waits.await("event")

	again := h.connect(request(asked.player))
	if m, err := again.Next(); err != nil || m.Type != "hello" {
		t.Fatalf("%s, %v", m.Raw, err)
	}
	for i, want := range []string{"start", "event", "event", "turn"} {
		m, err := again.Next()
		if err != nil || m.Type != want {
			t.Fatalf("line %d: %s, %v", i, m.Raw, err)
		}
	}
	if m := waits.await("notice"); m.Code != "back" {
		t.Errorf("%s", m.Raw)
	}
	fresh := request(asked.player)
	fresh.New = true
	refused := h.connect(fresh)
	if code := refused.ended(); code != wire.Failed || !strings.Contains(refused.said.String(), "running") {
		t.Errorf("--new beside a live game: exit code %d, %q", code, refused.said)
	}
}

func TestOnlyFourConnectionsShowASeat(t *testing.T) {
	h := openHouse(t)
	asked, _, turn := h.table()
	var others []*program
	for range 3 {
		p := h.connect(request(asked.player))
		if again := p.await("turn"); string(again.View) != string(turn.View) {
			t.Errorf("another view: %s", again.Raw)
		}
		others = append(others, p)
	}
	fifth := h.connect(request(asked.player))
	if m := fifth.await("notice"); m.Code != "too_many_connections" {
		t.Errorf("%s", m.Raw)
	}
	if code := fifth.ended(); code != wire.Failed {
		t.Errorf("exit code %d", code)
	}
	if err := others[0].Play(1, turn.Legal[0]); err != nil {
		t.Fatal(err)
	}
	for _, p := range append(others, asked) {
		if m := p.await("event"); *m.Ply != 1 {
			t.Errorf("%s", m.Raw)
		}
	}
}

func TestResigningAndRematch(t *testing.T) {
	h := openHouse(t)
	asked, waits, _ := h.table()
	waits.send(`{"type":"resign"}`)
	for _, p := range []*program{asked, waits} {
		if m := p.await("event"); string(m.Move) != `{"type":"resign"}` || *m.Ply != 1 {
			t.Errorf("%s", m.Raw)
		}
		if m := p.await("end"); m.Result.Reason != "resigned" {
			t.Errorf("%s", m.Raw)
		}
	}
	asked.send(`{"type":"move","ply":2,"move":{"type":"take"}}`)
	if m := asked.await("error"); m.Code != "not_your_turn" {
		t.Errorf("a move after the end: %s", m.Raw)
	}
	asked.send(`{"type":"rematch"}`)
	if m := waits.await("notice"); m.Code != "rematch_offered" {
		t.Errorf("%s", m.Raw)
	}
	waits.send(`{"type":"rematch"}`)
	a, b := asked.await("start"), waits.await("start")
	if a.Table != b.Table || !a.Rated {
		t.Errorf("%s\n%s", a.Raw, b.Raw)
	}
}

func TestLeavingTheQueue(t *testing.T) {
	h := openHouse(t)
	p := h.connect(request(h.player("marlowe")))
	if m := p.await("queued"); m.Waiting != 1 || !m.Rated {
		t.Errorf("%s", m.Raw)
	}
	p.send(`{"type":"move","ply":1,"move":{"type":"take"}}`)
	if m := p.await("error"); m.Code != "not_your_turn" {
		t.Errorf("a move while queued: %s", m.Raw)
	}
	p.send(`{"type":"leave"}`)
	if code := p.ended(); code != wire.Done {
		t.Errorf("exit code %d", code)
	}
}

func TestAFloodIsRefusedAndThenCut(t *testing.T) {
	h := openHouse(t)
	asked, waits, turn := h.table()
	flooding := make(chan struct{})
	go func() {
		defer close(flooding)
		for asked.Send(`{"type":"move","ply":9,"move":{"type":"take"}}`) == nil {
		}
	}()
	limited := 0
	var last wiretest.Message
	for {
		m, err := asked.Next()
		if err != nil {
			break
		}
		if m.Code == "rate_limited" {
			limited++
			if m.RetryMS <= 0 || *m.Ply != 9 {
				t.Fatalf("%s", m.Raw)
			}
		}
		last = m
	}
	if code := <-asked.code; code != wire.Failed || last.Code != "too_many_errors" || limited < 800 {
		t.Errorf("exit code %d after %d refusals, last %s", code, limited, last.Raw)
	}
	<-flooding
	again := h.connect(request(asked.player))
	if m := again.await("turn"); string(m.View) != string(turn.View) {
		t.Errorf("the seat is not kept: %s", m.Raw)
	}
	waits.send(`{"type":"resign"}`)
	again.await("end")
}

func TestWatchingByLines(t *testing.T) {
	h := openHouse(t)
	asked, waits, turn := h.table()
	if err := asked.Play(1, turn.Legal[0]); err != nil {
		t.Fatal(err)
	}
	waits.await("turn")
	mine, err := h.Mine(t.Context(), asked.player.ID)
	if err != nil {
		t.Fatal(err)
	}
	fromServer, toClient := pipe(t)
	defer fromServer.Close()
	defer toClient.Close()
	code := make(chan int, 1)
	go func() { code <- wire.Watch(context.Background(), h, mine[0].ID, toClient, io.Discard) }()
	w := wiretest.NewClient(fromServer, io.Discard)
	for i, want := range []string{"start", "event"} {
		m, err := w.Next()
		if err != nil || m.Type != want || m.Seat != nil && want == "start" {
			t.Fatalf("line %d: %s, %v", i, m.Raw, err)
		}
	}
	waits.send(`{"type":"resign"}`)
	if _, err := w.Await("end"); err != nil {
		t.Fatal(err)
	}
	if c := <-code; c != wire.Done {
		t.Errorf("exit code %d", c)
	}
}
