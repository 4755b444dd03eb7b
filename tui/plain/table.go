package plain

import (
	"context"
	"errors"
	"fmt"
	"io"

	"noir/data"
	"noir/matchmaking"
	"noir/matchmaking/replay"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/wording"
)

// hall leads to tables, and has a command for what is said there.
type hall struct {
	*reading
	command func(words ...string) error
}

// sit takes the visitor's own seat.
func (h hall) sit(id data.MatchID) error {
	chair, err := h.session.Broker.Sit(h.ctx, id, h.session.Player.ID)
	if err != nil {
		h.sorry(nil, err)
		return nil
	}
	return h.table(chair)
}

// table shows a table until the visitor leaves, and then that of a rematch, if any. It gives up the
// chair.
func (h hall) table(chair matchmaking.Viewer) error {
	sees := &sight{voice: h.voice, chair: chair}
	s := &sitting{
		sight: sees, teller: teller{sight: sees}, alarm: alarm{sight: sees}, question: question{sight: sees},
		talk: talk{sees, h}, winding: winding{sight: sees, hall: h},
	}
	next, err := s.sit()
	chair.Leave()
	if err != nil || next == "" {
		return err
	}
	return h.sit(next)
}

// sitting is a conversation at a table. What the visitor sees of it is shared with its parts.
type sitting struct {
	*sight
	teller   teller
	alarm    alarm
	question question
	talk     talk
	winding  winding
	counsel  matchmaking.Counsel
}

// errUp ends a sitting: the visitor leaves the table.
var errUp = errors.New("up")

// sit tells what happens at the table and does what is typed. It returns the table of a rematch, ""
// for the prompt.
func (s *sitting) sit() (data.MatchID, error) {
	revision := 0
	frames, stop := listen(s.ctx, func(ctx context.Context) (matchmaking.Frame, error) {
		f, err := s.chair.Next(ctx, revision)
		revision = f.Revision
		return f, err
	})
	defer stop()
	defer s.alarm.still()
	defer s.counsel.Stop()
	for {
		var err error
		select {
		case a := <-frames:
			if a.err != nil {
				s.closed(a.err)
				return "", s.ctx.Err()
			}
			err = s.tell(a.value)
		case l, ok := <-s.typed():
			err = s.obey(l, ok)
		case a := <-s.counsel.Came:
			s.advise(a)
		case <-s.alarm.rings:
			s.alarm.rings = nil
			s.say("Your time is running out: %s left.", kit.Duration(s.left()))
		case <-s.ctx.Done():
			return "", s.ctx.Err()
		}
		switch {
		case errors.Is(err, errUp):
			return "", nil
		case err != nil:
			return "", err
		case s.failed != nil:
			return "", s.failed
		case s.frame.Next != "" && s.seated():
			return s.frame.Next, nil
		}
	}
}

// typed is the channel of typed lines, nil before there is a table that a line can be for.
func (s *sitting) typed() <-chan line {
	if s.board == nil {
		return nil
	}
	return s.lines
}

// closed tells why there is nothing more to see.
func (s *sitting) closed(err error) {
	switch {
	case errors.Is(err, matchmaking.ErrClosed):
		s.sorry(nil, err)
	case s.ctx.Err() != nil:
	case !errors.Is(err, io.EOF):
		s.sorry(s.board, err)
	case s.frame.End != nil && s.seated():
		s.say("The table is closed: it is too late for a rematch. You are at the door: help says what you can type.")
	case s.frame.End != nil:
		s.say("The table is closed. You are at the door: help says what you can type.")
	default:
		s.say("The table is closed for now. The game is kept.")
	}
}

