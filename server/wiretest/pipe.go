package wiretest

import (
	"bytes"
	"errors"
	"io"
	"sync"
	"time"

	"noir/internal/await"
)

// window is how much unread data a pipe holds.
const window = 64 << 10

// pipe is one direction of a connection. Like an SSH channel it holds some bytes. It works in a
// synctest bubble, unlike a pipe of the system.
type pipe struct {
	mu      sync.Mutex
	changed sync.Cond
	held    bytes.Buffer
	closed  bool
}

func newPipe() *pipe {
	p := new(pipe)
	p.changed.L = &p.mu
	return p
}

func (p *pipe) Read(to []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.held.Len() == 0 && !p.closed {
		p.changed.Wait()
	}
	if p.held.Len() == 0 {
		return 0, io.EOF
	}
	p.changed.Broadcast()
	return p.held.Read(to)
}

func (p *pipe) Write(from []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.held.Len() > window && !p.closed {
		p.changed.Wait()
	}
	if p.closed {
		return 0, io.ErrClosedPipe
	}
	p.changed.Broadcast()
	return p.held.Write(from)
}

// Close ends both sides; what it holds can still be read.
func (p *pipe) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	p.changed.Broadcast()
	return nil
}

// patient is a pipe whose reader does not wait for ever.
type patient struct{ *pipe }

func (p patient) Read(to []byte) (int, error) {
	late := time.AfterFunc(await.Limit(), func() { _ = p.Close() })
	n, err := p.pipe.Read(to)
	if !late.Stop() && n == 0 {
		err = errors.New("nothing has come for too long")
	}
	return n, err
}
