package terminal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"noir/internal/await"
)

// slow is a terminal that takes nothing until it is opened or cut. It notes how
// much was drawn before the next look for a newer frame, at most.
type slow struct {
	blocked
	drawn, largest int
}

func (w *slow) Write(p []byte) (int, error) {
	w.drawn += len(p)
	w.largest = max(w.largest, w.drawn)
	if bytes.HasSuffix(p, []byte(ansi.ResetModeSynchronizedOutput)) {
		w.drawn = 0
	}
	return w.blocked.Write(p)
}

// dazzling is a model whose frames take as many bytes as possible: every cell has a style of its
// own.
func dazzling(last *string) *model {
	frames := 0
	return &model{view: func(m *model) tea.View {
		frames++
		lines := make([]string, m.size.Height)
		for y := range lines {
			var line strings.Builder
			for x := range m.size.Width {
				n := frames*7919 + y*m.size.Width + x
				fmt.Fprintf(&line, "\x1b[1;4;38;5;%d;48;5;%dmx", n%256, n/256%256)
			}
			lines[y] = line.String()
		}
		*last = strings.Join(lines, "\n")
		return tea.NewView(*last)
	}}
}

// startSlow runs a model in a window of a size at a terminal that takes nothing.
func startSlow(t *testing.T, m *model, size Size) *slow {
	w := &slow{blocked: blocked{open: make(chan struct{}), entered: make(chan struct{}, 1)}}
	start(t.Context(), m, func(b *bench) io.Writer {
		b.emulator.Resize(size.Width, size.Height)
		w.bench = b
		b.window.Resize(size)
		return w
	})
	await.One(t, w.entered, "write")
	return w
}

// TestSlowReaderIsBounded: however many and however large the frames, a session holds the newest
// one and at most maxPending bytes, and the newest is shown in the end.
func TestSlowReaderIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		last, size := "", Size{250, 60}
		w := startSlow(t, dazzling(&last), size)
		synctest.Wait()
		before := heap()
		const frames = 30
		for range frames {
			w.mailbox.post("again")
		}
		synctest.Wait()
		if grown := heap() - before; grown > int64(3*len(last)) {
			t.Errorf("%d frames of %d bytes took %d bytes of memory", frames, len(last), grown)
		}
		close(w.open)
		time.Sleep(time.Minute)
		synctest.Wait()
		compare(t, w.emulator, full(last, size))
		if n := w.largest; n < fullAt || n > maxPending {
			t.Errorf("%d bytes were pending", n)
		}
		_ = w.keys.Close()
		_ = w.end(t)
	})
}

func heap() int64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

// TestMeter counts written frames and bytes, and waiting sessions.
func TestMeter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := startSlow(t, &model{}, Size{40, 4})
		w.mailbox.post("another frame") // than the one that is being written
		check := func(when string, frames, bytes uint64, waiting int64) {
			t.Helper()
			synctest.Wait()
			m := &w.meter
			if m.Frames() != frames || m.Bytes() != bytes || m.Blocked() != waiting {
				t.Errorf("%s: %d frames, %d bytes, %d blocked; want %d, %d, %d",
					when, m.Frames(), m.Bytes(), m.Blocked(), frames, bytes, waiting)
			}
		}
		check("at first", 1, 0, 0)
		time.Sleep(blockedAfter)
		check("after a while", 1, 0, 1)
		w.open <- struct{}{}
		time.Sleep(frameGap)
		check("after one write", 2, uint64(w.written.Load()), 0)
		time.Sleep(patience)
		if err := w.end(t); !errors.Is(err, ErrStalled) {
			t.Errorf("ended with %v", err)
		}
		check("in the end", 2, uint64(w.written.Load()), 0)
	})
}
