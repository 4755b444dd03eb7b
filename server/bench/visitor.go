package bench

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/crypto/ssh"
)

// The terminal that every visitor has.
const (
	Columns = 80
	Rows    = 24
)

// patience is how long a visitor waits for what a script expects; long enough for thousands who
// arrive at once.
const patience = 3 * time.Minute

// Person is a visitor's key and name.
type Person struct {
	Name string
	Key  ssh.Signer
}

// newPerson makes a person with a new Ed25519 key.
func newPerson(name string) (Person, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return Person{}, err
	}
	key, err := ssh.NewSignerFromKey(private)
	return Person{Name: name, Key: key}, err
}

// Visitor is a person at a terminal of 80×24, without the terminal: it counts what the server
// draws, searches it while somebody waits for a text, and remembers the window title. Two
// goroutines of its own and three of the SSH library's serve it; Close ends them. Only one
// goroutine at a time may type and wait.
type Visitor struct {
	Person
	line    net.Conn
	conn    ssh.Conn
	channel ssh.Channel
	bytes   atomic.Int64
	typing  sync.Mutex // held while a single key is being answered
	pressed int        // single keys so far; typing guards it
	serving sync.WaitGroup
	release func() bool // from the context

	drawn chan struct{} // one wake-up for any number of bytes
	gone  chan struct{} // closed when there is no more output

	mu    sync.Mutex
	tail  []byte // the newest output, while it is kept
	kept  bool
	title title
}

// Visit connects and starts the screens; that may take a minute. When ctx ends the connection ends,
// at any time.
func Visit(ctx context.Context, addr string, p Person) (*Visitor, error) {
	d := net.Dialer{Timeout: time.Minute}
	line, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	v := &Visitor{Person: p, line: line, drawn: make(chan struct{}, 1), gone: make(chan struct{}), kept: true}
	v.release = context.AfterFunc(ctx, func() { _ = line.Close() })
	_ = line.SetDeadline(time.Now().Add(time.Minute))
	if err := v.open(addr); err != nil {
		v.Close()
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	return v, line.SetDeadline(time.Time{})
}

// clientConfig asks for AES, the cheapest cipher for both sides on machines with instructions for
// it: the client shares the processors with the server.
func (p Person) clientConfig() *ssh.ClientConfig {
	return &ssh.ClientConfig{
		User: p.Name, Auth: []ssh.AuthMethod{ssh.PublicKeys(p.Key)},
		HostKeyCallback: ssh.InsecureIgnoreHostKey(), // this process started the server
		Config:          ssh.Config{Ciphers: []string{ssh.CipherAES128GCM}},
	}
}

func (v *Visitor) open(addr string) error {
	conn, channels, requests, err := ssh.NewClientConn(v.line, addr, v.clientConfig())
	if err != nil {
		return err
	}
	v.conn = conn
	channel, asked, err := conn.OpenChannel("session", nil)
	if err != nil {
		return err
	}
	v.channel = channel
	terminal := ssh.Marshal(&ptyRequest{Term: "xterm-256color", Columns: Columns, Rows: Rows, Modes: "\x00"})
	if err := ask(channel, "pty-req", terminal); err != nil {
		return err
	}
	if err := ask(channel, "shell", nil); err != nil {
		return err
	}
	v.serving.Go(func() { refuse(requests, asked, channels) })
	v.serving.Go(v.read)
	return nil
}

// ask makes a request that must be granted.
func ask(c ssh.Channel, name string, payload []byte) error {
	granted, err := c.SendRequest(name, true, payload)
	if err == nil && !granted {
		err = fmt.Errorf("%s was refused", name)
	}
	return err
}

// ptyRequest and windowChange are of RFC 4254, 6.2 and 6.7.
type ptyRequest struct {
	Term                         string
	Columns, Rows, Width, Height uint32
	Modes                        string
}

type windowChange struct{ Columns, Rows, Width, Height uint32 }

// refuse refuses all requests of the server, until the connection ends.
func refuse(global, session <-chan *ssh.Request, channels <-chan ssh.NewChannel) {
	deny := func(r *ssh.Request) {
		if r.WantReply {
			_ = r.Reply(false, nil)
		}
	}
	for global != nil || session != nil || channels != nil {
		select {
		case r, ok := <-global:
			if !ok {
				global = nil
				continue
			}
			deny(r)
		case r, ok := <-session:
			if !ok {
				session = nil
				continue
			}
			deny(r)
		case c, ok := <-channels:
			if !ok {
				channels = nil
				continue
			}
			_ = c.Reject(ssh.Prohibited, "")
		}
	}
}

// Close ends the connection and waits for the visitor's goroutines.
func (v *Visitor) Close() {
	v.release()
	_ = v.line.Close()
	v.serving.Wait()
}

// Reset ends the connection as a crash of the client's machine would: the server gets a TCP reset
// without a goodbye.
func (v *Visitor) Reset() {
	if tcp, ok := v.line.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	v.Close()
}

// Resize tells the server another size of the window.
func (v *Visitor) Resize(columns, rows int) error {
	_, err := v.channel.SendRequest("window-change", false, ssh.Marshal(&windowChange{Columns: uint32(columns), Rows: uint32(rows)}))
	return err
}

func (v *Visitor) read() {
	defer close(v.gone)
	buf := make([]byte, 2<<10)
	for {
		n, err := v.channel.Read(buf)
		if n > 0 {
			v.take(buf[:n])
		}
		if err != nil {
			return
		}
	}
}

// maxTail is how much output is kept at least.
const maxTail = 16 << 10

func (v *Visitor) take(p []byte) {
	v.bytes.Add(int64(len(p)))
	v.mu.Lock()
	if v.kept {
		if len(v.tail) > 2*maxTail {
			v.tail = append(v.tail[:0], v.tail[len(v.tail)-maxTail:]...)
		}
		v.tail = append(v.tail, p...)
	}
	v.title.read(p)
	v.mu.Unlock()
	select {
	case v.drawn <- struct{}{}:
	default:
	}
}

// Title is the visitor's window title.
func (v *Visitor) Title() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.title.text
}

