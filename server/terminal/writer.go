package terminal

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"noir/internal/workers"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"golang.org/x/time/rate"
)

// frame is one view of the program for one window size.
type frame struct {
	lines *[]string // nil for none
	view  tea.View  // without its content
	size  Size
}

// pages is memory for the lines of frames, shared by all sessions: few frames wait at the same time.
var pages = sync.Pool{New: func() any { return new([]string) }}

// hold copies lines to the frame.
func (f *frame) hold(lines []string) {
	if f.lines == nil {
		f.lines = pages.Get().(*[]string)
	}
	*f.lines = append((*f.lines)[:0], lines...)
}

// drop gives up the frame's lines.
func (f *frame) drop() {
	if f.lines != nil {
		clear((*f.lines)[:cap(*f.lines)])
		pages.Put(f.lines)
		f.lines = nil
	}
}

const (
	// frameGap is the least average time between two frames. frameBurst of them may come at once: a
	// key that is first acknowledged and then answered is not delayed.
	frameGap   = time.Second / 60
	frameBurst = 3

	maxRaw = 4096 // bytes of Raw output that may wait; more is dropped

	// maxPending is the most that may wait for a terminal, apart from the lines of the newest
	// frame. Larger output goes out in pieces, each after a check for a newer frame.
	maxPending = 256 << 10
	fullAt     = maxPending / 2 // no further line is started: the longest fits in the rest

	// maxPiece is the most that is written in one call. An SSH channel keeps a buffer as large as
	// the largest piece, and a session rarely redraws its whole window.
	maxPiece = 1 << 10
)

// writer owns a terminal's output. Others give it the newest frame and go on. A goroutine that
// lives only while something is waiting sends what changed: most screens rest most of the time.
type writer struct {
	out      io.Writer
	meter    *Meter
	pace     *rate.Limiter // of frames
	failed   func()        // called when a write has failed
	panicked func(any)     // called when a view could not be drawn
	done     chan struct{} // closed by close
	workers  *workers.Pool
	busy     sync.WaitGroup

	mu      sync.Mutex
	writing bool // run has been claimed
	over    bool // nothing is started any more
	next    frame
	fresh   bool   // next is waiting
	waiting []byte // what the program writes in addition to its views

	// The rest belongs to run.
	screen  screen
	modes   modes
	failing bool
}

// init prepares a writer with nothing to write.
func (w *writer) init(out io.Writer, m *Meter, profile colorprofile.Profile, lent *workers.Pool) {
	w.out, w.meter, w.workers, w.screen.profile = out, m, lent, profile
	w.done, w.pace = make(chan struct{}), rate.NewLimiter(rate.Every(frameGap), frameBurst)
}

// show replaces any frame that has not been sent. It copies the lines and never blocks. If it returns
// true the caller must call run.
func (w *writer) show(lines []string, view tea.View, size Size) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.next.hold(lines)
	w.next.view, w.next.size, w.fresh = view, size, true
	return w.claim()
}

// raw returns a writer for what the program writes in addition to its views: bells, the clipboard,
// questions to the terminal. It never blocks, and drops output beyond maxRaw.
func (w *writer) raw() io.Writer { return rawWriter{w} }

type rawWriter struct{ *writer }

func (w rawWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.waiting)+len(p) <= maxRaw {
		w.waiting = append(w.waiting, p...)
	}
	w.begin()
	return len(p), nil
}

// begin starts writing what is waiting. The mutex must be held.
func (w *writer) begin() {
	if w.claim() {
		w.workers.Go(w.run)
	}
}

// claim reports whether the caller must call run; only one run is active at a time. The mutex must
// be held.
func (w *writer) claim() bool {
	if w.writing || w.over {
		return false
	}
	w.writing = true
	w.busy.Add(1)
	return true
}

// close restores the terminal, after the current write.
func (w *writer) close() {
	w.mu.Lock()
	w.over = true
	w.mu.Unlock()
	close(w.done)
	w.busy.Wait()
	if !w.failing {
		w.send(w.modes.leave)
	}
}

// run writes until nothing is waiting, or a write fails.
func (w *writer) run() {
	defer w.busy.Done()
	for w.more() && w.hold() {
		if !w.send(w.compose) {
			w.fail()
			return
		}
	}
}

// fail handles a failed write.
func (w *writer) fail() {
	w.mu.Lock()
	w.over = true
	w.mu.Unlock()
	w.failing = true
	w.failed()
}

// more reports whether anything is waiting. If not, run is over.
func (w *writer) more() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.writing = w.fresh || len(w.waiting) > 0
	return w.writing
}

// hold limits the frame rate, even during a flood of redraws. It returns false when the writer is
// closed.
func (w *writer) hold() bool {
	if w.pace.Allow() {
		return true
	}
	select {
	case <-w.done:
		return false
	case <-time.After(w.pace.Reserve().Delay()):
		return true
	}
}

// buffers is memory for output, shared by all sessions: few of thousands write at the same time,
// and nothing in it outlasts its use.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// send writes what compose appends to a pooled buffer.
func (w *writer) send(compose func([]byte) []byte) bool {
	lent := buffers.Get().(*[]byte)
	defer buffers.Put(lent)
	*lent = compose((*lent)[:0])
	for piece := range slices.Chunk(*lent, maxPiece) {
		if _, err := w.out.Write(piece); err != nil {
			return false
		}
	}
	return true
}

