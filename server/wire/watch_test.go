package wire_test

import (
	"context"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"noir/data"
	"noir/internal/await"
	"noir/matchmaking"
	"noir/server/wire"
	"noir/server/wiretest"
)

// watch connects a spectator.
func (h *house) watch(id string) *wiretest.Program[error] {
	h.t.Helper()
	return wiretest.Connect(h.t, func(ctx context.Context, _ io.Reader, out io.Writer) error {
		chair, err := h.Broker.Watch(ctx, data.MatchID(id))
		if err != nil {
			return err
		}
		return wire.Watch(ctx, chair, out)
	})
}

func TestWatchingByLines(t *testing.T) {
	h := open(t)
	asked, waits, turn := h.table()
	asked.Move(turn)
	waits.Until("turn")
	mine, err := h.Broker.Mine(t.Context(), asked.player.ID)
	if err != nil {
		t.Fatal(err)
	}
	w := h.watch(string(mine[0].ID))
	start := w.Line("start")
	want := strings.Replace(shapes["start"], " seat:number", "", 1)
	if got := wiretest.Shape(start.Raw); got != want {
		t.Errorf("start is\n%s, not\n%s", got, want)
	}
	w.Line("event")
	waits.Say(`{"type":"say","phrase":"hello"}`) // not for spectators
	asked.Until("notice")
	if err := asked.exit(); err != nil {
		t.Error(err)
	}
	if m := w.Line("notice"); m.Code != "away" || m.Seat == nil {
		t.Errorf("%s", m.Raw)
	}
	back := h.connect(request(asked.player))
	if m := w.Line("notice"); m.Code != "back" {
		t.Errorf("%s", m.Raw)
	}
	back.Say(`{"type":"resign"}`)
	w.Line("event")
	w.Line("end")
	if err := w.Ended(); err != nil {
		t.Error(err)
	}
}

func TestNobodyWatchesCardsInAHand(t *testing.T) {
	h := open(t)
	req := request(h.Player("marlowe"))
	req.Ticket.Bot, req.Ticket.Rated, req.Ticket.Pace = "easy", false, data.Fast
	p := h.connect(req)
	w := h.watch(p.Until("start").Table)
	own := p.Until("turn")
	p.Move(own)
	rounds := 0
	go func() { _, _ = p.Random(rand.New(rand.NewPCG(3, 4)), func(wiretest.Message) {}) }() // the end shows below
	for {
		m, err := w.Next()
		if err != nil || m.Type == "end" {
			break
		}
		rounds += strings.Count(m.Raw, `"type":"round"`)
		if strings.Contains(m.Raw, `"hand"`) || strings.Contains(m.Raw, `"view"`) || strings.Contains(m.Raw, `"legal"`) {
			t.Errorf("%s", m.Raw)
		}
	}
	if err := w.Ended(); err != nil || rounds == 0 {
		t.Errorf("%v after %d rounds", err, rounds)
	}
}

func TestWatchingNothing(t *testing.T) {
	h := open(t)
	if err := h.watch("nonesuch").Ended(); err != matchmaking.ErrNoTable {
		t.Errorf("%v", err)
	}
}

// TestAWatcherWhoIsGone is followed no further, though the game goes on.
func TestAWatcherWhoIsGone(t *testing.T) {
	h := open(t)
	asked, _, _ := h.table()
	mine, err := h.Broker.Mine(t.Context(), asked.player.ID)
	if err != nil {
		t.Fatal(err)
	}
	chair, err := h.Broker.Watch(t.Context(), mine[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	out, in := io.Pipe()
	_ = out.Close()
	watched := make(chan error, 1)
	go func() { watched <- wire.Watch(t.Context(), chair, in) }()
	if err := await.One(t, watched, "end of watching"); err != io.ErrClosedPipe {
		t.Errorf("it ends with %v", err)
	}
}
