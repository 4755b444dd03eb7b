package plain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"noir/data"
	"noir/engine"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/play"
)

// lowTime is when the viewer is told that their time is running out.
const lowTime = 10 * time.Second

// sitting is a conversation at a table, in a seat or as a spectator.
type sitting struct {
	*conversation
	chair     matchmaking.Viewer
	board     tui.Board // nil before the first frame
	frame     matchmaking.Frame
	described []string  // the position as last told
	jumped    bool      // in a replay: the next frame is not that of the next move
	changed   time.Time // when another player's move asked or changed the viewer's question
	noted     int       // the newest note that was told
	counsel   matchmaking.Counsel
	alarm     *time.Timer
	warn      <-chan time.Time // of the alarm; nil when it is off
}

// seat is the chair of a player, or ErrWatching.
func (s *sitting) seat() (matchmaking.Seat, error) {
	seat, plays := s.chair.(matchmaking.Seat)
	if !plays {
		return nil, matchmaking.ErrWatching
	}
	return seat, nil
}

// ask does something with the seat and tells the result.
func (s *sitting) ask(do func(matchmaking.Seat) error) {
	seat, err := s.seat()
	if err == nil {
		err = do(seat)
	}
	s.try(err)
}

// errUp ends a sitting: the visitor leaves the table.
var errUp = errors.New("up")

// table shows a table until the visitor leaves, and then that of a rematch, if any. It gives up the
// chair.
func (c *conversation) table(chair matchmaking.Viewer) error {
	s := &sitting{conversation: c, chair: chair}
	next, err := s.sit()
	chair.Leave()
	if err != nil || next == nil {
		return err
	}
	return next()
}

// sit takes the visitor's own seat.
func (c *conversation) sit(id data.MatchID) error {
	chair, err := c.session.Broker.Sit(c.ctx, id, c.session.Player.ID)
	if err != nil {
		c.say("%s", play.Sorry(c.session.Language, nil, err))
		return nil
	}
	return c.table(chair)
}

// people names who sits at a table.
func people(r *language.Reader, seats []matchmaking.Seated) string {
	names := make([]string, len(seats))
	for i, s := range seats {
		names[i] = s.Name
		if s.Rating != nil {
			names[i] += fmt.Sprintf(" %.0f", *s.Rating)
		}
	}
	return r.List(names)
}

// sit tells what happens at the table and does what is typed. It returns where to go on, nil for
// the prompt.
func (s *sitting) sit() (func() error, error) {
	revision := 0
	frames, stop := listen(s.ctx, func(ctx context.Context) (matchmaking.Frame, error) {
		f, err := s.chair.Next(ctx, revision)
		revision = f.Revision
		return f, err
	})
	defer stop()
	defer s.still()
	defer s.counsel.Stop()
	for {
		var err error
		select {
		case a := <-frames:
			if a.err != nil {
				s.closed(a.err)
				return nil, s.ctx.Err()
			}
			err = s.tell(a.value)
		case l, ok := <-s.typed():
			var next func() error
			if next, err = s.obey(l, ok); next != nil {
				return next, nil
			}
		case a := <-s.counsel.Came:
			s.advise(a)
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
		s.say("%s", play.Sorry(s.session.Language, nil, err))
	case s.ctx.Err() != nil:
	case !errors.Is(err, io.EOF):
		s.say("%s", play.Sorry(s.session.Language, s.board, err))
	case s.frame.End != nil && s.seated():
		s.say("The table is closed: it is too late for a rematch. You are at the door: help says what you can type.")
	case s.frame.End != nil:
		s.say("The table is closed. You are at the door: help says what you can type.")
	default:
		s.say("The table is closed for now. The game is kept.")
	}
}

func (s *sitting) seated() bool { return s.frame.Seat != engine.Spectator }

// playing reports whether the viewer's seat is still in a running game.
func (s *sitting) playing() bool {
	return s.seated() && s.frame.End == nil && !s.frame.Seats[s.frame.Seat].Out
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
		s.introduce()
		if f.Passing == matchmaking.PassNothing && s.playing() && s.hasWindows() {
			s.passes(play.Standing(s.session.Settings))
		}
	} else if !s.jumped {
		for _, l := range f.Log[min(before.Ply(), f.Ply()):] {
			if text := told(s.session.Language, s.board, s.frame, l); text != "" {
				s.say("%s", text)
			}
		}
	}
	s.notes(first)
	if text := play.Rematch(s.session.Language, f); text != "" && !first && len(f.Rematch) != len(before.Rematch) {
		s.say("%s", text)
	}
	if max(before.Passing, matchmaking.PassIdle) != max(f.Passing, matchmaking.PassIdle) {
		s.passing()
	}
	if play.Wearied(before, f) {
		s.say("Pass again? Type auto to pass until your turn.")
	}
	if play.Relieved(before) != play.Relieved(f) {
		s.relieved()
	}
	if !before.Warned && f.Warned {
		s.say("One more turn without a move, and the house plays for you.")
	}
	s.set()
	ended := f.End != nil && before.End == nil
	if first || ended || s.jumped || s.concerns(before) {
		s.describe()
	}
	s.jumped = false
	if ended {
		s.ending()
	}
	return nil
}

