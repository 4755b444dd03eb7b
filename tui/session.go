package tui

import (
	"bytes"
	"strconv"
	"time"

	"noir/app/service"
	"noir/data"
	"noir/data/account"
	"noir/engine"
	"noir/matchmaking"
)

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
