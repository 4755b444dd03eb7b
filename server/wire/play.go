package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"noir/data"
	"noir/matchmaking"
)

// afterEnd is how long a connection waits for `rematch` or `leave` when its
// game is over.
const afterEnd = 60 * time.Second

// The exit codes of Play and Watch.
const (
	Done   = 0
	Failed = 1
)

// Request is what a program wants to play.
type Request struct {
	Ticket matchmaking.Ticket
	Game   data.MatchID  // take up this game; empty: the ticket's
	New    bool          // never take up a running game
	Auto   bool          // queue again after each game
	Wait   time.Duration // give up the queue after this long; 0: never
	Server string        // how the server calls itself in `hello`
}

// session is one program's connection.
type session struct {
	broker matchmaking.Broker
	req    Request
	link   *link
	errOut io.Writer
}

// leaving is why a session ends; code is the connection's exit code.
type leaving struct {
	code int
	why  string // for people, on the error stream; may be empty
}

// Play speaks with a program until it closes its input, leaves, or ctx ends.
// It returns the exit code. Nothing is lost by ending it: the seat stays.
func Play(ctx context.Context, b matchmaking.Broker, req Request, in io.Reader, out, errOut io.Writer) int {
	s := &session{broker: b, req: req, link: newLink(out), errOut: errOut}
	defer s.link.listen(in)()
	who := req.Ticket.Player
	s.link.send(hello{
		Type: "hello", Protocol: Protocol, Server: req.Server,
		Player: player{Name: who.Name, Guest: who.ID.Guest()},
	})
	end := s.play(ctx)
	if end.why != "" {
		fmt.Fprintln(errOut, end.why)
	}
	return end.code
}

// play plays one game after another.
func (s *session) play(ctx context.Context) leaving {
	id, end := s.find(ctx)
	for end == nil {
		var next data.MatchID
		next, end = s.sit(ctx, id)
		if end == nil && next == "" { // --auto
			next, end = s.queue(ctx)
		}
		id = next
	}
	return *end
}

// find returns the game to sit down at: the one asked for, one that is running,
// or one from the queue.
func (s *session) find(ctx context.Context) (data.MatchID, *leaving) {
	if s.req.Game != "" {
		return s.req.Game, nil
	}
	running, err := s.running(ctx)
	if err != nil {
		return "", failed(err)
	}
	if running != "" {
		return running, nil
	}
	return s.queue(ctx)
}

// running returns the game of this kind that plain `play` takes up again.
func (s *session) running(ctx context.Context) (data.MatchID, error) {
	t := s.req.Ticket
	if s.req.New || t.Host || t.Join != "" {
		return "", nil
	}
	mine, err := s.broker.Mine(ctx, t.Player.ID)
	if err != nil {
		return "", err
	}
	for _, row := range mine {
		if row.Game == t.Game {
			return row.ID, nil
		}
	}
	return "", nil
}

// queue waits for a seat and answers lines meanwhile.
func (s *session) queue(ctx context.Context) (data.MatchID, *leaving) {
	if s.req.Wait > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, s.req.Wait, errNobody)
		defer cancel()
	}
	place, err := s.broker.Queue(ctx, s.req.Ticket)
	if err != nil {
		return "", failed(err)
	}
	defer place.Leave()
	figures := follow(ctx, place.Next, func(w matchmaking.Waiting) int { return w.Revision })
	defer figures.stop()
	for {
		select {
		case w := <-figures.news:
			if w.Match != "" {
				return w.Match, nil
			}
			s.link.send(queued{
				Type: "queued", Game: s.req.Ticket.Game, Rated: s.req.Ticket.Rated,
				Waiting: w.Waiting, Code: w.Code, Seated: w.Seated, Seats: w.Seats,
			})
		case err := <-figures.end:
			if cause := context.Cause(ctx); cause != nil {
				err = cause
			}
			return "", failed(err)
		case next, open := <-s.link.lines:
			if end := s.hear(next, open, s.waitingLine); end != nil {
				return "", end
			}
		}
		if end := s.spent(); end != nil {
			return "", end
		}
	}
}

var errNobody = errors.New("nobody came in that time")

// waitingLine answers a line that came while there is no seat.
func (s *session) waitingLine(next line) *leaving {
	if next.Type == "leave" {
		return &leaving{code: Done}
	}
	s.link.refuse(newRefusal(matchmaking.ErrNotYourTurn, next.Ply))
	return nil
}

// hear takes a line, or the end of input.
func (s *session) hear(next line, open bool, answer func(line) *leaving) *leaving {
	switch {
	case !open:
		return &leaving{code: Done}
	case !s.link.admit(next):
		return nil
	}
	return answer(next)
}

// spent reports whether the connection has to be given up.
func (s *session) spent() *leaving {
	if s.link.broken != nil {
		return &leaving{code: Failed}
	}
	if s.link.worn() {
		s.link.notice("too_many_errors")
		return &leaving{code: Failed, why: "too many refused lines in a minute; your seat is kept"}
	}
	return nil
}

// failed ends a session with what went wrong.
func failed(err error) *leaving { return &leaving{code: Failed, why: err.Error()} }
