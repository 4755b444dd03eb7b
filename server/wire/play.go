package wire

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"math"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// Request is what a program wants to play.
type Request struct {
	Ticket matchmaking.Ticket
	Rules  engine.Game   // of the ticket's game
	Game   data.MatchID  // resume this game; empty: the ticket's
	New    bool          // never resume a running game
	Auto   bool          // play on after each game
	Wait   time.Duration // give up the queue after this long; 0: never
	Server string        // the server's name in `hello`
	Met    func(string)  // called with the name of a limit that was hit; may be nil
	Log    *slog.Logger
}

// session is one program's connection. It waits for a seat or has one; with Auto both, once its
// game is over.
type session struct {
	ctx    context.Context
	broker matchmaking.Broker
	req    Request
	link   *link
	ticket ticket // zero unless waiting
	seat   seat   // zero before the first game
}

var (
	errDone   = errors.New("done") // the program wants to end, or there is nothing more to come
	errNobody = errors.New("nobody came in that time; try again later, or play the house with --bot")
	errWorn   = errors.New("too many refused lines in a minute; your seat is kept: connect again, and send what is legal")
	errSeated = errors.New("you have a game running; without --new, `play` takes up the one of its kind")
)

// Play serves a program until it closes its input, leaves, or ctx ends. The error says why it was
// refused or could not go on. Nothing is lost when it returns: the seat stays.
func Play(ctx context.Context, b matchmaking.Broker, req Request, in io.Reader, out io.Writer) error {
	s := &session{ctx: ctx, broker: b, req: req, link: newLink(out)}
	if req.Met != nil {
		s.link.met = req.Met
	}
	defer s.link.listen(in)()
	defer s.seat.stand()
	defer s.ticket.withdraw()
	who := req.Ticket.Player
	s.link.send(hello{
		Type: "hello", Protocol: Protocol, Server: req.Server,
		Player: player{Name: who.Name, Guest: who.ID.Guest()},
	})
	err := s.begin()
	for err == nil {
		if err = s.step(); err == nil {
			err = s.spent()
		}
		if errors.Is(err, matchmaking.ErrTournamentOver) {
			s.link.notice("event_over")
			return nil
		}
	}
	if errors.Is(err, errDone) {
		return nil
	}
	return err
}

// begin sits down at the requested game, or finds one.
func (s *session) begin() error {
	if s.req.Game != "" {
		return s.sit(s.req.Game)
	}
	return s.find()
}

// find resumes a running game of the ticket's game and kind of pace, or queues the ticket. Nobody
// plays two live games at once. A ticket that goes on from another game takes up none.
func (s *session) find() error {
	t := s.req.Ticket
	if t.Origin != (data.Origin{}) {
		return s.enter()
	}
	mine, err := s.broker.Mine(s.ctx, t.Player.ID)
	if err != nil {
		return err
	}
	for _, row := range mine { // a game that waits for a move comes first
		switch {
		case (row.Pace == data.Day) != (t.Pace == data.Day):
		case s.req.New && row.Pace == data.Live && t.Pace == data.Live:
			return errSeated
		case !s.req.New && row.Game == t.Game:
			return s.sit(row.ID)
		}
	}
	return s.enter()
}

// enter queues the ticket.
func (s *session) enter() error {
	place, err := s.broker.Queue(s.ctx, s.req.Ticket)
	if errors.Is(err, matchmaking.ErrSeated) {
		return errSeated
	}
	if err != nil {
		return err
	}
	s.ticket = newTicket(s.ctx, s.req.Ticket, place, s.link)
	if s.req.Wait > 0 {
		s.ticket.late = time.After(s.req.Wait)
	}
	return nil
}

// sit sits down at a table and leaves the previous place.
func (s *session) sit(id data.MatchID) error {
	s.ticket.withdraw()
	s.seat.stand()
	chair, err := s.broker.Sit(s.ctx, id, s.req.Ticket.Player.ID)
	if errors.Is(err, matchmaking.ErrTooManyChairs) {
		s.link.notice("too_many_connections")
	}
	if err != nil {
		return err
	}
	s.seat = newSeat(s.ctx, chair, s.link)
	return nil
}