// told words a line of the log, or "". A name keeps its first letter as its owner writes it.
func told(r *language.Reader, b tui.Board, f matchmaking.Frame, l engine.Line) string {
	text := b.Tell(l)
	for _, seat := range f.Seats {
		if strings.HasPrefix(text, seat.Name) {
			return text + "."
		}
	}
	return tui.Sentence(r, text)
}

// passing says when the table passes for the viewer.
func (s *sitting) passing() {
	switch s.frame.Passing {
	case matchmaking.PassTurn:
		s.say("You pass until your turn, except when something of yours is at stake. Type auto to be asked again.")
	case matchmaking.PassAlways:
		s.say("You always pass, except when something of yours is at stake. Type auto to be asked again.")
	default:
		s.say("You are asked again.")
	}
}

// passes has the table pass for the viewer.
func (s *sitting) passes(p matchmaking.Passing) {
	s.ask(func(seat matchmaking.Seat) error { return seat.Pass(s.ctx, p) })
}

// relieved says who plays the viewer's seat.
func (s *sitting) relieved() {
	switch {
	case play.Relieved(s.frame):
		s.say("You missed two prompts; the house is playing your hand. Enter takes it back.")
	case s.playing():
		s.say("You play again.")
	}
}

// introduce describes the table.
func (s *sitting) introduce() {
	f := s.frame
	stake := s.session.Words("casual")
	if f.Rated {
		stake = s.session.Words("rated")
	}
	s.say("%s, %s: %s. help says what you can type.", s.session.Title(f.Game), stake, people(s.session.Language, f.Seats))
	if f.OneAddress {
		s.say(matchmaking.OneAddress)
	}
}

// look describes the whole position and the viewer's time.
func (s *sitting) look() {
	s.described = nil
	s.describe()
}

// describe tells what has changed in the position since it was last told, and always its last line,
// which says what is asked.
func (s *sitting) describe() {
	lines := s.board.Plain()
	for i, text := range lines {
		if i == len(lines)-1 || !slices.Contains(s.described, text) {
			s.say("%s", text)
		}
	}
	s.described = lines
	if s.frame.Turn != nil && s.running() {
		s.say("You have %s.", kit.Duration(s.left()))
	}
}

// notes tells the new notes of the table; those from before the viewer came are skipped.
func (s *sitting) notes(first bool) {
	for _, n := range s.frame.Notes {
		if n.Seq <= s.noted {
			continue
		}
		s.noted = n.Seq
		if text := play.Notice(s.session.Language, s.frame, n); text != "" && !first {
			s.say("%s", text)
		}
	}
}

