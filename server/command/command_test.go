package command_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"

	"go.uber.org/goleak"
	"golang.org/x/crypto/ssh"

	"noir/app/service"
	"noir/data"
	"noir/data/record"
	"noir/data/review"
	"noir/data/stats"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/engine/noirburg"
	"noir/internal/await"
	"noir/internal/language"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/server/command"
	"noir/server/wiretest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// house is a real house with a desk.
type house struct {
	*wiretest.House
	*command.Desk
	t        testing.TB
	reviewer *review.Reviewer
	services service.Config // of its services
}

func open(t testing.TB, before ...func(data.Store)) *house {
	t.Helper()
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	all, prices := []engine.Game{districtnoir.Game{}, noirburg.Game{}}, quota.NewLedger(nil)
	h := &house{House: wiretest.Open(t, before...), t: t}
	h.Desk = &command.Desk{
		Version: "1.2.3", Broker: h.House.Broker, Log: slog.New(slog.DiscardHandler), Address: "ssh noir.example.com",
		Games: []command.Game{{
			Game:     districtnoir.Game{},
			Teller:   func(*language.Reader) command.Teller { return new(teller) },
			Rules:    func(string) string { return "# District Noir\n\nTwo play.\n" },
			Switches: []command.Switch{{Flag: "no-money-win", Option: "money_win"}},
		}},
		Here: func(_, _ data.PlayerID) bool { return false },
		Seal: func(m data.Match) ([]byte, error) { return record.Sealed(all, m, signer) },
		Cast: func(_ context.Context, m data.Match, out io.Writer) error {
			_, err := fmt.Fprintf(out, "cast of %s\n", m.ID)
			return err
		},
	}
	h.reviewer = review.New(h.House.Store, all, h.House.Broker.Lend, prices, slog.New(slog.DiscardHandler))
	t.Cleanup(h.reviewer.Close)
	h.services = service.Config{
		Store: h.House.Store, Broker: h.House.Broker, Games: all, Stats: stats.New(h.House.Store, all, prices), Reviewer: h.reviewer, Quota: prices,
	}
	h.Services = service.New(h.services)
	return h
}

// teller says who made which move.
type teller struct{ seats []matchmaking.Seated }

func (s *teller) Show(f matchmaking.Frame) error {
	s.seats = f.Seats
	return nil
}

func (s *teller) Tell(l engine.Line) string { return s.seats[l.Seat].Name + " " + string(l.Move) }

func (s *teller) Advise(move json.RawMessage) string { return string(move) }

func (s *teller) Plain() []string { return nil }

func (s *teller) Command(line string) (json.RawMessage, error) { return nil, errors.New(line + "?") }

func (s *teller) Refuse(refused *engine.Illegal) string { return refused.Message }

// answer is the result of a command.
type answer struct {
	code     int
	out, err string
}

// run answers a command line without quotes.
func (h *house) run(p data.Player, line string) answer {
	var out, errOut bytes.Buffer
	code := h.Run(h.t.Context(), command.Call{
		Player: p, Keys: h.keys("SHA256:" + p.Name), Args: strings.Fields(line), In: strings.NewReader(""), Out: &out, Err: &errOut,
	})
	if code == 0 {
		checkDocument(h.t, strings.Fields(line), out.String())
	}
	return answer{code, out.String(), errOut.String()}
}

// ask runs a command that must succeed, and returns what it prints.
func (h *house) ask(p data.Player, line string) string {
	h.t.Helper()
	a := h.run(p, line)
	if a.code != 0 || a.err != "" {
		h.t.Fatalf("%s: exit code %d, %s", line, a.code, a.err)
	}
	return a.out
}

// program is a client of `play` or `watch`; its exit code is the result.
type program struct {
	*wiretest.Program[int]
	errOut bytes.Buffer // to be read when it has ended
}

func (h *house) connect(p data.Player, line string) *program {
	c := new(program)
	c.Program = wiretest.Connect(h.t, func(ctx context.Context, in io.Reader, out io.Writer) int {
		return h.Run(ctx, command.Call{Player: p, Args: strings.Fields(line), In: in, Out: out, Err: &c.errOut})
	})
	return c
}

// resigned plays a rated game that the second player resigns after one move each, and returns its
// id.
func (h *house) resigned(winner, loser data.Player) string {
	h.t.Helper()
	w, l := h.connect(winner, "play district-noir --json"), h.connect(loser, "play district-noir --json")
	id := w.Until("start").Table
	l.Until("start")
	h.move(w, l)
	l.Say(`{"type":"resign"}`)
	for _, p := range []*program{w, l} {
		p.Until("end")
		p.Say(`{"type":"leave"}`)
		if code := p.Ended(); code != 0 {
			h.t.Errorf("exit code %d: %s", code, &p.errOut)
		}
	}
	return id
}

// move has both programs, which have read the start, move once.
func (h *house) move(a, b *program) {
	h.t.Helper()
	moved := make(chan struct{})
	go func() {
		defer close(moved)
		if m, err := a.Await("turn"); err == nil {
			_ = a.Play(*m.Ply, m.Legal[0])
		}
	}()
	b.Move(b.Until("turn"))
	await.One(h.t, moved, "first move")
	for *b.Until("event").Ply != 2 {
	}
}

// keys are those of a visitor with a key.
func (h *house) keys(fingerprint string) *service.Keys {
	return service.NewKeys(h.House.Store, fingerprint, nil)
}
