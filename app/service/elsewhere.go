package service

import (
	"context"

	"noir/data"
	"noir/internal/language"
)

// Hooks keeps players' webhooks. An error for the player is account.Refused in a language.Sentence.
// All methods block on the store, and Try for some seconds on the webhook's server.
type Hooks interface {
	// Hook makes a URL a player's webhook and returns the secret that signs its messages.
	Hook(ctx context.Context, player data.PlayerID, address string) (secret string, err error)
	// Try posts it a message now.
	Try(ctx context.Context, player data.PlayerID) error
	// Unhook removes it.
	Unhook(ctx context.Context, player data.PlayerID) error
}

// Feeds keeps players' Atom feeds. Its errors are like those of Hooks.
type Feeds interface {
	// URL returns the feed's address, from data.Settings.Feed; "" for none.
	URL(name string) string
	// Renew gives a player a feed at a new URL, which it returns.
	Renew(ctx context.Context, player data.PlayerID) (url string, err error)
	// End removes it.
	End(ctx context.Context, player data.PlayerID) error
}

// Webhooks has the use cases about players' webhooks. Its methods return the resulting settings.
type Webhooks struct {
	hooks    Hooks
	settings Settings
}

// There reports whether the server has webhooks.
func (w Webhooks) There() bool { return w.hooks != nil }

// Show returns the player's settings, with the webhook.
func (w Webhooks) Show(ctx context.Context, id data.PlayerID) (data.Settings, error) {
	if err := known(id); err != nil {
		return data.Settings{}, err
	}
	if !w.There() {
		return data.Settings{}, language.Sentence(nil, "This house has no webhooks: look in now and then.")
	}
	set, err := w.settings.Of(ctx, id)
	return set, unsettled(err)
}

// Set makes a URL the player's webhook. The settings have its secret.
func (w Webhooks) Set(ctx context.Context, id data.PlayerID, address string) (secret string, set data.Settings, err error) {
	set, err = w.do(ctx, id, func() (err error) {
		secret, err = w.hooks.Hook(ctx, id, address)
		return err
	})
	return secret, set, err
}

// Try posts a message to the webhook. nil means that it has arrived.
func (w Webhooks) Try(ctx context.Context, id data.PlayerID) (data.Settings, error) {
	return w.do(ctx, id, func() error { return w.hooks.Try(ctx, id) })
}

// Drop removes the webhook.
func (w Webhooks) Drop(ctx context.Context, id data.PlayerID) (data.Settings, error) {
	return w.do(ctx, id, func() error { return w.hooks.Unhook(ctx, id) })
}

func (w Webhooks) do(ctx context.Context, id data.PlayerID, what func() error) (data.Settings, error) {
	if set, err := w.Show(ctx, id); err != nil {
		return set, err
	}
	if err := what(); err != nil {
		return data.Settings{}, unsettled(err)
	}
	return w.Show(ctx, id)
}

// NewsFeed has the use cases about players' Atom feeds. Its methods return the resulting settings.
type NewsFeed struct {
	feeds    Feeds
	settings Settings
}

// There reports whether the server has feeds.
func (f NewsFeed) There() bool { return f.feeds != nil }

// URL returns the address of the feed in the settings; "" for none.
func (f NewsFeed) URL(set data.Settings) string {
	if f.feeds == nil {
		return ""
	}
	return f.feeds.URL(set.Feed)
}

// Show returns the player's settings, with the feed.
func (f NewsFeed) Show(ctx context.Context, id data.PlayerID) (data.Settings, error) {
	if err := known(id); err != nil {
		return data.Settings{}, err
	}
	if !f.There() {
		return data.Settings{}, language.Sentence(nil, "this house has no feeds; `webhook` tells you what happens, too")
	}
	set, err := f.settings.Of(ctx, id)
	return set, unsettled(err)
}

// Renew gives the player a feed at a new URL.
func (f NewsFeed) Renew(ctx context.Context, id data.PlayerID) (data.Settings, error) {
	if set, err := f.Show(ctx, id); err != nil {
		return set, err
	}
	if _, err := f.feeds.Renew(ctx, id); err != nil {
		return data.Settings{}, unsettled(err)
	}
	return f.Show(ctx, id)
}

// End removes the feed.
func (f NewsFeed) End(ctx context.Context, id data.PlayerID) (data.Settings, error) {
	if set, err := f.Show(ctx, id); err != nil {
		return set, err
	}
	if err := f.feeds.End(ctx, id); err != nil {
		return data.Settings{}, unsettled(err)
	}
	return f.Show(ctx, id)
}
