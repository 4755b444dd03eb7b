package play

import (
	"context"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/engine"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/wording"
)

// after is what the viewer may do when the game is over: play another one, on the same terms or
// with the same people.
type after struct{ *sight }

func (a after) press(msg tea.KeyPressMsg) tea.Cmd {
	s, f := a.session, a.frame
	switch {
	case key.Matches(msg, keys.home):
		if a.mode == watching {
			return tui.Ask(tui.Pop{})
		}
		return tui.Ask(tui.Home{})
	case key.Matches(msg, keys.replay):
		return tui.Ask(tui.Push{Screen: s.Routes.Replay(s, f.Match)})
	case a.canReview() && key.Matches(msg, keys.appraise):
		return tui.Ask(tui.Push{Screen: s.Routes.Review(s, f.Match)})
	case a.canRematch() && key.Matches(msg, keys.rematch):
		return a.do(func(ctx context.Context, c matchmaking.Seat) error { return c.Rematch(ctx) })
	case a.canFollow() && key.Matches(msg, keys.follow):
		return tui.Ask(tui.Replace{Screen: s.Routes.Watch(s, f.Next)})
	case a.canPlayNext() && key.Matches(msg, keys.next):
		return a.playNext()
	}
	return nil
}

// help lists the keys that do something now; flip turns to the score sheet and back.
func (a after) help(flip key.Binding) []key.Binding {
	var short []key.Binding
	switch {
	case a.canRematch():
		short = append(short, keys.rematch)
	case a.canFollow():
		short = append(short, keys.follow)
	}
	if a.canReview() {
		short = append(short, keys.appraise)
	}
	short = append(short, keys.replay)
	if a.canPlayNext() {
		short = append(short, keys.next)
	}
	out := keys.home
	if a.mode == watching {
		out = keys.back
	}
	return append(short, flip, keys.moves, out)
}

// canReview reports whether the game can be reviewed.
func (a after) canReview() bool { return a.gameOver() && a.frame.End.Result.Reason != engine.Aborted }

// canRematch reports whether the viewer may still offer or accept another game.
func (a after) canRematch() bool {
	return a.mode == seated && a.gameOver() && a.ended == nil && a.frame.Next == "" && !a.offered()
}

// offered reports whether the viewer wants a rematch.
func (a after) offered() bool { return slices.Contains(a.frame.Rematch, a.frame.Seat) }

// canFollow reports whether a watcher may go on to the rematch.
func (a after) canFollow() bool { return a.mode == watching && a.frame.Next != "" }

// canPlayNext reports whether another game on the same terms can be requested: not after a private
// one among people, nor at a pace at which no stranger plays.
func (a after) canPlayNext() bool {
	return a.mode == seated && a.gameOver() && (!a.frame.Private && a.frame.Pace != data.Fast || a.house() != "")
}

// house returns the level of the house players when nobody else was at the
// table.
func (a after) house() string {
	level := ""
	for i, s := range a.frame.Seats {
		if engine.Seat(i) == a.frame.Seat {
			continue
		}
		if s.Kind != data.Bot {
			return ""
		}
		level = s.Level
	}
	return level
}

// ticket is a ticket for another game on the same terms.
func (a after) ticket() matchmaking.Ticket {
	s, f := a.session, a.frame
	terms := matchmaking.Terms{Game: f.Game, Rated: f.Rated, Pace: f.Pace, Tournament: f.Tournament}
	if f.Tournament == 0 {
		game, _ := s.Game(f.Game)
		terms.Options = tui.SameOptions(game.Switches, f.Options)
	}
	return matchmaking.Ticket{Player: s.Player, Terms: terms}
}

// playNext requests another game on the same terms.
func (a after) playNext() tea.Cmd {
	s, f, ticket := a.session, a.frame, a.ticket()
	if level := a.house(); level != "" {
		ticket.Bot, ticket.Seats = level, len(f.Seats)
		return tui.Ask(tui.Seek{Ticket: ticket})
	}
	if f.Pace == data.Day {
		return a.challenge(data.Challenge{
			From: s.Player, Game: f.Game, Rated: f.Rated, Seats: len(f.Seats), Options: ticket.Options,
		})
	}
	return tui.Ask(tui.Replace{Screen: s.Routes.Queue(s, ticket)})
}

// goOn looks for the next game of an event when one is over.
func (a after) goOn(before matchmaking.Frame) tea.Cmd {
	ended := before.Revision > 0 && before.End == nil && a.gameOver()
	if !ended || a.mode != seated || a.frame.Tournament == 0 {
		return nil
	}
	return tui.Ask(tui.Seek{Ticket: a.ticket()})
}

// goOver goes on to the table of the rematch.
func (a after) goOver() tea.Cmd {
	if a.mode != seated || a.frame.Next == "" || a.hidden {
		return nil
	}
	return tui.Ask(tui.Replace{Screen: a.session.Routes.Play(a.session, a.frame.Next)})
}

// challenge offers another game at pace day, or accepts one.
func (a after) challenge(offer data.Challenge) tea.Cmd {
	s := a.session
	return func() tea.Msg {
		a, err := s.Broker.Challenge(s.Context, offer)
		switch {
		case err != nil:
			return answered{err: err}
		case a.Match != "":
			return tui.Replace{Screen: s.Routes.Play(s, a.Match)}
		}
		return tui.Toast{Text: tui.Say("Your challenge stands. You need not wait for it.")}
	}
}

// offers says who wants another game, the longest form first.
func (a after) offers(th *tui.Theme) []string {
	f := a.frame
	waits, want, all := wording.Rematch(th.Reader, f), len(f.Rematch), len(f.Seats)
	switch {
	case !a.gameOver():
		return []string{""}
	case a.canFollow(): // their old table has closed by then
		return []string{th.Words("They play again: r follows them.")}
	case a.ended != nil:
		return a.tooLate(th.Reader)
	case waits == "" || a.mode != seated:
		return []string{""}
	case a.offered() && all > 2:
		return []string{waits, th.Several(want, "%d of %d wants a rematch.", "%d of %d want a rematch.", all)}
	case a.offered():
		return []string{waits, th.Words("You have offered a rematch.")}
	case all > 2:
		return []string{th.Words("%s r accepts.", waits), th.Several(want, "%d of %d wants a rematch: r accepts.", "%d of %d want a rematch: r accepts.", all)}
	}
	return []string{th.Words("%s offers a rematch: r accepts.", wording.Name(th.Reader, f, f.Rematch[0]))}
}

// tooLate says that a rematch is no longer possible, the longest form first.
func (a after) tooLate(r *language.Reader) []string {
	switch {
	case a.mode != seated || a.frame.Next != "":
		return []string{""}
	case a.canPlayNext():
		return []string{r.Words("The table is closed: it is too late for a rematch. n looks for the next game."), r.Words("It is too late for a rematch.")}
	}
	return []string{r.Words("The table is closed: it is too late for a rematch."), r.Words("It is too late for a rematch.")}
}
