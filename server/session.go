package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"time"

	"charm.land/ssh"
	"github.com/anmitsu/go-shlex"
	gossh "golang.org/x/crypto/ssh"

	"noir/data"
	"noir/server/term"
)

// session is one session channel of a connection: requests first, among them
// one that starts the work, then the work, beside which only window sizes are
// heard.
type session struct {
	connection *connection
	server     *Server
	channel    gossh.Channel
	log        *slog.Logger
	user       string
	key        ssh.PublicKey // nil for a guest

	ctx context.Context
	end context.CancelCauseFunc

	asked   int // requests before the start
	env     environment
	pty     *pty
	window  term.Size // the newest; of the goroutine that serves
	resized chan term.Size
	work    func() int // returns the exit code
	rest    func()     // waits for what has outlasted work
	done    chan struct{}
}

func newSession(c *connection, channel gossh.Channel, user string, key ssh.PublicKey) *session {
	s := &session{
		connection: c, server: c.server, channel: channel, user: user, key: key,
		log:     c.server.log.With("remote", c.RemoteAddr().String()),
		resized: make(chan term.Size, 1), done: make(chan struct{}),
	}
	s.ctx, s.end = context.WithCancelCause(c.server.ctx)
	return s
}

// serve answers requests until the channel is closed by the client or with the
// connection, and waits for the work. It goes on reading when the work is done:
// a request that nobody reads would block the whole connection.
func (s *session) serve(requests <-chan *gossh.Request) {
	for r := range requests {
		started := s.work != nil
		ok := s.request(r)
		_ = r.Reply(ok, nil)
		if !started && s.work != nil {
			s.connection.begin()
			go s.run()
		}
	}
	s.end(errGone)
	if s.work != nil {
		<-s.done
	}
}

// run does the work, tells the client how it ended and closes the channel.
func (s *session) run() {
	defer close(s.done)
	began := time.Now()
	code := s.guarded()
	cause := context.Cause(s.ctx)
	s.end(errGone)
	s.exit(code, cause)
	s.connection.end()
	if s.rest != nil {
		s.rest()
	}
	s.log.Info("session over", "user", s.user, "took", time.Since(began).Round(time.Millisecond), "exit", code, "cause", cause)
}