// step handles the next event.
func (s *session) step() error {
	select {
	case w := <-s.ticket.figures.news:
		if w.Match != "" {
			return s.sit(w.Match)
		}
		return s.ticket.wait(s.ctx, w)
	case err := <-s.ticket.figures.end:
		return s.ticket.sentAway(s.ctx, err)
	case <-s.ticket.again:
		s.ticket.count()
	case <-s.ticket.late:
		return errors.Join(s.ticket.recall(s.ctx, s.broker), errNobody)
	case f := <-s.seat.frames.news:
		return s.show(f)
	case err := <-s.seat.frames.end:
		return s.closed(err)
	case a := <-s.seat.counsel.Came:
		s.advise(a)
	case next, open := <-s.link.lines:
		if !open && s.ctx.Err() != nil { // not the client's doing: the last news must still be sent
			s.link.lines = nil
			return nil
		}
		return s.hear(next, open)
	}
	return nil
}

// show sends what is new in a frame and goes on to the next game when there is one.
func (s *session) show(f matchmaking.Frame) error {
	ends := s.seat.show(f)
	switch next := s.seat.frame.Next; {
	case next != "":
		return s.sit(next)
	case ends && s.req.Auto:
		return s.find()
	}
	return nil
}

// closed goes on when no more frames come: the connection ends with its table, unless it waits for another.
func (s *session) closed(err error) error {
	err = s.seat.closed(s.ctx, err)
	switch {
	case err != nil:
		return err
	case s.ticket.place == nil:
		return errDone
	}
	s.seat.stand()
	return nil
}

// advise sends a hint that has arrived.
func (s *session) advise(a matchmaking.Advice) {
	s.seat.counsel.Done()
	switch {
	case s.ctx.Err() != nil: // the connection has ended
	case a.Err != nil:
		s.refuse(a.Err, line{Type: "hint"})
	default:
		s.link.send(hint{Type: "hint", Ply: a.Hint.Ply, Move: a.Hint.Move, Chance: math.Round(a.Hint.Chance*1e4) / 1e4})
	}
}

// hear handles a line, or the end of input. After a refused move it sends the newest turn again.
func (s *session) hear(next line, open bool) error {
	switch {
	case !open:
		return errDone
	case !s.link.admit(next):
	case next.Type == "leave" && s.ticket.place != nil:
		return cmp.Or(s.ticket.recall(s.ctx, s.broker), errDone)
	case next.Type == "leave" && s.seat.frame.End != nil:
		return errDone
	default:
		err := s.act(next)
		if err == nil {
			return nil
		}
		s.refuse(err, next)
	}
	if next.Type == "move" && s.seat.chair != nil {
		if f, err := s.seat.remind(s.ctx); err == nil { // if not, the goroutine that follows the table sees that too
			return s.show(f)
		}
	}
	return nil
}

// refuse answers a line that changed nothing.
func (s *session) refuse(err error, next line) {
	r, expected := newRefusal(err, next)
	if !expected && s.ctx.Err() == nil {
		s.req.Log.Error("a line was not carried out", "type", next.Type, "err", err)
	}
	s.link.refuse(r)
}

// act does what a line says.
func (s *session) act(next line) error {
	place := s.ticket.place
	switch {
	case next.Type == "begin" && place != nil:
		return place.Begin(s.ctx)
	case s.seat.chair == nil:
		return s.misplaced(next)
	}
	return s.seat.act(s.ctx, next)
}

// misplaced refuses a line that needs a seat. It still checks the shape of a move first.
func (s *session) misplaced(next line) error {
	if next.Type == "move" {
		if _, err := s.req.Rules.Read(next.Move); err != nil {
			return &matchmaking.BadMove{Cause: err}
		}
	}
	return errNoSeat
}

// spent returns why the connection must be given up, or nil.
func (s *session) spent() error {
	switch {
	case s.link.broken != nil:
		return s.link.broken
	case s.link.worn():
		s.link.met(limitErrors)
		s.link.notice("too_many_errors")
		return errWorn
	}
	return nil
}
