package terminal

import (
	"errors"
	"io"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
)

// TestKeyboardOutlivesAPanic: input that the decoder or the program cannot stand ends the session, whether it is decoded at
// once or after a while, and is not decoded again.
func TestKeyboardOutlivesAPanic(t *testing.T) {
	for name, input := range map[string]string{"at once": "a", "a lone escape": "\x1b"} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var failed []any
				k := keyboard{tell: func(...tea.Msg) { panic("boom") }, failed: func(v any) { failed = append(failed, v) }}
				k.press([]byte(input))
				time.Sleep(time.Second)
				synctest.Wait()
				if len(failed) != 1 || failed[0] != "boom" || len(k.pending) > 0 {
					t.Errorf("it fails with %v, and %q is left", failed, k.pending)
				}
				k.stop()
			})
		})
	}
}

// broken takes some bytes and then none.
type broken struct{ takes int }

func (b broken) Write(p []byte) (int, error) { return min(b.takes, len(p)), io.ErrClosedPipe }

// TestAFailedWriteIsTold to its writer.
func TestAFailedWriteIsTold(t *testing.T) {
	w := CutAfter(broken{3}, time.Minute, func() { t.Error("cut off") })
	if n, err := w.Write([]byte("hello")); n != 3 || !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("%d bytes, %v", n, err)
	}
}

// TestScriptsThatTurn: the first and the last character of each block of right-to-left scripts, and what is beside them.
func TestScriptsThatTurn(t *testing.T) {
	for _, block := range [][2]rune{{0x590, 0x8FF}, {0xFB1D, 0xFDFF}, {0xFE70, 0xFEFE}, {0x10800, 0x10FFF}, {0x1E800, 0x1EFFF}} {
		for r, want := range map[rune]bool{block[0] - 1: false, block[0]: true, block[1]: true, block[1] + 1: false} {
			if turns(r) != want {
				t.Errorf("%U turns: %t", r, !want)
			}
		}
	}
}

// TestABellAloneIsWritten, which is one byte without a frame.
func TestABellAloneIsWritten(t *testing.T) {
	w := &writer{waiting: []byte("\a")}
	if !w.more() || !w.writing {
		t.Error("it waits for a frame")
	}
	w.waiting = nil
	if w.more() || w.writing {
		t.Error("there is nothing to write, and the writer goes on")
	}
}

// TestCommandsThatAreNone: programs may return no command among others, and batches without any.
func TestCommandsThatAreNone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &model{update: quitOn("q"), init: func() tea.Msg {
			return tea.BatchMsg{nil, func() tea.Msg { return tea.BatchMsg{} }, tea.Sequence(func() tea.Msg { return nil }, tea.Quit)}
		}}
		in, keys := io.Pipe()
		s := New(t.Context(), Terminal{In: in, Out: io.Discard, Cut: func() {}, Window: NewWindow(Size{40, 4})}, m, Options{})
		s.Run(func(reason error) {
			if reason != nil {
				t.Errorf("it ended with %v", reason)
			}
			_ = keys.Close()
		})
	})
}
