package server

import "noir/data"

// Dismissal says whose sessions end because of a change of keys: those of a key, or of a player.
type Dismissal struct {
	Why         string
	Fingerprint string        `json:",omitempty"`
	Player      data.PlayerID `json:",omitempty"`
}

// Why sessions are dismissed.
const (
	keyClaimed      = "claimed"
	keyRevoked      = "revoked"
	playerForgotten = "forgotten"
)

// dismissed is the sentence that dismissed visitors read.
var dismissed = map[string]error{keyClaimed: errClaimed, keyRevoked: errRevoked, playerForgotten: errForgotten}
