package wire_test

import (
	"context"
	"io"
	"log/slog"
	"testing"

	"go.uber.org/goleak"

	"noir/data"
	"noir/engine/districtnoir"
	"noir/matchmaking"
	"noir/server/wire"
	"noir/server/wiretest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const game = "district-noir"

// house is a real broker over a real store.
type house struct {
	*wiretest.House
	t testing.TB
}

func open(t testing.TB) *house {
	t.Helper()
	return &house{House: wiretest.Open(t), t: t}
}

// request is the wish of `play district-noir --json`.
func request(p data.Player) wire.Request {
	return wire.Request{Server: "noir test", Log: slog.New(slog.DiscardHandler), Rules: districtnoir.Game{}, Ticket: matchmaking.Ticket{
		Player: p, Terms: matchmaking.Terms{Game: game, Rated: !p.ID.Guest(), Pace: data.Live},
	}}
}

// program is a client that plays for a player.
type program struct {
	*wiretest.Program[error]
	player data.Player
}

// connect runs Play for a program.
func (h *house) connect(req wire.Request) *program {
	return &program{
		player: req.Ticket.Player,
		Program: wiretest.Connect(h.t, func(ctx context.Context, in io.Reader, out io.Writer) error {
			return wire.Play(ctx, h.Broker, req, in, out)
		}),
	}
}

// exit closes the input and returns what came of the connection.
func (p *program) exit() error {
	p.EndInput()
	return p.Ended()
}

// table connects two programs and returns first the one with the first turn, and that turn.
func (h *house) table() (asked, waits *program, turn wiretest.Message) {
	h.t.Helper()
	return h.between(request(h.Player("marlowe")), request(h.Player("spade")))
}

// between does the same for two requests that lead to one table.
func (h *house) between(one, other wire.Request) (asked, waits *program, turn wiretest.Message) {
	h.t.Helper()
	a, b := h.connect(one), h.connect(other)
	return h.seated(a, b)
}

// seated waits until two programs have sat down together.
func (h *house) seated(a, b *program) (asked, waits *program, turn wiretest.Message) {
	h.t.Helper()
	sa, sb := a.Until("start"), b.Until("start")
	if sa.Table != sb.Table || *sa.Seat == *sb.Seat {
		h.t.Fatalf("start: %s and %s", sa.Raw, sb.Raw)
	}
	state, err := districtnoir.Game{}.Start(h.Match(sa.Table).Setup())
	if err != nil {
		h.t.Fatal(err)
	}
	if state.Prompts()[0].Seat != *sa.Seat {
		a, b = b, a
	}
	return a, b, a.Line("turn")
}
