package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"
	"github.com/anmitsu/go-shlex"
	gossh "golang.org/x/crypto/ssh"

	"noir/internal/language"
	"noir/internal/quota"
	"noir/server/terminal"
)

// session is one session channel of a connection: first requests, one of which starts the work,
// then the work. While that runs only window sizes are read.
type session struct {
	connection *connection
	*shared
	channel gossh.Channel
	log     *slog.Logger
	user    string

	ctx context.Context
	end context.CancelCauseFunc

	order
	entrance entrance
	reads    atomic.Pointer[language.Reader] // nil until Visit.Reads
	input    *input                          // outlasts the work; nil where screens read the channel
	over     sync.Once                       // the client has been told how it ended
	cause    error                           // why it ended; set by finish
	done     chan struct{}
}

func newSession(c *connection, channel gossh.Channel, user string, key ssh.PublicKey) *session {
	s := &session{
		connection: c, shared: c.shared, channel: channel, user: user, entrance: entrance{connection: c, key: key},
		log: c.log, done: make(chan struct{}),
	}
	s.ctx, s.end = context.WithCancelCause(quota.WithCurrent(c.ctx, c.payer))
	return s
}

// serve answers requests until the channel is closed by the client or with the connection, and
// waits for the work. It goes on reading when the work is done: an unread request would block the
// whole connection.
func (s *session) serve(requests <-chan *gossh.Request) {
	late := time.AfterFunc(beginTime, s.connection.cut)
	defer late.Stop()
	var reading sync.WaitGroup
	defer reading.Wait()
	for much, more := s.connection.much, true; more; {
		select {
		case r, ok := <-requests:
			if more = ok; more {
				s.answer(r, late)
			}
		case <-much:
			much = nil
			reading.Go(func() { drop(s.channel.Stderr()) })
		}
	}
	s.end(errGone)
	s.connection.leaves(s)
	if s.work != nil {
		<-s.done
	}
}

// answer does what a request asks. The first that starts the work stops the timer.
func (s *session) answer(r *gossh.Request, late *time.Timer) {
	started := s.work != nil
	ok := s.take(r)
	s.reply(r, ok)
	if !started && s.work != nil {
		late.Stop()
		s.connection.begin(s)
		go s.run()
	}
}

// reply answers a request. A client that does not read the answer is cut off: it would hold up the
// session forever.
func (s *session) reply(r *gossh.Request, ok bool) {
	defer time.AfterFunc(s.limits.Patience, s.connection.cut).Stop()
	_ = r.Reply(ok, nil)
}

// beginTime is how long a channel stays open without a session. Nothing reads its input meanwhile.
const beginTime = 10 * time.Second

// drop reads and discards input to its end: an SSH channel holds up to 2 MiB of unread input, and
// fifty times as much memory if it came in packets of one byte. What a client sends as standard error
// is dropped from muchInput on; nearly all clients send none, and would keep a goroutine for it.
func drop(from io.Reader) {
	var b [256]byte
	for err := error(nil); err == nil; {
		_, err = from.Read(b[:])
	}
}

// run does the work and waits until nothing of it is left.
func (s *session) run() {
	defer close(s.done)
	began := time.Now()
	s.finish(s.guarded(func() int { return s.work(s) }))
	if s.input != nil {
		s.input.wait()
	}
	drop(s.channel)
	s.metered(s.cause)
	s.log.Debug("session over", "took", time.Since(began).Round(time.Millisecond), "cause", s.cause)
}

// finish tells the client how the session has ended and closes the channel. Only the first call
// counts.
func (s *session) finish(code int) {
	s.over.Do(func() {
		s.cause = context.Cause(s.ctx)
		s.end(errGone)
		s.connection.leaves(s)
		s.exit(code, s.cause)
		s.connection.end(s)
	})
}

// metered counts a limit that ended the session, if it was one.
func (s *session) metered(cause error) {
	switch {
	case errors.Is(cause, errIdle):
		s.metrics.met(limitIdle)
	case errors.Is(cause, errStalled), errors.Is(cause, terminal.ErrStalled):
		s.metrics.met(limitPatience)
	}
}

