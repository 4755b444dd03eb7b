// Package account words what a player keeps under their name, for commands, screens and plain text
// alike: settings, ties to other players, and letters from the server.
package account

import (
	"time"

	"noir/data"
	"noir/internal/language"
)

// NameDays is how many days a player keeps a chosen name before they may change it again.
const NameDays = int(data.NameLasts / (24 * time.Hour))

// Refused is why a player cannot have something: an English sentence that starts in lower case and
// has no full stop.
type Refused string

func (r Refused) Error() string { return string(r) }

// GuestHasNone is the error for a guest who asks for something that only players have.
func GuestHasNone() error {
	return Refused(language.Mark("guests have no keys, and their settings are not kept: connect with a key"))
}
