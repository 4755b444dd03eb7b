package data

import (
	"context"
	"encoding/json"
	"time"
)

// Letter is a message from the server that waits until the player is next there.
type Letter struct {
	ID     int64
	Player PlayerID
	About  PlayerID // the player it names, with whom it is deleted; 0: none
	At     time.Time
	Kind   string          // KeyAdded, …, Placed
	Detail json.RawMessage // an object with what the sentence needs
}

// The kinds of letters that a store writes, and their details.
const (
	KeyAdded      = "key_added"      // {"fingerprint","label"}; "merged": the name of a player who was merged into them
	KeyRemoved    = "key_removed"    // {"fingerprint","label"}
	Recovered     = "recovered"      // as KeyAdded, and "left": how many recovery codes
	RecoveryMade  = "recovery_made"  // {"codes"}: how many
	RecoveryTried = "recovery_tried" // {}: wrong codes were tried for their name
	Merged        = "merged"         // {"name"}: of the player whom an operator merged into them
	Warned        = "warned"         // {"text"}
	Silenced      = "silenced"       // {"until","reason"}; "endless" in place of "until": until it is lifted; {}: they may speak again
	Judged        = "judged"         // {"about","verdict"}: a report that they made is closed
	Challenged    = "challenged"     // {"challenge","from","game","pace"}
)

// The kinds of letters that others write into a store, and their details.
const (
	Declined = "declined"  // {"by","game","challenge"}: of the player's own
	GameOver = "game_over" // {"match","game"}: a day game
	HookOff  = "hook_off"  // {"host"}: their webhook has been taken away
)

// Letters keeps messages until their players have read them.
type Letters interface {
	// Letters returns a player's unread letters, oldest first, at most MaxLetters.
	Letters(ctx context.Context, id PlayerID) ([]Letter, error)

	// Write leaves a letter, dated now. Beyond MaxLetters unread ones the oldest is deleted.
	// ErrNotFound.
	Write(ctx context.Context, l Letter) error

	// Read deletes the letters up to the last one that the player has seen.
	Read(ctx context.Context, id PlayerID, upTo int64) error
}
