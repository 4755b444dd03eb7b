// Package account puts into words what a player keeps with their name, for commands,
// screens and plain text alike: settings, ties to others, and the letters that the server
// leaves them.
package account

import (
	"time"

	"noir/data"
	"noir/internal/language"
)

// NameDays is how many days a name stays that its owner has chosen.
const NameDays = int(data.NameLasts / (24 * time.Hour))

// Refused is what a player cannot have, in an English sentence that begins small and has
// no full stop.
type Refused string

func (r Refused) Error() string { return string(r) }

// GuestHasNone is what guests are told who ask for what only players have.
func GuestHasNone() error {
	return Refused(language.Mark("a guest has no keys and no settings that are kept: connect with a key"))
}