// compose appends everything that is waiting.
func (w *writer) compose(b []byte) (all []byte) {
	defer func() {
		if v := recover(); v != nil {
			all = append(b, ansi.ResetModeSynchronizedOutput...)
			w.panicked(v)
		}
	}()
	w.mu.Lock()
	f, fresh := w.next, w.fresh
	w.next, w.fresh = frame{}, false
	b = append(b, w.waiting...)
	w.waiting = w.waiting[:0]
	w.mu.Unlock()
	if !fresh {
		return b
	}
	defer f.drop()
	return w.picture(b, &f)
}

// picture appends what turns the terminal's picture into a frame, or a part of that; the rest is
// left to the next round.
func (w *writer) picture(b []byte, f *frame) []byte {
	b = append(b, ansi.SetModeSynchronizedOutput...)
	start := len(b)
	b = w.modes.enter(b, f.view)
	drawn := len(b)
	b, done := w.screen.draw(b, *f.lines, f.size)
	if !done {
		w.finish(f)
	}
	b = w.modes.point(b, f.view.Cursor, f.size, len(b) > drawn)
	if len(b) == start {
		return b[:start-len(ansi.SetModeSynchronizedOutput)]
	}
	if done {
		w.meter.frames.Add(1)
	}
	return append(b, ansi.ResetModeSynchronizedOutput...)
}

// finish puts a partly drawn frame back, unless there is a newer one.
func (w *writer) finish(f *frame) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.fresh {
		w.next, w.fresh = *f, true
		f.lines = nil
	}
}

// modes are the terminal modes that are switched on.
type modes struct {
	entered bool
	mouse   tea.MouseMode
	focus   bool
	title   string
	titled  bool // the terminal's own title is on its stack
	cursor  *tea.Cursor
	shaped  bool
}

const (
	pushTitle = "\x1b[22;2t"
	popTitle  = "\x1b[23;2t"
)

// enter appends the switches from the current modes to those of a view.
func (m *modes) enter(b []byte, v tea.View) []byte {
	if !m.entered {
		m.entered = true
		b = append(b, ansi.SetModeAltScreenSaveCursor+ansi.HideCursor+ansi.SetModeBracketedPaste...)
	}
	if m.mouse != v.MouseMode {
		b = append(m.mouseOff(b), mouseOn[v.MouseMode]...)
		m.mouse = v.MouseMode
	}
	if m.focus != v.ReportFocus {
		m.focus = v.ReportFocus
		if m.focus {
			b = append(b, ansi.SetModeFocusEvent...)
		} else {
			b = append(b, ansi.ResetModeFocusEvent...)
		}
	}
	if m.title != v.WindowTitle {
		if !m.titled {
			m.titled = true
			b = append(b, pushTitle...)
		}
		m.title = v.WindowTitle
		b = append(b, ansi.SetWindowTitle(strings.Map(printable, m.title))...)
	}
	return b
}

var mouseOn = map[tea.MouseMode]string{
	tea.MouseModeCellMotion: ansi.SetModeMouseButtonEvent + ansi.SetModeMouseExtSgr,
	tea.MouseModeAllMotion:  ansi.SetModeMouseAnyEvent + ansi.SetModeMouseExtSgr,
}

func (m *modes) mouseOff(b []byte) []byte {
	if m.mouse == tea.MouseModeNone {
		return b
	}
	return append(b, ansi.ResetModeMouseButtonEvent+ansi.ResetModeMouseAnyEvent+ansi.ResetModeMouseExtSgr...)
}

// point puts the cursor where the view wants it; moved tells that drawing left it elsewhere.
func (m *modes) point(b []byte, c *tea.Cursor, size Size, moved bool) []byte {
	was := m.cursor
	if c != nil && (c.X < 0 || c.Y < 0 || c.X >= size.Width || c.Y >= size.Height) {
		c = nil
	}
	m.cursor = c
	if c == nil {
		if was != nil {
			b = append(b, ansi.HideCursor...)
		}
		return b
	}
	if was == nil || moved || was.Position != c.Position {
		b = append(b, ansi.CursorPosition(c.X+1, c.Y+1)...)
	}
	if !m.shaped || was == nil || was.Shape != c.Shape || was.Blink != c.Blink {
		m.shaped = true
		shape := 2*int(c.Shape) + 1
		if !c.Blink {
			shape++
		}
		b = append(append(append(b, "\x1b["...), strconv.Itoa(shape)...), " q"...)
	}
	if was == nil {
		b = append(b, ansi.ShowCursor...)
	}
	return b
}

// leave appends what restores the terminal.
func (m *modes) leave(b []byte) []byte {
	if !m.entered {
		return b
	}
	b = append(m.mouseOff(b), ansi.ResetStyle+ansi.ResetModeBracketedPaste...)
	if m.focus {
		b = append(b, ansi.ResetModeFocusEvent...)
	}
	if m.shaped {
		b = append(b, "\x1b[0 q"...)
	}
	if m.titled {
		b = append(b, popTitle...)
	}
	return append(b, ansi.ShowCursor+ansi.ResetModeAltScreenSaveCursor...)
}

func printable(r rune) rune {
	if r < ' ' || r >= 0x7f && r < 0xa0 {
		return -1
	}
	return r
}
