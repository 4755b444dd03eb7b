package data

import "context"

// Settings are a player's preferences, the same for all their keys. The zero value is the default.
// Its JSON is how it is stored.
type Settings struct {
	Language     string `json:"language,omitempty"` // "en", "de", "tr", "sv"; "": as LANG says
	Palette      string `json:"palette,omitempty"`  // "", "contrast", "daltonic"
	Zone         string `json:"zone,omitempty"`     // IANA name of the time zone; "": UTC
	Still        bool   `json:"still,omitempty"`    // no animation
	OneKey       bool   `json:"one_key,omitempty"`  // a picked card is played without enter
	Pass         bool   `json:"pass,omitempty"`     // passes by itself in windows, until the player says otherwise at the table
	Ticking      bool   `json:"ticking,omitempty"`  // the bell rings in the last ten seconds
	Silent       bool   `json:"silent,omitempty"`   // no bell and no terminal notification
	NoSpectators bool   `json:"closed,omitempty"`   // at their tables
	FreeText     bool   `json:"free_text,omitempty"`
	Lookout      bool   `json:"lookout,omitempty"` // wants to hear when another player looks for a game
	Friends      bool   `json:"friends,omitempty"` // the bell rings when a friend comes
	Webhook      string `json:"webhook,omitempty"` // https URL that is told what happens while they are away
	Secret       string `json:"secret,omitempty"`  // signs what the webhook is told: "whsec_" and base64
	Feed         string `json:"feed,omitempty"`    // secret name of their Atom feed

	// Lessons are how far they have come in them, by the name of the game. Copies of the settings
	// share the map: replace it, never change it.
	Lessons map[string]Progress `json:"lessons,omitempty"`
}

// Progress is how far a player has come in a game's lesson.
type Progress struct {
	Scene int  `json:"scene,omitempty"` // where to go on, counted from 0
	Done  bool `json:"done,omitempty"`  // they have reached the end once
}

// Preferences keeps settings.
type Preferences interface {
	// Settings returns a player's settings; the zero value if they have set none.
	Settings(ctx context.Context, id PlayerID) (Settings, error)

	// ChangeSettings has change alter the stored settings in one step and returns the result.
	// change is called while others wait for the store and may be called more than once: it must
	// only alter its argument. ChangeSettings fails for more than 4 kB of JSON, and for a feed name
	// that another player has. ErrNotFound.
	ChangeSettings(ctx context.Context, id PlayerID, change func(*Settings)) (Settings, error)

	// PlayerByFeed finds the player whose feed has that secret name. ErrNotFound.
	PlayerByFeed(ctx context.Context, feed string) (Player, error)

	// Hooked returns the settings of every player who has a webhook.
	Hooked(ctx context.Context) (map[PlayerID]Settings, error)

	// Lookouts returns the settings of every player with a webhook who wants to hear that one looks for a game
	// (Settings.Lookout), without players who have blocked that player or are blocked by them.
	Lookouts(ctx context.Context, by PlayerID) (map[PlayerID]Settings, error)
}
