package tui

import (
	"context"

	"noir/data"
)

// Hooks keeps players' webhooks, as a herald does. An error that is for the player is
// account.Refused in a language.Sentence. All block on the store, and Try on whoever
// is at the webhook, for some seconds.
type Hooks interface {
	// Hook makes a URL his webhook and returns the secret that signs its messages.
	Hook(ctx context.Context, player data.PlayerID, address string) (secret string, err error)
	// Try posts it a message now.
	Try(ctx context.Context, player data.PlayerID) error
	// Unhook takes it away.
	Unhook(ctx context.Context, player data.PlayerID) error
}

// Feeds keeps players' Atom feeds; its errors are as those of Hooks.
type Feeds interface {
	// URL is where a feed is, by data.Settings.Feed; "" for none.
	URL(name string) string
	// Renew gives a player a feed at a new URL, and returns that.
	Renew(ctx context.Context, player data.PlayerID) (url string, err error)
	// End takes it away.
	End(ctx context.Context, player data.PlayerID) error
}
