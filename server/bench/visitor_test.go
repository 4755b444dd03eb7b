package bench

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"noir/internal/await"
)

// stockAddr serves the bare server in this process.
func stockAddr(t *testing.T) string {
	t.Helper()
	t.Chdir(t.TempDir()) // where it makes its host key
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = ServeStock(l) // it fails when l is closed
	}()
	t.Cleanup(func() {
		_ = l.Close()
		await.One(t, served, "end of the bare server")
	})
	return l.Addr().String()
}

func visitStock(t *testing.T, addr string) *Visitor {
	t.Helper()
	p, err := newPerson("marlowe")
	if err != nil {
		t.Fatal(err)
	}
	v, err := Visit(t.Context(), addr, p)
	if err != nil {
		t.Fatal(err)
	}
	if err := StockScript().Enter(v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestVisitorSeesWhatHisKeysDo(t *testing.T) {
	v := visitStock(t, stockAddr(t))
	defer v.Close()
	before := v.bytes.Load()
	if took, err := v.Press("\x1b[C", time.Minute); err != nil || took <= 0 {
		t.Errorf("%v, %v", took, err)
	}
	if err := v.Await("2 of 7"); err != nil {
		t.Error(err)
	}
	if v.bytes.Load() == before {
		t.Error("nothing was counted")
	}
	if v.Drew("2 of 7") {
		t.Error("what was found is found again")
	}
}

// TestVisitorAnswersWhatAsks, and types nothing more.
func TestVisitorAnswersWhatAsks(t *testing.T) {
	v := visitStock(t, stockAddr(t))
	defer v.Close()
	const right = "\x1b[C"
	if err := v.Answer(right, func(string) bool { return true }, func(string) bool { return v.Drew("2 of 7") }); err != nil {
		t.Fatal(err)
	}
	asked := false
	if err := v.Answer(right, func(string) bool { asked = true; return false }, func(string) bool { return asked }); err != nil {
		t.Error(err)
	}
	if err := errors.Join(v.Type(right), v.Await("3 of 7")); err != nil || v.Drew("4 of 7") {
		t.Errorf("a key was typed that nobody had asked for: %v", err)
	}
}

func TestKeyThatChangesNothingIsUnanswered(t *testing.T) {
	v := visitStock(t, stockAddr(t))
	defer v.Close()
	if _, err := v.Press("\x1b[C", time.Minute); err != nil { // with it whatever the first picture leaves to do
		t.Fatal(err)
	}
	if err := v.Await("2 of 7"); err != nil {
		t.Fatal(err)
	}
	if _, err := v.Press("x", time.Second/5); !errors.Is(err, errUnanswered) {
		t.Errorf("not unanswered but %v", err)
	}
}

// TestNothingIsLeftOfAVisitor who leaves or crashes.
func TestNothingIsLeftOfAVisitor(t *testing.T) {
	addr := stockAddr(t)
	for name, leave := range map[string]func(*Visitor){"close": (*Visitor).Close, "reset": (*Visitor).Reset} {
		t.Run(name, func(t *testing.T) {
			// The server runs in this process and has goroutines of its own for them.
			mine := goleak.IgnoreAnyFunction("charm.land/ssh.(*Server).HandleConn")
			before := goleak.IgnoreCurrent()
			v := visitStock(t, addr)
			leave(v)
			if err := v.Await("anything"); err == nil {
				t.Error("text came from a connection that has ended")
			}
			goleak.VerifyNone(t, before, mine)
		})
	}
}

func TestProcessThatDoesNotServe(t *testing.T) {
	_, err := Start(exec.Command("sh", "-c", "echo no more places >&2; exit 3"))
	if err == nil || !strings.Contains(err.Error(), "no more places") {
		t.Errorf("%v", err)
	}
	if _, err := Start(exec.Command(filepath.Join(t.TempDir(), "nothing"))); err == nil {
		t.Error("nothing was started")
	}
}

// TestAProcessSaysLongLines without waiting for anybody to read them.
func TestAProcessSaysLongLines(t *testing.T) {
	long := fmt.Sprintf("printf '%%0%dd\\n' 0 >&2", 1<<18)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	p, err := Start(exec.CommandContext(ctx, "sh", "-c", long+"; echo listening on somewhere:22 >&2; "+long+"; printf end >&2"))
	if err != nil {
		t.Fatalf("within a minute it has not said all: %v", err)
	}
	var said []int
	for _, line := range <-p.Said {
		said = append(said, len(line))
	}
	if err := p.Cmd.Wait(); err != nil || !slices.Equal(said, []int{1 << 18, len(listens + "somewhere:22"), 1 << 18, len("end")}) {
		t.Errorf("it ended with %v, and said lines of %d bytes", err, said)
	}
}

func TestProcessIsMeasured(t *testing.T) {
	p, err := Start(exec.Command("sh", "-c", "echo listening on somewhere:22 >&2; while :; do :; done"))
	if err != nil {
		t.Fatal(err)
	}
	if p.Addr != "somewhere:22" {
		t.Errorf("it listens on %q", p.Addr)
	}
	for cpu := time.Duration(0); cpu == 0; { // it is busy: some time comes together
		if cpu, err = p.CPU(); err != nil {
			t.Fatal(err)
		}
	}
	resident := func() (pages int64) {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", p.Cmd.Process.Pid))
		if err == nil {
			_, err = fmt.Sscan(string(text), new(int64), &pages)
		}
		if err != nil {
			t.Fatal(err)
		}
		return pages
	}
	least := resident() * int64(os.Getpagesize())
	rss, err := p.RSS()
	if most := resident() * int64(os.Getpagesize()); err != nil || rss <= 0 || rss < min(least, most) || rss > max(least, most) {
		t.Errorf("%d bytes, of which the kernel counts %d to %d, %v", rss, least, most, err)
	}
	if err := p.Kill(); err != nil {
		t.Fatal(err)
	}
	if _, err := p.RSS(); err == nil {
		t.Error("it has memory after its end")
	}
}
