package server

import (
	"errors"

	"noir/internal/language"
)

// sentence is an error that the person reads in their language.
type sentence string

func (s sentence) Error() string { return string(s) }

// saying is a sentence with arguments.
func saying(text string, args ...any) error {
	return language.Sentence(sentence(text), text, args...)
}

const (
	errDraining  = sentence("The server is restarting. Your games are kept: come back in a minute.")
	errElsewhere = sentence("This server is restarting. Your games are kept: connect again, and another one takes you in.")
	errStranded  = sentence("This server has lost touch with the others. Your games are kept: connect again, and another one takes you in.")
	errIdle      = sentence("You have not pressed a key for a long time. Your games are kept: come back any time.")
	errFlooded   = sentence("Your input was faster than anybody can type. Your games are kept: connect again.")
	errFailed    = sentence("Something went wrong here, and has been logged. Your games are kept: connect again.")
	errCrowded   = sentence("Many new players have come from your address lately. Come back in an hour; a guest needs no key and can play now.")
	errSpent     = sentence("Your address has used a great deal of this server's time. Wait a few seconds and try again.")
	errSlowed    = sentence("Your input is faster than anybody types: the rest is read slowly.")
	errLookup    = sentence("The server cannot look you up just now. Nothing is lost: try again in a minute.")
	errDeleted   = sentence("Your player has been deleted or merged with another. Connect again to play on.")
	errRevoked   = sentence("This key was removed from your keyring. Connect again with another one of yours.")
	errClaimed   = sentence("Your key now belongs to another player. Connect again to play on.")
	errForgotten = sentence("Your account is deleted, as you wished. The games that you played stay, without your name.")
)

// Other ends of a session, about which nobody is told.
var (
	errGone      = errors.New("the client is gone")
	errStalled   = errors.New("the client takes no output")
	errExchanges = errors.New("the client exchanges keys too often")
	errStopped   = errors.New("stopped with ctrl+c")
)
