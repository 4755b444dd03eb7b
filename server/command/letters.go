package command

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"noir/app/service"
	"noir/data"
	"noir/data/account"
)

// letter is a message for the caller. People read each once; programs see it until a person has
// read it.
type letter struct {
	id     int64
	At     time.Time       `json:"at"`
	Kind   string          `json:"kind"`
	Text   string          `json:"text"`
	Detail json.RawMessage `json:"detail"`
}

// mailbox has the caller's letters.
type mailbox struct {
	catalog
	post     service.Letters
	settings service.Settings
}

func (d mailbox) letters(ctx context.Context, c *Call) ([]letter, error) {
	settings := d.settings.Usual(ctx, c.Player.ID)
	reader := account.Reader{Reader: c.Reader, Zone: account.ZoneOr(settings.Zone, time.UTC), Title: d.title, Key: c.Keys.Fingerprint()}
	unread, err := d.post.Unread(ctx, c.Player.ID, reader)
	letters := []letter{}
	for _, l := range unread {
		letters = append(letters, letter{l.ID, l.At.UTC(), l.Kind, reader.Tell(l), l.Detail})
	}
	return letters, err
}

func tellLetters(out io.Writer, letters []letter) error {
	for _, l := range letters {
		if _, err := fmt.Fprintln(out, clean(l.Text)); err != nil {
			return err
		}
	}
	return nil
}

// read deletes the letters that the caller was told.
func (d mailbox) read(ctx context.Context, id data.PlayerID, told []letter) error {
	if len(told) == 0 {
		return nil
	}
	return d.post.Read(ctx, id, told[len(told)-1].id)
}
