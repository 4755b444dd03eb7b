package wire

import (
	"cmp"
	"context"
	"errors"
	"io"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// Request is what a program wants to play.
type Request struct {
	Ticket matchmaking.Ticket
	Rules  engine.Game   // of the ticket's game
	Game   data.MatchID  // take up this game; empty: the ticket's
	New    bool          // never take up a running game
	Auto   bool          // play on after each game
	Wait   time.Duration // give up the queue after this long; 0: never
	Server string        // how the server calls itself in `hello`
	Met    func(string)  // told of a limit that was met, by its name; nil: nobody is
}

// session is one program's connection. It waits for a seat, or has one; with
// Auto, when its game is over, it does both.
type session struct {
	ctx    context.Context
	broker matchmaking.Broker
	req    Request
	link   *link
	ticket ticket // zero unless one waits
	seat   seat   // zero before the first game
}

var (
	errDone   = errors.New("done") // the program's own will, or nothing more to come
	errNobody = errors.New("nobody came in that time; try again later, or play the house with --bot")
	errWorn   = errors.New("too many refused lines in a minute; your seat is kept")
	errSeated = errors.New("you have a game running; without --new, `play` takes up the one of its kind")
)

// Play speaks with a program until it closes its input, leaves, or ctx ends. An
// error says why it was refused or could not go on. Nothing is lost by ending
// it: the seat stays.
func Play(ctx context.Context, b matchmaking.Broker, req Request, in io.Reader, out io.Writer) error {
	s := &session{ctx: ctx, broker: b, req: req, link: newLink(out)}
	if req.Met != nil {
		s.link.met = req.Met
	}
	defer s.link.listen(in)()
	defer s.stand()
	defer s.withdraw()
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

// begin sits down at the game that was asked for, or finds one.
func (s *session) begin() error {
	if s.req.Game != "" {
		return s.sit(s.req.Game)
	}
	return s.find()
}

// find takes up a running game of the ticket's kind, a day game or another one as
// the ticket is, or hands the ticket in. Nobody plays two games at pace live.
func (s *session) find() error {
	t := s.req.Ticket
	mine, err := s.broker.Mine(s.ctx, t.Player.ID)
	if err != nil {
		return err
	}
	for _, row := range mine { // that waits for a move comes first
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

// step takes whatever comes next.
func (s *session) step() error {
	select {
	case w := <-s.ticket.figures.news:
		return s.wait(w)
	case err := <-s.ticket.figures.end:
		return s.sentAway(err)
	case <-s.ticket.again:
		s.ticket.again = nil
		s.count()
	case <-s.ticket.late:
		return errors.Join(s.recall(), errNobody)
	case f := <-s.seat.frames.news:
		return s.show(f)
	case err := <-s.seat.frames.end:
		return s.closed(err)
	case a := <-s.seat.counsel.Came:
		s.advise(a)
	case next, open := <-s.link.lines:
		if !open && s.ctx.Err() != nil { // not the client's doing: the last news are still to be told
			s.link.lines = nil
			return nil
		}
		return s.hear(next, open)
	}
	return nil
}

// hear takes a line, or the end of input. After a move that was refused the
// newest turn is sent again.
func (s *session) hear(next line, open bool) error {
	switch {
	case !open:
		return errDone
	case !s.link.admit(next):
	case next.Type == "leave" && s.ticket.place != nil:
		return cmp.Or(s.recall(), errDone)
	case next.Type == "leave" && s.seat.frame.End != nil:
		return errDone
	default:
		err := s.act(next)
		if err == nil {
			return nil
		}
		s.link.refuse(newRefusal(err, next.Ply))
	}
	if next.Type == "move" && s.seat.chair != nil {
		return s.remind()
	}
	return nil
}

// act does what a line says.
func (s *session) act(next line) error {
	chair, place := s.seat.chair, s.ticket.place
	switch {
	case next.Type == "begin" && place != nil:
		return place.Begin(s.ctx)
	case chair == nil:
		return s.misplaced(next)
	}
	switch next.Type {
	case "move":
		return chair.Play(s.ctx, *next.Ply, next.Move)
	case "hint":
		return s.seat.counsel.Ask(s.ctx, chair)
	case "resign":
		return chair.Resign(s.ctx)
	case "say":
		if next.Text != "" {
			return chair.Write(s.ctx, next.Text)
		}
		return chair.Say(s.ctx, next.Phrase)
	case "rematch":
		return chair.Rematch(s.ctx)
	case "slow":
		return chair.Slow(s.ctx)
	case "shut":
		return chair.Shut(s.ctx, !next.Open)
	}
	return matchmaking.ErrRunning // leave, begin
}

// misplaced refuses a line that needs a seat. The shape of a move is checked all
// the same, as that comes first.
func (s *session) misplaced(next line) error {
	if next.Type == "move" {
		if _, err := s.req.Rules.Read(next.Move); err != nil {
			return &matchmaking.BadMove{Cause: err}
		}
	}
	return errNoSeat
}

// spent reports whether the connection has to be given up.
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
