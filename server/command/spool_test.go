package command_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"

	"noir/data"
	"noir/internal/await"
	"noir/internal/quota"
	"noir/server/command"
)

// by is a context in which a player pays.
func (h *house) by(p data.Player) context.Context {
	return quota.With(h.t.Context(), quota.Payer{ID: quota.Player(int64(p.ID))})
}

// TestReplaysInTurn: of one player two recordings are made at a time, and the others when
// these are done; another player's goes on beside them.
func TestReplaysInTurn(t *testing.T) {
	h := open(t)
	marlowe, spade := h.Player("marlowe"), h.Player("spade")
	id := h.resigned(marlowe, spade)
	var working atomic.Int32
	begun, goOn := make(chan struct{}, 8), make(chan struct{}, 8)
	h.Cast = func(ctx context.Context, m data.Match, out io.Writer) error {
		working.Add(1)
		defer working.Add(-1)
		begun <- struct{}{}
		<-goOn
		_, err := fmt.Fprintln(out, "cast of", m.ID)
		return err
	}
	done := make(chan answer, 8)
	ask := func(p data.Player) {
		go func() {
			var out, errOut bytes.Buffer
			code := h.Run(h.by(p), command.Call{Player: p, Args: []string{"replay", id, "--cast"}, Out: &out, Err: &errOut})
			done <- answer{code, out.String(), errOut.String()}
		}()
	}
	for range 5 {
		ask(marlowe)
	}
	await.One(t, begun, "first recording")
	await.One(t, begun, "second recording")
	ask(spade)
	await.One(t, begun, "recording of the other player") // one does not wait for the other
	for range 6 {
		if n := working.Load(); n > 3 {
			t.Errorf("%d are made at once", n)
		}
		goOn <- struct{}{}
		if a := await.One(t, done, "end of a replay"); a.code != 0 || !strings.Contains(a.out, id) {
			t.Errorf("%+v", a)
		}
	}
}

// TestSlowReadersKeepNoPlace: callers who do not read their output keep nobody waiting.
func TestSlowReadersKeepNoPlace(t *testing.T) {
	h := open(t)
	marlowe, spade := h.Player("marlowe"), h.Player("spade")
	id := h.resigned(marlowe, spade)
	ended := make(chan int)
	for range 3 {
		in, out := io.Pipe()
		go func() {
			ended <- h.Run(h.by(marlowe), command.Call{Player: marlowe, Args: []string{"replay", id}, Out: out, Err: io.Discard})
		}()
		var first [1]byte
		if _, err := in.Read(first[:]); err != nil { // it has been made
			t.Fatal(err)
		}
		defer func() {
			_ = in.Close()
			await.One(t, ended, "end of a slow replay")
		}()
	}
	var out, errOut bytes.Buffer
	if code := h.Run(h.by(marlowe), command.Call{Player: marlowe, Args: []string{"replay", id}, Out: &out, Err: &errOut}); code != 0 || !strings.Contains(out.String(), id) {
		t.Errorf("exit code %d, %s%s", code, out.String(), errOut.String())
	}
}