// ending tells the result and what can be done now.
func (s *sitting) ending() {
	for _, text := range play.Ratings(s.session.Language, s.frame, "to", "-") {
		s.say("%s", text)
	}
	if link := play.Link(s.session, s.frame); link != "" {
		s.say("%s", link)
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

// left is the viewer's total time for this move.
func (s *sitting) left() time.Duration {
	move, bank := s.frame.Clocks[s.frame.Seat].Left(s.session.Now())
	return move + bank
}

// set sets the alarm for when the viewer's time runs low.
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

// still switches the alarm off.
func (s *sitting) still() {
	if s.alarm != nil {
		s.alarm.Stop()
	}
	s.alarm, s.warn = nil, nil
}

// obey does what a line at the table asks for. It returns where to go on, if that is another table.
func (s *sitting) obey(l line, ok bool) (func() error, error) {
	l, err := s.heard(l, ok)
	if err != nil {
		return nil, err
	}
	s.resume()
	words := s.words(l)
	if len(words) == 0 || s.wind(words) {
		return nil, nil
	}
	if tape, replayed := s.chair.(*matchmaking.Replay); replayed && words[0] == "house" {
		return nil, s.goOnward(tape.At(), words)
	}
	switch words[0] {
	case "auto":
		s.auto(l.text)
	case "help":
		s.help()
	case "look":
		s.look()
	case "moves":
		for _, l := range s.frame.Log {
			if text := told(s.session.Language, s.board, s.frame, l); text != "" {
				s.say("%d: %s", l.Ply, text)
			}
		}
	case "clock":
		s.clocks()
	case "hint":
		s.ask(func(seat matchmaking.Seat) error { return s.counsel.Ask(s.ctx, seat) })
	case "say":
		s.speak(after(l.text, 1))
	case "resign":
		s.resign(words[1:])
	case "rematch":
		s.ask(func(seat matchmaking.Seat) error { return seat.Rematch(s.ctx) })
	case "slow":
		s.ask(func(seat matchmaking.Seat) error { return seat.Slow(s.ctx) })
	case "watchers":
		s.ask(func(seat matchmaking.Seat) error { return seat.Shut(s.ctx, !s.frame.Closed) })
	case "leave":
		s.getUp()
		return nil, errUp
	default:
		about, err := s.acquainted(words, l.text)
		if !about {
			s.move(l.text)
		}
		return nil, err
	}
	return nil, nil
}

// resume takes the seat back from the house: any line shows that the player is there.
func (s *sitting) resume() {
	if play.Relieved(s.frame) {
		s.ask(func(seat matchmaking.Seat) error { return seat.Back(s.ctx) })
	}
}

func (s *sitting) help() {
	leave := s.session.Words("leave: back to the door.")
	switch {
	case s.playing():
		_, err := s.board.Command("")
		s.say("Your moves: %s.", strings.TrimSuffix(err.Error(), "."))
		if s.hasWindows() {
			s.say("auto: pass until your turn, except when something of yours is at stake. Type it again to be asked.")
		}
		if !s.frame.Rated {
			s.say("hint: what the house would do.")
		}
		s.say("resign: give up the game.")
		if s.frame.Pace != data.Day {
			s.say("slow: offer to go on at a day a move, or agree to it.")
		}
		if !s.frame.Private {
			s.say("watchers: let nobody watch, or let others watch again.")
		}
		leave = s.session.Words("leave: back to the door; your seat is kept and your clock keeps running.")
	case s.seated() && s.frame.End == nil:
		s.say("You are out of this game and can watch until it is over. You may also play elsewhere.")
	case s.seated():
		s.say("rematch: offer another game, or accept one.")
	}
	s.talkHelp()
	s.say("look: the table again. moves: all moves so far. clock: the time.")
	s.say("%s", leave)
	s.say("quit: hang up.")
}

// hasWindows reports whether the game has windows in which a player may always pass.
func (s *sitting) hasWindows() bool {
	info, _ := s.session.Info(s.frame.Game)
	return info.Windows
}

// auto has the table pass for the viewer, or ask them again, in games with windows.
func (s *sitting) auto(line string) {
	if !s.hasWindows() {
		s.move(line)
		return
	}
	s.passes(play.Otherwise(s.frame, s.session.Settings))
}

// clocks tells the time of all seats.
func (s *sitting) clocks() {
	if s.frame.Clock.Move == 0 {
		s.say("There is no clock here: think for as long as you like.")
		return
	}
	for i, c := range s.frame.Clocks {
		move, bank := c.Left(s.session.Now())
		who := s.frame.Seats[i].Name
		if c.Asked {
			s.say("%s is to move and has %s, and %s more.", who, kit.Duration(move), kit.Duration(bank))
		} else {
			s.say("%s has %s in addition to the time for each move.", who, kit.Duration(bank))
		}
	}
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
	s.try(s.make(body))
}

// try says why something failed.
func (s *sitting) try(err error) {
	if err != nil && s.ctx.Err() == nil {
		s.say("%s", play.Sorry(s.session.Language, s.board, err))
	}
}

// getUp says what happens to the seat.
func (s *sitting) getUp() {
	if s.playing() {
		s.say("Your seat is kept and your clock keeps running: type sit to go on.")
		return
	}
	s.say("You are at the door: help says what you can type.")
}
