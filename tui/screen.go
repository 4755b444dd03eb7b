// Package tui is what the screens of a terminal session share: the one Bubble Tea model of a
// connection (Root), the interfaces of screens and boards, the theme, the keys. It imports no
// screen; app passes them in as Routes.
package tui

import (
	"charm.land/bubbles/v2/help"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/internal/language"
	"noir/matchmaking"
)

// Screen is one full window of the session. Update does no I/O: what blocks goes into a Cmd. Its
// message comes back to the screen that returned it and to no other; it is dropped if that screen
// is gone. View draws the lines of the window from the top, at most w×h cells, without the key
// line; it is called only when something has changed, and its result is read before the next call.
// The help lists the keys in force now: the short one, which is read before the next call, from the
// most to the least needed and, last, the way out. A screen that shows a clock requests its ticks
// itself, with TickAfter.
type Screen interface {
	Init() tea.Cmd
	Update(tea.Msg) (Screen, tea.Cmd)
	View(w, h int, th *Theme) []string
	help.KeyMap
}

// Leaver is a Screen that holds something: Leave is called once when the screen is gone, and must
// not block.
type Leaver interface{ Leave() }

// Guard is a Screen that may lose something when it is left. Question is what to ask first; "" when
// nothing is lost.
type Guard interface{ Question() string }

// Typist is a Screen with a text field: while Typing, it gets every key except ctrl+c as text.
type Typist interface{ Typing() bool }

// Titled is a Screen that sets the window's title, so that a waiting player sees from elsewhere
// what is going on.
type Titled interface{ Title() string }

// The messages that Root sends to a screen.
type (
	// Shown tells that the screen is on top again.
	Shown struct{}
	// Hidden tells that another screen covers it.
	Hidden struct{}
	// Sought tells the screen that sent a Seek, or a later Attend, about the search: Session.Search
	// has changed or, with an error, the search is over.
	Sought struct{ Err error }
	// Tick tells the screen that requested it that time has passed. Only clocks have changed: keys
	// and title stay.
	Tick struct{}
)

// The messages by which a screen asks Root for something. Those that change the shown screen count
// only from the screen on top: a second Pop in flight does nothing. Those that tell what has been
// stored about the visitor (Named, Renamed, Settle) count even when their screen is gone.
type (
	// Push shows a screen on top of the present one, which continues below.
	Push struct{ Screen Screen }
	// Pop goes back to the screen underneath.
	Pop struct{}
	// Replace shows a screen in place of the present one.
	Replace struct{ Screen Screen }
	// Home goes back to the lowest screen.
	Home struct{}
	// Quit ends the session.
	Quit struct{}
	// Toast shows a sentence for a few seconds, below whatever is on. It is worded whenever it is
	// drawn, so that it follows a change of language; see Say.
	Toast struct {
		Text func(*language.Reader) string
		Bell bool
	}
	// Named tells that the visitor has a name now, or is another player; they are brought home with
	// their settings.
	Named struct {
		Player   data.Player
		Settings data.Settings
	}
	// Renamed tells that the player has another name. The screen that asked gets it too.
	Renamed struct{ Player data.Player }
	// Settle applies other settings to the session. Then, if it is not nil, comes back to the screen
	// that asked.
	Settle struct {
		Settings data.Settings
		Then     tea.Msg
	}
	// Shelve stores a player's progress in lessons, as in Session.Keep: of two messages the second
	// may overtake the first, so it does not carry the progress.
	Shelve struct{}
	// Alert calls a visitor who looks elsewhere: the bell rings, and their terminal shows a
	// sentence without players' words. It does nothing for a visitor who is here.
	Alert struct{ Text string }
	// Seek queues a ticket. One against the house is played at once; any other becomes the
	// session's Search, in place of the previous one.
	Seek struct{ Ticket matchmaking.Ticket }
	// Attend has the screen told about the Search from now on, in place of the one that sent the
	// Seek.
	Attend struct{}
	// Withdraw ends the Search.
	Withdraw struct{}
	// Begin starts the host's private table with the players who are there.
	Begin struct{}
)

// Ask returns the Cmd that sends Root a message.
func Ask(msg tea.Msg) tea.Cmd { return func() tea.Msg { return msg } }

// Routes make the screens, so that no screen imports another.
type Routes struct {
	Name     func(*Session) Screen                     // the first visit of a key
	Home     func(*Session) Screen                     //
	Queue    func(*Session, matchmaking.Ticket) Screen // waiting for others
	Play     func(*Session, data.MatchID) Screen       // the visitor's own seat
	Watch    func(*Session, data.MatchID) Screen
	Replay   func(*Session, data.MatchID) Screen
	Review   func(*Session, data.MatchID) Screen // a replay with its review
	Tables   func(*Session) Screen               // running tables
	Event    func(*Session) Screen               // events, the foremost first
	Games    func(*Session, data.Player) Screen
	Rankings func(*Session, string) Screen // of a game
	Profile  func(*Session, data.Player) Screen
	Rules    func(*Session, string) Screen                     // of a game
	Lesson   func(*Session, string) Screen                     // of a game
	Puzzle   func(*Session) Screen                             // of the day
	Retry    func(s *Session, id data.MatchID, ply int) Screen // the decision that became a ply of a finished game
	Keys     func(*Session) Screen
	Settings func(*Session) Screen
	Tie      func(*Session, data.Player) Screen // the visitor's tie to a player
	Friends  func(*Session) Screen              // the visitor's friends, and others to whom they have a tie
	Invite   func(*Session, data.Player) Screen // challenges a player
	Code     func(*Session) Screen              // binds the key by a code
}