// Drew looks for a text in what was drawn since the last match, and forgets everything up to it. It
// sees only what is sent: what the terminal already shows may not be sent again.
func (v *Visitor) Drew(text string) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !bytes.Contains(v.tail, []byte(text)) {
		return false
	}
	v.tail = v.tail[:0]
	return true
}

// settle stops keeping output, which Drew and Await need.
func (v *Visitor) settle() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.tail, v.kept = nil, false
}

// Await waits until a text has been drawn since the last match.
func (v *Visitor) Await(text string) error {
	return v.Insist("", text, func() bool { return v.Drew(text) })
}

// AwaitTitle types a key once a second until the window title is fit.
func (v *Visitor) AwaitTitle(key string, fit func(title string) bool) error {
	return v.Answer(key, func(string) bool { return true }, fit)
}

// Answer types a key once a second while the window title asks for it, until the title is fit.
func (v *Visitor) Answer(key string, asks, fit func(title string) bool) error {
	answer := func() string {
		if asks(v.Title()) {
			return key
		}
		return ""
	}
	return v.await("another title", answer, func() bool { return fit(v.Title()) })
}

// Insist types a key at once and then once a second until there reports true.
func (v *Visitor) Insist(key, what string, there func() bool) error {
	return v.await(what, func() string { return key }, there)
}

// await is Insist with keys that depend on the screen; "" types none.
func (v *Visitor) await(what string, key func() string, there func() bool) error {
	switch came, err := v.until(patience, key, there); {
	case err != nil:
		return fmt.Errorf("%w before %q was drawn", err, what)
	case !came:
		return fmt.Errorf("%s: %q was not drawn within %s; %s", v.Name, what, patience, v.sees())
	}
	return nil
}

// sees describes what the visitor sees, to explain a failure.
func (v *Visitor) sees() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	const enough = 2 << 10
	newest := v.tail[max(0, len(v.tail)-enough):]
	return fmt.Sprintf("the title is %q, drawn was %q", v.title.text, ansi.Strip(string(newest)))
}

// Within reports whether a text is drawn within a time limit.
func (v *Visitor) Within(limit time.Duration, text string) (bool, error) {
	return v.until(limit, func() string { return "" }, func() bool { return v.Drew(text) })
}

// until types a key at once and then once a second, until there reports true or the time is over.
// Without a key it asks again for one whenever something is drawn.
func (v *Visitor) until(limit time.Duration, key func() string, there func() bool) (bool, error) {
	again, deadline := time.Tick(time.Second), time.After(limit)
	for typed := false; !there(); {
		if press := key(); !typed && press != "" {
			if err := v.Type(press); err != nil {
				return false, err
			}
			typed = true
		}
		select {
		case <-v.drawn:
		case <-again:
			typed = false
		case <-v.gone:
			return false, v.lost()
		case <-deadline:
			return false, nil
		}
	}
	return true, nil
}

// Type sends keys.
func (v *Visitor) Type(keys string) error {
	if keys == "" {
		return nil
	}
	_, err := io.WriteString(v.channel, keys)
	return err
}

func (v *Visitor) lost() error { return fmt.Errorf("%s: the connection ended", v.Name) }

// errUnanswered means that nothing was drawn after a key.
var errUnanswered = errors.New("a key was not answered")

// Press sends a key and returns how long it took until something was drawn, including the
// scheduling of goroutines on this side. After limit it fails with errUnanswered.
func (v *Visitor) Press(key string, limit time.Duration) (time.Duration, error) {
	select {
	case <-v.drawn: // what came before
	default:
	}
	late := time.After(limit)
	from := time.Now()
	if err := v.Type(key); err != nil {
		return 0, err
	}
	select {
	case <-v.drawn:
		return time.Since(from), nil
	case <-v.gone:
		return 0, v.lost()
	case <-late:
		return 0, errUnanswered
	}
}
