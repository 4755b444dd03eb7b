// Package tui is what the screens of a terminal session share: the one Bubble
// Tea model of a connection (Root), what a screen and a game's board are, the
// theme, the keys. It imports no screen; app hands them in as Routes.
package tui

import (
	"context"
	"encoding/json"
	"time"

	"charm.land/bubbles/v2/help"
	tea "charm.land/bubbletea/v2"

	"noir/app/service"
	"noir/data"
	"noir/engine"
	"noir/internal/language"
	"noir/matchmaking"
)

// Screen is one full window of the session. Update does no I/O: what blocks
// goes into a Cmd, whose message comes back to the screen that returned it and
// to no other; it is dropped when that screen is gone. View draws the
// lines of the window from the first one, w×h cells or fewer, without the key
// line; it is called only when something has changed, and what it returns is read
// before it is called again. The help is of the keys in force now: the short one, which is
// read before it is asked for again, from the most to the least needed and, last, the
// way out. A screen that shows a
// clock asks for its ticks itself, with Session.Tick.
type Screen interface {
	Init() tea.Cmd
	Update(tea.Msg) (Screen, tea.Cmd)
	View(w, h int, th *Theme) []string
	help.KeyMap
}

// Leaver is a Screen that holds something: Leave is called once when the screen
// is gone, and must not block.
type Leaver interface{ Leave() }

// Guard is a Screen that something would be lost by leaving. Question is what
// to ask first; "" when nothing is lost.
type Guard interface{ Question() string }

// Typist is a Screen in which one may write: while Typing, every key but ctrl+c
// is a letter to it.
type Typist interface{ Typing() bool }

// Titled is a Screen that names the window, so that a waiting player sees from
// elsewhere what is going on.
type Titled interface{ Title() string }

// The messages that Root sends to a screen.
type (
	// Shown tells that the screen is on top again.
	Shown struct{}
	// Hidden tells that another screen covers it.
	Hidden struct{}
	// Sought tells the screen that sent a Seek, or an Attend since, how it goes:
	// Session.Search has changed or, with an error, the search is over.
	Sought struct{ Err error }
	// Tick tells the screen that asked for it that time has passed. Nothing else
	// has changed: keys and title stay.
	Tick struct{}
)

// The messages by which a screen asks something of Root. Those that change what
// is on count only from the screen on top: a second Pop in flight does nothing.
type (
	// Push shows a screen on top of the present one, which goes on underneath.
	Push struct{ Screen Screen }
	// Pop goes back to the screen underneath.
	Pop struct{}
	// Replace shows a screen in place of the present one.
	Replace struct{ Screen Screen }
	// Home goes back to the lowest screen.
	Home struct{}
	// Quit ends the session.
	Quit struct{}
	// Toast shows a sentence for a few seconds, over whatever is on.
	Toast struct {
		Text string
		Bell bool
	}
	// Named tells that the visitor has a name now, or another one; they are brought home
	// and finds things as they have set them.
	Named struct {
		Player   data.Player
		Settings data.Settings
	}
	// Settle has the session go by other settings from now on.
	Settle struct{ Settings data.Settings }
	// Shelve stores for a player how far they are in lessons, as Session.Keep has it: of
	// two messages the second may overtake the first, so it does not say how far.
	Shelve struct{}
	// Alert calls a visitor who looks elsewhere: the bell rings, and their terminal
	// shows a sentence of the house's own. It does nothing for one who is here.
	Alert struct{ Text string }
	// Seek hands in a ticket. One against the house is played at once; any other
	// becomes the session's Search, in place of the one before.
	Seek struct{ Ticket matchmaking.Ticket }
	// Attend has the screen told of the Search from now on, in place of the one that
	// sent the Seek.
	Attend struct{}
	// Withdraw ends the Search.
	Withdraw struct{}
	// Begin has the host's private table begin with whoever is there.
	Begin struct{}
)

// Ask returns the Cmd that sends Root a message.
func Ask(msg tea.Msg) tea.Cmd { return func() tea.Msg { return msg } }

