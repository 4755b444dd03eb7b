package data

import "context"

// Settings are how a player wants things; they are kept with the player, whichever
// of their keys they come with. The zero value is the usual. Its JSON is how it is kept.
type Settings struct {
	Language string `json:"language,omitempty"` // "en", "de", "tr", "sv"; "": as LANG says
	Palette  string `json:"palette,omitempty"`  // "", "contrast", "daltonic"
	Zone     string `json:"zone,omitempty"`     // IANA name of the time zone; "": UTC
	Still    bool   `json:"still,omitempty"`    // nothing moves that need not
	OneKey   bool   `json:"one_key,omitempty"`  // a picked card is played without enter
	Pass     bool   `json:"pass,omitempty"`     // passes by itself in windows, until the player says otherwise at the table
	Ticking  bool   `json:"ticking,omitempty"`  // the bell rings in the last ten seconds
	Silent   bool   `json:"silent,omitempty"`   // no bell and no notification of the terminal when something waits
	Closed   bool   `json:"closed,omitempty"`   // their tables are closed to watchers
	FreeText bool   `json:"free_text,omitempty"`
	Lookout  bool   `json:"lookout,omitempty"` // wants to hear when somebody looks for a game
	Webhook  string `json:"webhook,omitempty"` // https URL that is told what happens while they are elsewhere
	Secret   string `json:"secret,omitempty"`  // signs what the webhook is told: "whsec_" and base64
	Feed     string `json:"feed,omitempty"`    // secret name of their Atom feed

	// Lessons are how far they have come in them, by the name of the game. Copies of the
	// settings share it: it is replaced and never changed.
	Lessons map[string]Progress `json:"lessons,omitempty"`
}

// Progress is how far a player has come in a game's lesson.
type Progress struct {
	Scene int  `json:"scene,omitempty"` // to be taken up there, counted from 0
	Done  bool `json:"done,omitempty"`  // they have been at its end
}

// Preferences keeps settings.
type Preferences interface {
	// Settings returns a player's; the zero value for a player who has set nothing.
	Settings(ctx context.Context, id PlayerID) (Settings, error)

	// ChangeSettings has change alter them, from what they are to what they are to be,
	// with nothing in between, and returns them. Change is called by the store while
	// others wait: it only alters what it is given, and may be called more than once. It
	// fails for more than 4 kB of JSON, and for a feed's name that another player has.
	// ErrNotFound.
	ChangeSettings(ctx context.Context, id PlayerID, change func(*Settings)) (Settings, error)

	// PlayerByFeed finds the player whose feed has that secret name. ErrNotFound.
	PlayerByFeed(ctx context.Context, feed string) (Player, error)

	// Hooked returns the settings of all who have a webhook.
	Hooked(ctx context.Context) (map[PlayerID]Settings, error)
}
