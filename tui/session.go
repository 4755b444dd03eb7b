package tui

import (
	"bytes"
	"context"
	"strconv"
	"time"

	"noir/app/service"
	"noir/data"
	"noir/data/account"
	"noir/engine"
	"noir/internal/language"
	"noir/matchmaking"
)

// Session is what every screen of one connection shares. Root owns it; screens read it in Update
// and View, and copy what a Cmd needs beforehand.
type Session struct {
	Context context.Context // ends with the connection
	Player  data.Player     // its ID is 0 until a new visitor has a name, negative for a guest
	User    string          // the SSH user name, as a proposal

	// Services are what players can do apart from sitting at tables; Keys are the visitor's.
	Services *service.Services
	Keys     *service.Keys

	// Settings are how they want things, whatever their terminal is like: Look, of which
	// the themes are made (nil leaves it at the first), and its time zone.
	Settings data.Settings
	Look     Look
	Themes   *Themes
	Zone     *time.Location

	// Language is that of the settings or, if they name none, of the terminal, as found by Reads;
	// nil means English whatever the settings.
	Language *language.Reader
	Reads    func(setting string) *language.Reader

	Broker  matchmaking.Broker
	Games   []Game // those of the server, the first of the lobby first
	Routes  Routes
	Search  *Search                  // nil unless a ticket waits
	Online  func() int               // people connected
	Here    func(data.PlayerID) bool // whether a player is connected, as far as the visitor may know
	Around  func() []data.Player     // the players connected, as far as the visitor may know, by id
	Notice  string                   // of the house: who runs it, its rules, a contact; "" for none
	Address string                   // the line that a friend types: "ssh -p 2222 noir.example.com"
	Web     string                   // where the pages of games are: "https://noir.example.com"; "" for none
	Door    string                   // the page to play at: "https://noir.example.com/play"; "" for none
	Code    string                   // of a private table, from the link by which the visitor came; "" for none, or once home has asked for a seat there
	Busy    func() bool              // whether animations would make keys wait
	Now     func() time.Time
}

// Game returns a game of the session by its name.
func (s *Session) Game(name string) (Game, bool) { return engine.Named(s.Games, name) }

// Info returns what is known of a game of the session, by its name.
func (s *Session) Info(game string) (engine.Info, bool) {
	g, ok := s.Game(game)
	if !ok {
		return engine.Info{}, false
	}
	return g.Info(), true
}

// Local is the time zone of the visitor.
func (s *Session) Local() *time.Location {
	zone := s.Zone
	if zone == nil {
		zone = time.UTC
	}
	return account.ZoneOr(s.Settings.Zone, zone)
}

// LocalTime is the time in the visitor's time zone.
func (s *Session) LocalTime() time.Time { return s.Now().In(s.Local()) }

// Reader is the visitor as a reader of letters.
func (s *Session) Reader() account.Reader {
	return account.Reader{Reader: s.Language, Zone: s.Local(), Title: s.Title, Key: s.Keys.Fingerprint()}
}

// Settle applies other settings.
func (s *Session) Settle(to data.Settings) {
	s.Settings = to
	if s.Reads != nil {
		s.Language = s.Reads(to.Language)
	}
}

// Words says an English text in the visitor's language; see language.Reader.
func (s *Session) Words(text string, args ...any) string { return s.Language.Words(text, args...) }

// Several says one of two English texts by a number; see language.Reader.
func (s *Session) Several(n int, one, other string, args ...any) string {
	return s.Language.Several(n, one, other, args...)
}

// Why words an error for the visitor.
func (s *Session) Why(err error) string {
	return Sentence(s.Language, service.Explain(s.Language, err))
}

// ScreenBoard makes the board of a game for a screen: it plays by the visitor's settings, and its
// sentences have the signs of its picture. It is nil if the game has none.
func (s *Session) ScreenBoard(game string) Board {
	board := s.NewBoard(game)
	if board == nil {
		return nil
	}
	board.OneKey(s.Settings.OneKey)
	if writes, ok := board.(Signer); ok {
		writes.Signs()
	}
	return board
}

// NewBoard makes the board of a game, whose sentences are for reading aloud; nil if it has none.
func (s *Session) NewBoard(game string) Board {
	if g, _ := s.Game(game); g.Board != nil {
		return g.Board(s.Language)
	}
	return nil
}

// Title returns a game's name as people read it.
func (s *Session) Title(game string) string {
	if info, ok := s.Info(game); ok {
		return info.Title
	}
	return game
}

// Bookmark is a visitor's progress in the lesson of a game.
type Bookmark struct {
	Game     string
	Progress data.Progress
}

// Keep keeps the visitor's progress in a lesson for the session, and reports whether it has
// changed.
func (s *Session) Keep(b Bookmark) bool {
	was := s.Settings.Lessons[b.Game]
	b.Progress.Done = b.Progress.Done || was.Done
	lessons := map[string]data.Progress{b.Game: b.Progress}
	for game, other := range s.Settings.Lessons {
		if game != b.Game {
			lessons[game] = other
		}
	}
	s.Settings.Lessons = lessons
	return b.Progress != was
}

// Taught is the visitor's progress in the lesson of a game, and its number of scenes; 0 for a game
// without one.
func (s *Session) Taught(game string) (data.Progress, int) {
	g, _ := s.Game(game)
	return s.Settings.Lessons[game], len(g.Lesson.Scenes)
}

// Shelve keeps the visitor's progress in a lesson and stores it for a player. It blocks; if it
// cannot be stored it lasts as long as the session.
func (s *Session) Shelve(ctx context.Context, b Bookmark) {
	if s.Keep(b) && !s.Player.ID.Guest() {
		_ = s.Services.Settings.Bookmark(ctx, s.Player.ID, s.Settings.Lessons)
	}
}

// Standing is the rating shown after a name at a table; "" for none. House players have one for all
// of their level, which says nothing there; a provisional one has a question mark, and a program's account is
// marked.
func Standing(s matchmaking.Seated) string {
	var text []byte
	if s.Program {
		text = append(text, "bot "...)
	}
	if s.Rating != nil && s.Kind != data.Bot {
		text = strconv.AppendFloat(text, *s.Rating, 'f', 0, 64)
		if s.Provisional {
			text = append(text, '?')
		}
	}
	return string(bytes.TrimRight(text, " "))
}

// Search is a waiting ticket, whatever the screen shows meanwhile. When a table is found, a card
// over the screen asks whether the player is there.
type Search struct {
	Ticket  matchmaking.Ticket
	Since   time.Time
	Waiting matchmaking.Waiting // of revision 0 until the broker has answered
}