// Session is what every screen of one connection shares. Root owns it; screens
// read it in Update and View, and what a Cmd needs of it is taken before.
type Session struct {
	Context context.Context // ends with the connection
	Player  data.Player     // its ID is 0 until a first visitor has a name, negative for a guest
	User    string          // the SSH user name, as a proposal

	// Services are what players can do beside sitting at tables; Keys are the visitor's.
	Services *service.Services
	Keys     *service.Keys

	// Settings are how they want things, whatever their terminal is like: Look, of which
	// the themes are made (nil leaves it at the first), and its time zone.
	Settings data.Settings
	Look     Look
	Themes   *Themes
	Zone     *time.Location

	// Language is that of the settings or, if they name none, of the terminal: Reads
	// finds it, nil for English whatever the settings.
	Language *language.Reader
	Reads    func(setting string) *language.Reader

	Broker  matchmaking.Broker
	Games   []Game // those of the server, the first of the lobby first
	Routes  Routes
	Search  *Search                  // nil unless a ticket waits
	Online  func() int               // people connected
	Here    func(data.PlayerID) bool // whether a player is, as far as the visitor may know
	Address string                   // the line that a friend types: "ssh -p 2222 noir.example.com"
	Now     func() time.Time
}

// Routes make the screens, so that no screen imports another.
type Routes struct {
	Name     func(*Session) Screen                     // the first visit of a key
	Home     func(*Session) Screen                     //
	Queue    func(*Session, matchmaking.Ticket) Screen // waiting for others
	Play     func(*Session, data.MatchID) Screen       // one's own seat
	Watch    func(*Session, data.MatchID) Screen
	Replay   func(*Session, data.MatchID) Screen
	Tables   func(*Session) Screen // running tables
	Event    func(*Session) Screen // events, the foremost first
	Games    func(*Session, data.Player) Screen
	Rankings func(*Session, string) Screen // of a game
	Profile  func(*Session, data.Player) Screen
	Rules    func(*Session, string) Screen // of a game
	Lesson   func(*Session, string) Screen // of a game
	Puzzle   func(*Session) Screen         // of the day
	Keys     func(*Session) Screen
	Settings func(*Session) Screen
	Tie      func(*Session, data.Player) Screen // how the visitor stands to somebody
	Code     func(*Session) Screen              // has the key become one of somebody's who has a code
}

// Board draws one game's view and turns keys into its moves. It is a value of
// one play screen and holds what is picked but not yet played.
type Board interface {
	// Show takes the newest frame. An error means a frame of another game or
	// version; the board then keeps the one before.
	Show(matchmaking.Frame) error

	// Side says from which seat's side a viewer without a seat looks at the
	// table: it is drawn at the lower edge. It is seat 0 unless this is called.
	Side(engine.Seat)

	// OneKey says whether a card is played as soon as it is picked by a key of its own
	// or by a click, if that can mean but one move. Unless this is called it waits to be
	// confirmed.
	OneKey(bool)

	// Update takes a key or a mouse message. It returns a move when the player
	// has confirmed one, in the game's JSON.
	Update(tea.Msg) (move json.RawMessage, ok bool)

	// Heading says how far the game is, in a few words for the title line.
	Heading() string

	// View draws the lines of the table, without the key line. They are there until
	// the next View.
	View(w, h int, now time.Time, th *Theme) []string

	// Tell says a line of the log in a short sentence, "" for one that needs no
	// word: an answer that brought nothing about.
	Tell(engine.Line) string

	// Advise says a move of the viewer's own, in the form of engine.Game.Read, as
	// somebody would who gives advice: "play 8". It tells nothing of what follows.
	Advise(move json.RawMessage) string

	// Refuse says why the rules refused a move, for the person who made it.
	Refuse(*engine.Illegal) string

	// Plain describes the position in sentences that a screen reader reads well,
	// with the hand numbered.
	Plain() []string

	// Command reads a line typed in plain text mode, such as "p 2", and returns
	// the move it means. The error says what to type instead, or answers a line that
	// asks and means no move.
	Command(line string) (json.RawMessage, error)

	// Score describes the end of the game: a score sheet w cells wide.
	Score(w int, th *Theme) string

	help.KeyMap
}
