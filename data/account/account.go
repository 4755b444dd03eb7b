// Package account puts into words what a player keeps with his name, for commands,
// screens and plain text alike: his settings, the letters that the house leaves him,
// and why a key cannot be bound or taken away.
package account

import (
	"errors"

	"noir/data"
	"noir/data/language"
)

// Refusal says in English why something about a player's keys or account cannot be
// done, from the error of a data.Keyring.
func Refusal(err error) string {
	switch {
	case errors.Is(err, data.ErrBadCode):
		return language.Mark("That code is wrong, used or too old.")
	case errors.Is(err, data.ErrManyTries):
		return language.Mark("Too many wrong codes have come from you or from your address. Look at your code again, or try another one in an hour.")
	case errors.Is(err, data.ErrLastKey):
		return language.Mark("It is your only key, and you have no recovery codes: make some first, or nobody could come in as you again.")
	case errors.Is(err, data.ErrHasPlayed):
		return language.Mark("This key has a player with games of his own.")
	case errors.Is(err, data.ErrMet):
		return language.Mark("The two have met in rated games, so they cannot be made one.")
	case errors.Is(err, data.ErrKeyTaken):
		return language.Mark("This key is on that keyring already.")
	case errors.Is(err, data.ErrCompeting):
		return language.Mark("One of the two plays in an event that goes on: wait until it is over.")
	case errors.Is(err, data.ErrRunning):
		return language.Mark("A game is running: finish it first.")
	case errors.Is(err, data.ErrTooMany):
		return language.Mark("There are too many keys on that keyring: take one away first.")
	case errors.Is(err, data.ErrNotFound):
		return language.Mark("There is no such key on your keyring.")
	}
	return language.Mark("The house cannot write at the moment. Try again.")
}
