package service

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"noir/data"
)

// TestEveryErrorOfAKeyringIsASentence, which does not contain the cause.
func TestEveryErrorOfAKeyringIsASentence(t *testing.T) {
	usual := Explain(nil, refused(errors.New("the disk is full")))
	for _, err := range []error{
		data.ErrBadCode, data.ErrManyTries, data.ErrLastKey, data.ErrHasPlayed, data.ErrMet, data.ErrKeyTaken, data.ErrCompeting,
		data.ErrRunning, data.ErrTooMany, data.ErrNotFound, data.ErrUnavailable,
	} {
		got := Explain(nil, refused(fmt.Errorf("wrapped: %w", err)))
		if got == usual || strings.Contains(got, "wrapped") || strings.Contains(got, err.Error()) {
			t.Errorf("%v is %q", err, got)
		}
	}
	if strings.Contains(usual, "disk") {
		t.Errorf("a player is told %q", usual)
	}
	if refused(nil) != nil || unnamed(nil) != nil || unsettled(nil) != nil {
		t.Error("what worked is refused")
	}
}

// gone is webhooks and feeds of a player who has been deleted meanwhile.
type gone struct{}

func (gone) Hook(context.Context, data.PlayerID, string) (string, error) { return "", data.ErrNotFound }
func (gone) Try(context.Context, data.PlayerID) error                    { return data.ErrNotFound }
func (gone) Unhook(context.Context, data.PlayerID) error                 { return data.ErrNotFound }
func (gone) URL(string) string                                           { return "" }
func (gone) Renew(context.Context, data.PlayerID) (string, error)        { return "", data.ErrNotFound }
func (gone) End(context.Context, data.PlayerID) error                    { return data.ErrNotFound }

// blank is a store whose settings were never changed.
type blank struct{ settingsStore }

func (blank) Settings(context.Context, data.PlayerID) (data.Settings, error) {
	return data.Settings{}, nil
}

// TestWebhooksAndFeedsOfTheDeleted: whoever has been deleted meanwhile is told so, and nothing of keys.
func TestWebhooksAndFeedsOfTheDeleted(t *testing.T) {
	hooks, feed := Webhooks{gone{}, Settings{blank{}}}, NewsFeed{gone{}, Settings{blank{}}}
	_, _, set := hooks.Set(t.Context(), 1, "https://example.com/hook")
	_, try := hooks.Try(t.Context(), 1)
	_, drop := hooks.Drop(t.Context(), 1)
	_, renew := feed.Renew(t.Context(), 1)
	_, end := feed.End(t.Context(), 1)
	for what, err := range map[string]error{"set": set, "try": try, "drop": drop, "renew": renew, "end": end} {
		if told := Explain(nil, err); !strings.Contains(told, "deleted or merged") {
			t.Errorf("%s: %q", what, told)
		}
	}
}
