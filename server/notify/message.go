package notify

import (
	"fmt"
	"strings"
	"time"

	"noir/data"
	"noir/internal/language"
	"noir/matchmaking"
)

// Message is the JSON that is posted to a webhook.
type Message struct {
	Type      matchmaking.News `json:"type"` // or TestMessage
	ID        string           `json:"id"`   // identifies repeats of a message
	At        time.Time        `json:"at"`
	Text      string           `json:"text"`    // the whole message in a sentence, in the player's language
	Command   string           `json:"command"` // what to type
	Content   string           `json:"content"` // text and command, under the name that Discord reads
	Game      string           `json:"game,omitempty"`
	Match     data.MatchID     `json:"match,omitempty"`
	Challenge string           `json:"challenge,omitempty"`
	Rivals    []string         `json:"rivals"` // the other seats' players, the challenger or the seeker
	Pace      data.Pace        `json:"pace,omitempty"`
	Rated     bool             `json:"rated"`
	Deadline  *time.Time       `json:"deadline,omitempty"` // with your_move
	Won       bool             `json:"won"`                // with over: won alone
	Shared    bool             `json:"shared"`             // with over: won together with others
	Aborted   bool             `json:"aborted"`            // with over: it does not count
}

// TestMessage is the type of the message with which a player tests their webhook.
const TestMessage matchmaking.News = "test"

// Style is how messages are worded. Address and Title are required.
type Style struct {
	Address string                                // the line that opens a session: "ssh -p 2222 noir.example.com"
	Title   func(game string) string              // the public name of a game, by engine.Info.Name
	Reads   func(setting string) *language.Reader // finds the language of a player's settings; nil: English
}

// reader is the reader of a player's messages.
func (s Style) reader(set data.Settings) *language.Reader {
	if s.Reads == nil {
		return nil
	}
	return s.Reads(set.Language)
}

// message words an event for a player.
func (s Style) message(set data.Settings, e matchmaking.Event) Message {
	m := Message{
		Type: e.News, ID: identity(e), At: second(e.At), Text: s.sentence(s.reader(set), e),
		Command: s.Address, Game: e.Game, Match: e.Match, Challenge: e.Challenge,
		Rivals: append([]string{}, e.Others...), Pace: e.Pace, Rated: e.Rated, Won: e.Won, Shared: e.Shared, Aborted: e.Aborted,
	}
	switch {
	case e.News == matchmaking.Over:
		m.Command += " replay " + string(e.Match)
	case e.Match != "":
		m.Command += " move " + string(e.Match)
	case e.Challenge != "":
		m.Command += " accept " + e.Challenge
	}
	m.Content = m.Text + "\n" + m.Command
	if !e.Deadline.IsZero() {
		until := second(e.Deadline)
		m.Deadline = &until
	}
	return m
}

// second is a time as messages have it, in whole seconds.
func second(at time.Time) time.Time { return at.UTC().Truncate(time.Second) }

// identity identifies an event among a player's: it is the same after a restart.
func identity(e matchmaking.Event) string {
	switch {
	case e.News == matchmaking.YourMove:
		return fmt.Sprintf("%s-%s-%d", e.News, e.Match, e.Ply)
	case e.Match != "":
		return fmt.Sprintf("%s-%s", e.News, e.Match)
	case e.Challenge != "":
		return fmt.Sprintf("%s-%s", e.News, e.Challenge)
	}
	return fmt.Sprintf("%s-%d", e.News, e.At.UnixMilli())
}

// sentence words an event.
func (s Style) sentence(r *language.Reader, e matchmaking.Event) string {
	title, others := s.Title(e.Game), strings.Join(e.Others, ", ")
	switch {
	case e.News == matchmaking.YourMove:
		return r.Words("%s: it is your move against %s.", title, others)
	case e.News == matchmaking.Begun:
		return r.Words("%s: your game against %s has begun.", title, others)
	case e.News == matchmaking.Challenged:
		return r.Words("%s wants to play %s with you.", others, title)
	case e.News == matchmaking.Seeking:
		return r.Words("%s is looking for somebody to play %s with.", others, title)
	case e.News == TestMessage:
		return r.Words("Your webhook works: this is where you hear what happens while you are away.")
	case e.Aborted:
		return r.Words("%s: your game against %s was broken off and counts for nothing.", title, others)
	case e.Won:
		return r.Words("%s: you have won against %s.", title, others)
	case e.Shared:
		return r.Words("%s: your game against %s is over, and the victory is shared.", title, others)
	}
	return r.Words("%s: your game against %s is over, and you have not won.", title, others)
}
