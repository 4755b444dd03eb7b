package terminal

import (
	"context"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/internal/workers"
)

// attentive is how long after a key everything drawn counts as the answer to it.
const attentive = time.Second

// mailbox holds the messages that wait for the program, and has the program take all of them in
// turns, one turn at a time, on goroutines of the workers. Drawing allocates and needs a deep
// stack, which a goroutine of each session would keep.
//
// Right after a key a turn runs at once, since its delay is felt; for a viewer who only watches it
// runs when a processor is idle. This keeps keys fast while garbage is collected under load.
//
// It holds one message for each command that has ended, and what was typed; the reader of keys waits until that is
// taken.
type mailbox struct {
	workers *workers.Pool
	turn    func(mail []tea.Msg) (write bool) // the program's
	write   func()                            // called after a turn that says so; may block
	taken   chan struct{}                     // receives after every turn; size 1

	turning sync.Mutex // held during a turn
	spare   []tea.Msg  // memory of the mail of the last turn; guarded by turning

	mu     sync.Mutex
	mail   []tea.Msg
	state  state
	due    bool      // a turn must follow the present one
	listed bool      // later is queued; it is queued only once
	typed  time.Time // when a key was last pressed
	keys   bool      // some of the mail was typed
	closed bool
}

// state is what a mailbox waits for.
type state int

const (
	resting state = iota // for mail
	waiting              // for an idle processor
	turning              // for the end of a turn, which is under way or starts soon
)

// init prepares an empty mailbox.
func (m *mailbox) init(lent *workers.Pool, turn func([]tea.Msg) bool, write func()) {
	m.workers, m.turn, m.write, m.taken = lent, turn, write, make(chan struct{}, 1)
}

// post adds messages; it never blocks. Without any it only has the program take a turn.
func (m *mailbox) post(msgs ...tea.Msg) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.mail = append(m.mail, msgs...)
	m.schedule()
}

// slip is post for messages that are not urgent, such as the next picture of an animation: the turn runs when a
// processor is idle, even right after a key.
func (m *mailbox) slip(msgs ...tea.Msg) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.mail = append(m.mail, msgs...)
	if m.state == resting {
		m.linger()
	}
}

// press is post for keys and the mouse: the answer comes soon.
func (m *mailbox) press(msgs ...tea.Msg) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.mail = append(m.mail, msgs...)
	m.typed, m.keys = time.Now(), m.keys || len(msgs) > 0
	m.schedule()
}

// holdsKeys reports whether anything that was typed waits. Other mail does not stop the reading of further keys, since
// it may itself wait for a processor.
func (m *mailbox) holdsKeys() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.keys
}

// isTaken waits until the program has taken what was typed. It reports false when ctx ends
// first.
func (m *mailbox) isTaken(ctx context.Context) bool {
	for m.holdsKeys() {
		select {
		case <-m.taken:
		case <-ctx.Done():
			return false
		}
	}
	return true
}

// close waits for the end of a turn under way, and allows no other.
func (m *mailbox) close() {
	m.mu.Lock()
	m.closed = true
	m.mu.Unlock()
	m.turning.Lock()
	defer m.turning.Unlock()
}

// schedule has a turn follow. The mutex must be held.
func (m *mailbox) schedule() {
	m.due = true
	switch {
	case m.closed || m.state == turning:
	case time.Since(m.typed) < attentive:
		m.state = turning
		m.workers.Go(m.soon)
	case m.state == resting:
		m.linger()
	}
}

// linger has a turn follow when a processor is idle. The mutex must be held.
func (m *mailbox) linger() {
	if m.closed {
		return
	}
	m.state = waiting
	if !m.listed {
		m.listed = true
		m.workers.Later(m.later)
	}
}

func (m *mailbox) soon() {
	if m.take() {
		m.write()
	}
}

// later runs a turn if one still waits for an idle processor. It must not block.
func (m *mailbox) later() {
	m.mu.Lock()
	m.listed = false
	waits := m.state == waiting
	if waits {
		m.state = turning
	}
	m.mu.Unlock()
	if waits && m.take() {
		m.workers.Go(m.write)
	}
}

// take runs a turn and reports whether its result must be written.
func (m *mailbox) take() (write bool) {
	m.turning.Lock()
	defer m.turning.Unlock()
	mail, ok := m.open()
	if ok {
		write = m.turn(mail)
	}
	clear(mail)
	m.spare = mail[:0]
	m.rest()
	return write
}

// open returns the mail, or false when the box is closed.
func (m *mailbox) open() (mail []tea.Msg, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	mail, m.mail, m.due, m.keys = m.mail, m.spare, false, false
	return mail, !m.closed
}

// rest ends a turn. Mail that has come meanwhile gets the next one.
func (m *mailbox) rest() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.state = resting
	if m.due {
		m.schedule()
	} else if len(m.mail) > 0 {
		m.linger()
	}
	select {
	case m.taken <- struct{}{}:
	default:
	}
}
