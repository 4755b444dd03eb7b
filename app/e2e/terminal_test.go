package e2e

import (
	"errors"
	"io"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"golang.org/x/crypto/ssh"
)

// terminal is what a person sees: a window of cells at the end of a connection.
type terminal struct {
	conn    *ssh.Client
	session *ssh.Session
	ended   func() error // waits for the end of the session and says why it has ended
	keys    io.Writer
	news    chan<- struct{} // gets one wake-up for any number of frames
	answers sync.WaitGroup  // of the terminal itself

	mu    sync.Mutex
	cells *vt.Emulator
	shown string // when the last frame was complete
}

// columns and rows are the classic size of a terminal.
const columns, rows = 80, 24

// sit connects a person's terminal.
func (p person) sit(addr string, news chan<- struct{}) (*terminal, error) {
	return p.sitAt(addr, news, vt.NewEmulator(columns, rows))
}

// sitAt connects a terminal of another size or background.
func (p person) sitAt(addr string, news chan<- struct{}, cells *vt.Emulator) (*terminal, error) {
	conn, err := p.dial(addr)
	if err != nil {
		return nil, err
	}
	t := &terminal{conn: conn, news: news, cells: cells}
	t.cells.SetCallbacks(vt.Callbacks{DisableMode: t.show})
	if err := t.open(); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	t.answers.Go(func() { _, _ = io.Copy(t.keys, t.cells) })
	return t, nil
}

// open asks for the screens.
func (t *terminal) open() (err error) {
	if t.session, err = t.conn.NewSession(); err != nil {
		return err
	}
	t.ended = sync.OnceValue(t.session.Wait)
	t.session.Stdout = t
	if t.keys, err = t.session.StdinPipe(); err != nil {
		return err
	}
	if err := t.session.RequestPty("xterm-256color", t.cells.Height(), t.cells.Width(), ssh.TerminalModes{}); err != nil {
		return err
	}
	return t.session.Shell()
}

// close ends the connection and waits until drawing has stopped.
func (t *terminal) close() {
	_ = t.conn.Close()
	_ = t.ended()
	_ = t.cells.InputPipe().(io.Closer).Close() // Emulator.Close races with its Read
	t.answers.Wait()
}

// Write takes what the server sends.
func (t *terminal) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.cells.Write(p)
}

// show publishes a frame at its end, as terminals do.
func (t *terminal) show(mode ansi.Mode) {
	if mode == ansi.ModeSynchronizedOutput {
		t.shown = t.cells.String()
		wake(t.news)
	}
}

// picture is the screen, line by line.
func (t *terminal) picture() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.shown
}

// text returns the screen without its lines: words separated by one blank.
func (t *terminal) text() string { return strings.Join(strings.Fields(t.picture()), " ") }

// keystrokes are what a terminal sends for keys without a character.
var keystrokes = map[string]string{
	"enter": "\r", "esc": "\x1b", "space": " ", "tab": "\t",
	"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "home": "\x1b[H", "end": "\x1b[F",
}

// press types keys.
func (t *terminal) press(keys ...string) error {
	for _, key := range keys {
		if stroke, ok := keystrokes[key]; ok {
			key = stroke
		}
		if _, err := io.WriteString(t.keys, key); err != nil {
			return err
		}
	}
	return nil
}

// wake leaves a wake-up unless there is one.
func wake(news chan<- struct{}) {
	select {
	case news <- struct{}{}:
	default:
	}
}
