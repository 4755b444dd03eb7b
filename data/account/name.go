package account

import (
	"errors"
	"time"

	"noir/data"
	"noir/data/language"
)

// NameDays is how many days a name stays that its owner has chosen.
const NameDays = int(data.NameLasts / (24 * time.Hour))

// Unnamed says why a name cannot be had, from the error of Store.CreatePlayer or of
// Keyring.TakeName.
func Unnamed(err error) error {
	var soon *data.TooSoon
	text, args := language.Mark("The house cannot write at the moment. Try again."), []any(nil)
	switch {
	case errors.As(err, &soon):
		text, args = language.Mark("You have changed your name lately. You can again from %s on."), []any{soon.Until}
	case errors.Is(err, data.ErrNameTaken):
		text = language.Mark("Somebody here answers to that, or to something that looks just like it.")
	case errors.Is(err, data.ErrNameKept):
		text = language.Mark("That one is kept for the house.")
	case errors.Is(err, data.ErrBadName):
		text = language.Mark("Use 3 to 16 letters, digits, - or _, and begin with a letter.")
	case errors.Is(err, data.ErrCrowded):
		text = language.Mark("Many new players have come from your address lately. Come back in an hour, or play as a guest, without a key.")
	}
	return language.Sentence(err, text, args...)
}
