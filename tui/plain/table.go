package plain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"noir/engine"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/play"
)

// lowTime is how much is left of the own time when it is told.
const lowTime = 10 * time.Second

// sitting is a conversation at a table, at a seat of one's own or not.
type sitting struct {
	*conversation
	chair matchmaking.Chair
	board tui.Board // nil before the first frame
	frame matchmaking.Frame
	noted int // the newest note that was told
	alarm *time.Timer
	warn  <-chan time.Time // of the alarm; nil when it is off
}

// errUp ends a sitting: the visitor gets up.
var errUp = errors.New("up")

// table shows a table until the visitor gets up, and the one of a rematch after
// it. It gives the chair up.
func (c *conversation) table(chair matchmaking.Chair) error {
	s := &sitting{conversation: c, chair: chair}
	next, err := s.sit()
	chair.Leave()
	if err != nil || next == nil {
		return err
	}
	return next()
}

// sit tells what happens at the table and does what is typed. It returns where
// to go on, nil for the door.
func (s *sitting) sit() (func() error, error) {
	revision := 0
	frames, stop := listen(s.ctx, func(ctx context.Context) (matchmaking.Frame, error) {
		f, err := s.chair.Next(ctx, revision)
		revision = f.Revision
		return f, err
	})
	defer stop()
	defer s.still()
	for {
		var err error
		select {
		case a := <-frames:
			if a.err != nil {
				s.closed(a.err)
				return nil, s.ctx.Err()
			}
			err = s.tell(a.value)
		case l, ok := <-s.lines:
			var next func() error
			if next, err = s.obey(l, ok); next != nil {
				return next, nil
			}
		case <-s.warn:
			s.warn = nil
			s.say("Your time is running out: %s left.", kit.Duration(s.left()))
		case <-s.ctx.Done():
			return nil, s.ctx.Err()
		}
		switch {
		case errors.Is(err, errUp):
			return nil, nil
		case err != nil:
			return nil, err
		case s.failed != nil:
			return nil, s.failed
		case s.frame.Next != "" && s.seated():
			return func() error { return s.conversation.sit(s.frame.Next) }, nil
		}
	}
}

// closed tells why there is nothing more to see.
func (s *sitting) closed(err error) {
	switch {
	case !errors.Is(err, io.EOF):
	case s.frame.End != nil:
		s.say("The table is closed. You are at the door: help says what can be typed.")
	default:
		s.say("The table is closed for now. The game is kept.")
	}
}

func (s *sitting) seated() bool { return s.frame.Seat != engine.Spectator }

// tell says what a frame brings that the one before did not have.
func (s *sitting) tell(f matchmaking.Frame) error {
	first := s.board == nil
	if first {
		newBoard, ok := s.session.Boards[f.Game]
		if !ok {
			s.say("Nobody here can show that game.")
			return errUp
		}
		s.board = newBoard()
	}
	if err := s.board.Show(f); err != nil {
		return fmt.Errorf("show the table: %w", err)
	}
	before := s.frame
	s.frame = f
	if first {
		s.introduce()
	} else {
		for _, l := range f.Log[min(before.Ply(), f.Ply()):] {
			s.say("%s", s.told(l))
		}
	}
	s.notes(first)
	s.set()
	turned := f.Turn != nil && (before.Turn == nil || before.Turn.Ply != f.Turn.Ply)
	ended := f.End != nil && before.End == nil
	if first || turned || ended {
		s.look()
	}
	if ended {
		s.ending()
	}
	return nil
}

// told makes a sentence of a line of the log. A name keeps its first letter as
// its owner writes it.
func (s *sitting) told(l engine.Line) string {
	text := s.board.Tell(l)
	if l.Seat != engine.Spectator && strings.HasPrefix(text, s.frame.Seats[l.Seat].Name) {
		return text + "."
	}
	return tui.Sentence(text)
}

// introduce says at which table one sits.
func (s *sitting) introduce() {
	f := s.frame
	stake := "casual"
	if f.Rated {
		stake = "rated"
	}
	s.say("%s, %s: %s. help says what can be typed.", s.session.Title(f.Game), stake, people(f.Seats))
}

// look describes the position and the own time.
func (s *sitting) look() {
	for _, text := range s.board.Plain() {
		s.say("%s", text)
	}
	if s.frame.Turn != nil && s.running() {
		s.say("You have %s.", kit.Duration(s.left()))
	}
}

// notes tells what happened around the table; what is old when one comes is not
// told.
func (s *sitting) notes(first bool) {
	for _, n := range s.frame.Notes {
		if n.Seq <= s.noted {
			continue
		}
		s.noted = n.Seq
		if text := play.Notice(s.frame, n); text != "" && !first {
			s.say("%s", text)
		}
	}
}