// guarded does some work, which returns the exit code; a panic in it ends only this session.
func (s *session) guarded(work func() int) (code int) {
	defer func() {
		if v := recover(); v != nil {
			s.metrics.panics.WithLabelValues("session").Inc()
			s.log.Error("a session has panicked", "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
			s.end(errFailed)
			code = 1
		}
	}()
	return work()
}

// exit ends the channel with the exit code, and with a sentence if the person did not end it.
func (s *session) exit(code int, cause error) {
	// The client may have stopped reading.
	defer time.AfterFunc(s.limits.Patience, func() {
		s.metrics.met(limitPatience)
		s.connection.cut()
	}).Stop()
	s.say(cause)
	_, _ = s.channel.SendRequest("exit-status", false, gossh.Marshal(struct{ Code uint32 }{uint32(code)}))
	_ = s.channel.Close()
}

// say tells the person a sentence; other errors are not for them.
func (s *session) say(err error) {
	if errors.As(err, new(sentence)) {
		_, _ = io.WriteString(s.stderr(), s.reader().Explain(err)+"\n")
	}
}

// reader is the person's language: as set by Reads, otherwise as the client says.
func (s *session) reader() *language.Reader {
	if r := s.reads.Load(); r != nil {
		return r
	}
	return s.config.Visits.Reader(s.visitor())
}

func (s *session) stdout() io.Writer { return s.output(s.channel) }

// stderr is stdout at a terminal, as for any program there: a sentence must not overtake the
// sequences that restore the terminal.
func (s *session) stderr() io.Writer {
	if s.pty != nil {
		return s.stdout()
	}
	return s.output(s.channel.Stderr())
}

// output returns a writer that cuts off a client that takes no output, and that ends lines as its
// terminal needs.
func (s *session) output(w io.Writer) io.Writer {
	w = terminal.CutAfter(w, s.limits.Patience, func() {
		s.end(errStalled)
		s.connection.cut()
	})
	if s.pty != nil {
		w = ssh.NewPtyWriter(w)
	}
	return w
}

// enter lets in a visitor who stays. An error is a sentence.
func (s *session) enter() (Visit, error) {
	err := s.config.Quota.Pay(s.ctx, s.connection.payer(), quota.Processor, startTime.Seconds(), quota.Patience)
	if err != nil {
		return Visit{}, unspent(err)
	}
	return s.entrance.visit(s.visitor(), false)
}

// visitor is what is known without reading the store.
func (s *session) visitor() Visit {
	v := Visit{
		Context: s.ctx, User: s.user, RemoteAddr: s.connection.Conn.RemoteAddr(),
		Keys: keyring{Keyring: s.config.Store, session: s},
		Env:  s.env.list, ASCII: terminal.ASCII(s.env.list), Met: s.metrics.met, reads: s.reads.Store,
	}
	if p := s.pty; p != nil {
		v.Env = append(v.Env, "TERM="+p.Term)
		v.Colours = terminal.Profile(p.Term, v.Env)
	}
	return v
}

// screens plays on the client's terminal. It reads that until finish has closed the channel.
func (s *session) screens() int {
	t, model := s.opened()
	if t == nil {
		return 1
	}
	s.metrics.sessions.WithLabelValues("screens").Inc()
	t.Run(func(reason error) {
		s.finish(s.guarded(func() int {
			defer s.leave(model)
			if polite, ok := model.(interface{ Farewell() string }); ok && reason == nil {
				_, _ = io.WriteString(s.stdout(), polite.Farewell())
			}
			return s.verdict(reason)
		}))
	})
	return 0
}

// leave has the screens give up what they hold, and stops counting them.
func (s *session) leave(model tea.Model) {
	defer s.metrics.sessions.WithLabelValues("screens").Dec()
	if held, ok := model.(interface{ Leave() }); ok {
		held.Leave()
	}
}

// verdict ends the session for the reason for which its screens have ended, and returns the exit
// code.
func (s *session) verdict(reason error) int {
	switch {
	case reason == nil:
		return 0
	case errors.Is(reason, terminal.ErrFlooded):
		s.end(errFlooded)
	case errors.Is(reason, terminal.ErrFailed):
		s.metrics.panics.WithLabelValues("screen").Inc()
		s.end(errFailed)
	}
	s.end(reason)
	return 1
}

// opened has a worker open the screens, since its stack is deep already. The stack of this goroutine, which lives as
// long as they do, would have to grow.
func (s *session) opened() (t *terminal.Session, model tea.Model) {
	done := make(chan struct{})
	s.workers.Go(func() {
		defer close(done)
		s.guarded(func() int {
			t, model = s.open()
			return 0
		})
	})
	<-done
	return t, model
}

// open prepares the visitor's screens on the client's terminal; nil if they are not let in.
func (s *session) open() (t *terminal.Session, model tea.Model) {
	v, err := s.enter()
	if err != nil {
		s.say(err)
		return nil, nil
	}
	model = s.config.Visits.Screens(v)
	return terminal.New(s.ctx, terminal.Terminal{
		In: newAwake(s.ctx, s.end, s.channel, s.limits.Idle), Out: s.channel, Cut: s.connection.cut,
		Window: s.pty.window, Env: v.Env, Profile: v.Colours,
	}, model, terminal.Options{
		Log: s.log, Patience: s.limits.Patience, Rate: s.limits.Input,
		Slowed: s.noticed, Meter: &s.metrics.meter, Workers: s.workers,
	}), model
}

// noticed counts that the screens' input was too fast, and returns the message that tells the person.
func (s *session) noticed() tea.Msg {
	s.metrics.met(limitInput)
	return s.config.Visits.Notice(errSlowed)
}

// paced returns the client's input, limited to a number of bytes a second.
func (s *session) paced(bytes int, flood time.Duration) io.Reader {
	return newPaced(s.ctx, s.end, s.channel, bytes, flood, func() {
		s.metrics.met(limitInput)
		s.say(errSlowed)
	})
}

// readable returns what plain text and commands read of the client's input.
func (s *session) readable(from io.Reader) io.Reader {
	var editor *lineEditor
	if s.pty != nil {
		editor = &lineEditor{echo: s.stdout(), silent: !s.pty.echo, interrupt: func() { s.end(errStopped) }}
	}
	s.input = newInput(s.ctx, from, editor)
	return s.input
}

// plain plays line by line.
func (s *session) plain() int {
	v, err := s.enter()
	if err == nil {
		s.metrics.sessions.WithLabelValues("plain").Inc()
		defer s.metrics.sessions.WithLabelValues("plain").Dec()
		typed := newAwake(s.ctx, s.end, s.paced(s.limits.Input, typingFlood), s.limits.Idle)
		err = s.config.Visits.Plain(s.ctx, v, s.readable(typed), s.stdout())
	}
	switch {
	case context.Cause(s.ctx) != nil: // told at the end
		return 1
	case err != nil:
		s.say(sentence(err.Error()))
		return 1
	}
	return 0
}

// command runs a command line.
func (s *session) command(line string) int {
	args, err := shlex.Split(line, true)
	if err != nil {
		s.say(sentence("The quotes in that command do not match: close each of them."))
		return 2
	}
	worked, err := s.config.Quota.Work(s.ctx, s.connection.payer())
	if err != nil {
		s.say(unspent(err))
		return 1
	}
	defer worked()
	unnamed := s.config.Visits.Unnamed(args)
	v, err := s.entrance.visit(s.visitor(), unnamed)
	if err == nil && v.Player.ID == 0 && !unnamed {
		var remark error
		v.Player, remark, err = s.entrance.enrol(v)
		s.say(remark)
	}
	if err != nil {
		s.say(err)
		return 1
	}
	v.Keys = keyring{Keyring: s.config.Store, session: s, spared: s}
	s.metrics.sessions.WithLabelValues("command").Inc()
	defer s.metrics.sessions.WithLabelValues("command").Dec()
	return s.config.Visits.Command(s.ctx, v, args, s.readable(s.paced(s.limits.CommandInput, programFlood)), s.stdout(), s.stderr())
}