// guarded does the work; a panic in it is the end of this session only.
func (s *session) guarded() (code int) {
	defer func() {
		if v := recover(); v != nil {
			s.log.Error("a session has panicked", "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
			s.end(errFailed)
			code = 1
		}
	}()
	return s.work()
}

// exit ends the channel with a sentence, when the end was not the person's own
// will, and the exit code.
func (s *session) exit(code int, cause error) {
	// The client may not read any more.
	defer time.AfterFunc(s.server.limits.Patience, s.connection.cut).Stop()
	s.say(cause)
	_, _ = s.channel.SendRequest("exit-status", false, gossh.Marshal(struct{ Code uint32 }{uint32(code)}))
	_ = s.channel.Close()
}

// say tells the person a sentence; other errors are not for him.
func (s *session) say(err error) {
	var text sentence
	if errors.As(err, &text) {
		_, _ = io.WriteString(s.stderr(), string(text)+"\n")
	}
}

func (s *session) stdout() io.Writer { return s.output(s.channel) }
func (s *session) stderr() io.Writer { return s.output(s.channel.Stderr()) }

// output returns a writer that cuts the connection when the client takes
// nothing, and that ends lines as its terminal needs it.
func (s *session) output(w io.Writer) io.Writer {
	w = term.CutAfter(w, s.server.limits.Patience, func() {
		s.end(errStalled)
		s.connection.cut()
	})
	if s.pty != nil {
		w = ssh.NewPtyWriter(w)
	}
	return w
}

// visit finds out who it is. A key that is nobody's gets a player at once,
// unless its owner can be asked for a name.
func (s *session) visit(asks bool) (Visit, error) {
	v := Visit{
		Context: s.ctx, User: s.user, RemoteAddr: s.connection.RemoteAddr(),
		Env: s.env.list, ASCII: term.ASCII(s.env.list),
	}
	if p := s.pty; p != nil {
		v.Term, v.Width, v.Height = p.Term, p.size.Width, p.size.Height
		v.Env = append(v.Env, "TERM="+p.Term)
		v.Colours = term.Profile(p.Term, v.Env)
	}
	if s.key == nil {
		v.Player = s.connection.asGuest()
		return v, nil
	}
	v.Fingerprint = gossh.FingerprintSHA256(s.key)
	var err error
	v.Player, err = s.server.whoever(s.ctx, v.Fingerprint)
	if err == nil && v.Player.ID == 0 && !asks {
		v.Player, err = s.server.enrol(s.ctx, s.user, v.Fingerprint)
		if name, _ := data.CheckName(s.user); err == nil && v.Player.Name != name {
			s.say(sentence(fmt.Sprintf("Your name here is %s: %q is taken or not allowed.", v.Player.Name, s.user)))
		}
	}
	if err != nil {
		if s.ctx.Err() == nil { // else he is gone
			s.log.Error("cannot look a visitor up", "err", err)
		}
		return v, errLookup
	}
	return v, nil
}

// screens plays on the client's terminal.
func (s *session) screens() int {
	v, err := s.visit(true)
	if err != nil {
		s.say(err)
		return 1
	}
	s.server.metrics.sessions.WithLabelValues("screens").Inc()
	defer s.server.metrics.sessions.WithLabelValues("screens").Dec()
	model := s.server.config.Screens(v)
	if held, ok := model.(interface{ Leave() }); ok {
		defer held.Leave()
	}
	t := term.New(s.ctx, term.Terminal{
		In: s.awake(s.channel), Out: s.channel, Cut: s.connection.cut,
		Size: s.pty.size, Resized: s.resized, Env: v.Env, Profile: v.Colours,
	}, model, term.Options{Log: s.log, Patience: s.server.limits.Patience})
	s.rest = t.Wait
	err = t.Run()
	switch {
	case err == nil:
		return 0
	case errors.Is(err, term.ErrFlooded):
		s.end(errFlooded)
	case errors.Is(err, term.ErrFailed):
		s.end(errFailed)
	}
	s.end(err)
	return 1
}

// plain plays line by line.
func (s *session) plain() int {
	v, err := s.visit(true)
	if err == nil {
		s.server.metrics.sessions.WithLabelValues("plain").Inc()
		defer s.server.metrics.sessions.WithLabelValues("plain").Dec()
		err = s.server.config.Plain(s.ctx, v, s.input(s.awake(s.channel)), s.stdout())
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
		s.say(sentence("The quotes in that command do not match."))
		return 2
	}
	v, err := s.visit(false)
	if err != nil {
		s.say(err)
		return 1
	}
	s.server.metrics.sessions.WithLabelValues("command").Inc()
	defer s.server.metrics.sessions.WithLabelValues("command").Dec()
	return s.server.config.Command(s.ctx, v, args, s.input(s.channel), s.stdout(), s.stderr())
}

// sentence is an error that a person is told.
type sentence string

func (s sentence) Error() string { return string(s) }

const (
	errDraining = sentence("The server goes down for a moment. Your games are kept: come back in a minute.")
	errIdle     = sentence("You have not pressed a key for a long time. Your games are kept: come back any time.")
	errFlooded  = sentence("More came in than anybody can type. Your games are kept.")
	errFailed   = sentence("Something went wrong here, and it has been noted. Your games are kept.")
	errLookup   = sentence("You cannot be looked up just now. Nothing is lost: try again in a minute.")
)

// The other ends of a session, which nobody is told.
var (
	errGone    = errors.New("the client is gone")
	errStalled = errors.New("the client takes no output")
	errStopped = errors.New("stopped with ctrl+c")
)