// ending says what the end has brought and what can be done now.
func (s *sitting) ending() {
	for _, text := range play.Ratings(s.frame, "to", "-") {
		s.say("%s", text)
	}
	if s.seated() {
		s.say("Type rematch, or leave.")
	} else {
		s.say("Type leave.")
	}
}

// running reports whether the viewer's own time passes.
func (s *sitting) running() bool {
	return s.seated() && int(s.frame.Seat) < len(s.frame.Clocks) && s.frame.Clocks[s.frame.Seat].Running
}

// left is all the time the viewer has for this move.
func (s *sitting) left() time.Duration {
	move, bank := s.frame.Clocks[s.frame.Seat].Left(s.session.Now())
	return move + bank
}

// set has the alarm ring when the own time runs low.
func (s *sitting) set() {
	s.still()
	if !s.running() || s.frame.End != nil {
		return
	}
	if wait := s.left() - lowTime; wait > 0 {
		s.alarm = time.NewTimer(wait)
		s.warn = s.alarm.C
	}
}

// still puts the alarm off.
func (s *sitting) still() {
	if s.alarm != nil {
		s.alarm.Stop()
	}
	s.alarm, s.warn = nil, nil
}

// obey does what a line at the table asks for. It returns where to go on, if
// that is another table.
func (s *sitting) obey(l line, ok bool) (func() error, error) {
	l, err := s.heard(l, ok)
	if err != nil {
		return nil, err
	}
	words := s.words(l)
	if len(words) == 0 || s.board == nil {
		return nil, nil
	}
	switch words[0] {
	case "help":
		s.help()
	case "look":
		s.look()
	case "moves":
		for _, l := range s.frame.Log {
			s.say("%d: %s", l.Ply, s.told(l))
		}
	case "clock":
		s.clocks()
	case "say":
		s.speak(words[1:])
	case "resign":
		s.resign(words[1:])
	case "rematch":
		s.try(s.chair.Rematch(s.ctx))
	case "leave":
		s.getUp()
		return nil, errUp
	default:
		s.move(l.text)
	}
	return nil, nil
}

func (s *sitting) help() {
	if s.seated() && s.frame.End == nil {
		_, err := s.board.Command("")
		s.say("Your moves: %s.", err)
		s.say("say: what can be said. say 1: say the first of it. resign: give the game up.")
	}
	if s.seated() && s.frame.End != nil {
		s.say("rematch: offer another game, or accept one.")
	}
	s.say("look: the table again. moves: all moves so far. clock: the time.")
	s.say("leave: back to the door; your seat is kept and your clock runs on. quit: hang up.")
}

// clocks tells everybody's time.
func (s *sitting) clocks() {
	for i, c := range s.frame.Clocks {
		move, bank := c.Left(s.session.Now())
		who := s.frame.Seats[i].Name
		if c.Asked {
			s.say("%s is to move and has %s, and %s beside it.", who, kit.Duration(move), kit.Duration(bank))
		} else {
			s.say("%s has %s beside the time for each move.", who, kit.Duration(bank))
		}
	}
}

// speak says a phrase, or lists what can be said.
func (s *sitting) speak(args []string) {
	if len(args) == 1 {
		if n, err := strconv.Atoi(args[0]); err == nil && n >= 1 && n <= len(matchmaking.Phrases) {
			s.try(s.chair.Say(s.ctx, matchmaking.Phrases[n-1]))
			return
		}
	}
	for i, code := range matchmaking.Phrases {
		s.say("%d: %s", i+1, play.Phrase(code))
	}
	s.say("Type say and a number from 1 to %d.", len(matchmaking.Phrases))
}

// resign gives the game up, if it is really meant.
func (s *sitting) resign(args []string) {
	switch {
	case len(args) == 1 && args[0] == "now":
		s.try(s.chair.Resign(s.ctx))
	case s.frame.End != nil:
		s.say("The game is over.")
	default:
		s.say("That would lose the game. Type resign now if you mean it.")
	}
}

// move makes the move that a line means.
func (s *sitting) move(text string) {
	if s.frame.End != nil {
		s.say("The game is over. Type rematch, look, moves, leave or quit.")
		return
	}
	body, err := s.board.Command(text)
	if err != nil {
		s.say("%s", tui.Sentence(err.Error()))
		return
	}
	s.try(s.make(body))
}

func (s *sitting) make(body json.RawMessage) error {
	if s.frame.Turn == nil {
		return matchmaking.ErrNotYourTurn
	}
	return s.chair.Play(s.ctx, s.frame.Turn.Ply, body)
}

// try says why something did not work.
func (s *sitting) try(err error) {
	if err != nil && s.ctx.Err() == nil {
		s.say("%s", play.Sorry(s.board, err))
	}
}

// getUp says what becomes of the seat.
func (s *sitting) getUp() {
	if s.seated() && s.frame.End == nil {
		s.say("Your seat is kept and your clock runs on: play takes the game up again.")
		return
	}
	s.say("You are at the door: help says what can be typed.")
}
