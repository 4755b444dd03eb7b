package term

import (
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// frame is one view of the program for one window size.
type frame struct {
	view tea.View
	size Size
}

const (
	frameGap = time.Second / 60 // at least between two frames
	maxRaw   = 4096             // bytes of Raw output that wait; what comes on top is dropped
)

// writer owns a terminal's output. Others leave the newest frame with it and go
// on; its own goroutine sends what changed.
type writer struct {
	out      io.Writer
	failed   func()    // called when out has failed
	panicked func(any) // called when a view could not be drawn
	wake     chan struct{}
	done     chan struct{}

	mu      sync.Mutex
	next    *frame
	waiting []byte // what the program writes past its views
	redraw  bool

	// The rest belongs to run.
	screen screen
	modes  modes
}

func newWriter(out io.Writer, profile colorprofile.Profile) *writer {
	return &writer{
		out: out, wake: make(chan struct{}, 1), done: make(chan struct{}),
		screen: screen{profile: profile},
	}
}

// show leaves a frame in place of any that has not been sent. It never blocks.
func (w *writer) show(f frame) {
	w.mu.Lock()
	w.next = &f
	w.mu.Unlock()
	w.nudge()
}

// clear has the terminal cleared and drawn anew.
func (w *writer) clear() {
	w.mu.Lock()
	w.redraw = true
	w.mu.Unlock()
	w.nudge()
}

// raw returns where the program writes past its views: bells, the clipboard,
// questions to the terminal. It never blocks and drops what is too much.
func (w *writer) raw() io.Writer { return rawWriter{w} }

type rawWriter struct{ *writer }

func (w rawWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	if len(w.waiting)+len(p) <= maxRaw {
		w.waiting = append(w.waiting, p...)
	}
	w.mu.Unlock()
	w.nudge()
	return len(p), nil
}

func (w *writer) nudge() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// close ends run, which then gives the terminal back.
func (w *writer) close() { close(w.done) }

// run writes until close or until the terminal takes nothing more.
func (w *writer) run() {
	pause := time.NewTimer(0)
	defer pause.Stop()
	for {
		select {
		case <-w.done:
			w.send(func(b []byte) []byte { return w.modes.leave(b) })
			return
		case <-w.wake:
		}
		select { // even while a flood of messages redraws
		case <-w.done:
			continue
		case <-pause.C:
		}
		if !w.send(w.compose) {
			w.failed()
			return
		}
		pause.Reset(frameGap)
	}
}

var buffers = sync.Pool{New: func() any { return new([]byte) }}

// send writes what compose appends to a lent buffer.
func (w *writer) send(compose func([]byte) []byte) bool {
	lent := buffers.Get().(*[]byte)
	defer buffers.Put(lent)
	b := compose((*lent)[:0])
	*lent = b
	if len(b) == 0 {
		return true
	}
	_, err := w.out.Write(b)
	return err == nil
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
	f, redraw := w.next, w.redraw
	w.next, w.redraw = nil, false
	b = append(b, w.waiting...)
	w.waiting = w.waiting[:0]
	w.mu.Unlock()
	if redraw {
		w.screen.clear()
	}
	if f == nil {
		return b
	}
	b = append(b, ansi.SetModeSynchronizedOutput...)
	start := len(b)
	b = w.modes.enter(b, f.view)
	drawn := len(b)
	b = w.screen.draw(b, f.view.Content, f.size)
	b = w.modes.point(b, f.view.Cursor, f.size, len(b) > drawn)
	if len(b) == start {
		return b[:start-len(ansi.SetModeSynchronizedOutput)]
	}
	return append(b, ansi.ResetModeSynchronizedOutput...)
}

// modes is what a terminal has been switched to.
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

// enter appends the switches from the present modes to those of a view.
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

// point puts the cursor where the view wants it; moved tells that drawing has
// left it elsewhere.
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

// leave appends what gives the terminal back as it was.
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

// CutAfter returns a writer that calls cut when a write blocks for d. cut must
// make the write return.
func CutAfter(w io.Writer, d time.Duration, cut func()) io.Writer {
	return &cutWriter{w, d, cut}
}

type cutWriter struct {
	io.Writer
	patience time.Duration
	cut      func()
}

func (w *cutWriter) Write(p []byte) (int, error) {
	defer time.AfterFunc(w.patience, w.cut).Stop()
	return w.Writer.Write(p)
}