// tell says what is new in a frame.
func (s *sitting) tell(f matchmaking.Frame) error {
	first := s.board == nil
	if first {
		s.board = s.session.NewBoard(f.Game)
		if s.board == nil {
			s.say("That game cannot be shown here.")
			return errUp
		}
	}
	f = tui.Introduce(f)
	if err := s.board.Show(f); err != nil {
		return fmt.Errorf("show the table: %w", err)
	}
	before := s.frame
	s.frame = f
	if first {
		s.teller.introduce()
		if f.Passing == matchmaking.PassNothing && s.playing() && s.hasWindows() {
			s.passes(matchmaking.UsualPassing(s.session.Settings.Pass))
		}
	} else if !s.winding.jumped {
		for _, l := range f.Log[min(before.Ply(), f.Ply()):] {
			if text := told(s.session.Language, s.board, s.frame, l); text != "" {
				s.say("%s", text)
			}
		}
	}
	s.teller.notes(first)
	if text := wording.Rematch(s.session.Language, f); text != "" && !first && len(f.Rematch) != len(before.Rematch) {
		s.say("%s", text)
	}
	if max(before.Passing, matchmaking.PassIdle) != max(f.Passing, matchmaking.PassIdle) {
		s.teller.passing()
	}
	if f.FirstOffer(before) {
		s.say("Pass again? Type auto to pass until your turn.")
	}
	if before.PlayedByHouse() != f.PlayedByHouse() {
		s.teller.relieved()
	}
	if !before.Warned && f.Warned {
		s.say("One more turn without a move, and the house plays for you.")
	}
	s.alarm.set()
	ended := f.End != nil && before.End == nil
	switch {
	case s.winding.jumped:
		s.teller.look()
	case first, ended, s.question.concerns(before):
		s.teller.describe()
	}
	s.winding.jumped = false
	if ended {
		s.teller.ending()
	}
	return nil
}

// passes has the table pass for the viewer.
func (s *sitting) passes(p matchmaking.Passing) {
	s.ask(func(seat matchmaking.Seat) error { return seat.Pass(s.ctx, p) })
}

// obey does what a line at the table asks for.
func (s *sitting) obey(l line, ok bool) error {
	l, err := s.heard(l, ok)
	if err != nil {
		return err
	}
	s.resume()
	words := s.words(l)
	if len(words) == 0 || s.winding.wind(words) {
		return nil
	}
	if tape, replayed := s.chair.(*replay.Replay); replayed && words[0] == "house" {
		return s.winding.goOnward(tape.At(), words)
	}
	switch words[0] {
	case "auto":
		s.auto(l.text)
	case "help":
		s.teller.help()
	case "look":
		s.teller.look()
	case "moves":
		if len(s.frame.Log) == 0 {
			s.say("No move has been made yet.")
		}
		for _, l := range s.frame.Log {
			if text := told(s.session.Language, s.board, s.frame, l); text != "" {
				s.say("%d: %s", l.Ply, text)
			}
		}
	case "clock":
		s.teller.clocks()
	case "hint":
		s.ask(func(seat matchmaking.Seat) error { return s.counsel.Ask(s.ctx, seat) })
	case "say":
		s.talk.speak(after(l.text, 1))
	case "resign":
		s.resign(words[1:])
	case rematch:
		s.ask(func(seat matchmaking.Seat) error { return seat.Rematch(s.ctx) })
	case "slow":
		s.ask(func(seat matchmaking.Seat) error { return seat.Slow(s.ctx) })
	case "watchers":
		s.ask(func(seat matchmaking.Seat) error { return seat.AllowSpectators(s.ctx, s.frame.NoSpectators) })
	case "leave":
		s.getUp()
		return errUp
	default:
		about, err := s.talk.about(words, l.text)
		if !about {
			s.move(l.text)
		}
		return err
	}
	return nil
}

// resume takes the seat back from the house: any line shows that the player is there.
func (s *sitting) resume() {
	if s.frame.PlayedByHouse() {
		s.ask(func(seat matchmaking.Seat) error { return seat.Back(s.ctx) })
	}
}

// auto has the table pass for the viewer, or ask them again, in games with windows.
func (s *sitting) auto(line string) {
	if !s.hasWindows() {
		s.move(line)
		return
	}
	s.passes(s.frame.Passing.Other(s.session.Settings.Pass))
}

// resign resigns, after a confirmation.
func (s *sitting) resign(args []string) {
	switch {
	case len(args) == 1 && args[0] == "now":
		s.ask(func(seat matchmaking.Seat) error { return seat.Resign(s.ctx) })
	case s.frame.End != nil:
		s.say("The game is over.")
	default:
		s.say("That loses the game. Type resign now to confirm.")
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
		s.say("%s", tui.Sentence(s.session.Language, err.Error()))
		return
	}
	s.try(s.question.answer(body))
}

// getUp says what happens to the seat.
func (s *sitting) getUp() {
	if s.playing() {
		s.say("Your seat is kept and your clock keeps running: type sit to go on.")
		return
	}
	s.say("You are at the door: help says what you can type.")
}

// advise says a hint, unless the turn has changed.
func (s *sitting) advise(a matchmaking.Advice) {
	s.counsel.Done()
	switch {
	case a.Err != nil:
		s.try(a.Err)
	case s.frame.Turn != nil && s.frame.Turn.Ply == a.Hint.Ply:
		s.say("%s", wording.Advice(s.session, s.board, a.Hint))
	}
}
