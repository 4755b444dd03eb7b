package command

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"noir/data"
	"noir/data/account"
)

// letter is what the house has to tell the caller. Whoever is told by text is not
// told again; a program is told until a person has been.
type letter struct {
	id     int64
	At     time.Time       `json:"at"`
	Kind   string          `json:"kind"`
	Text   string          `json:"text"`
	Detail json.RawMessage `json:"detail"`
}

func (d *Desk) letters(ctx context.Context, c *Call) ([]letter, error) {
	unread, err := d.Store.Letters(ctx, c.Player.ID)
	if err != nil {
		return nil, err
	}
	letters := []letter{}
	settings, err := d.Store.Settings(ctx, c.Player.ID)
	reader := account.Reader{Reader: c.Reader, Zone: account.ZoneOr(settings.Zone, time.UTC), Title: d.title}
	for _, l := range unread {
		if text := reader.Tell(l); text != "" {
			letters = append(letters, letter{l.ID, l.At.UTC(), l.Kind, text, l.Detail})
		}
	}
	return letters, err
}

// title is what people call a game.
func (d *Desk) title(name string) string {
	if g, err := d.game(name); err == nil {
		return g.Info().Title
	}
	return name
}

func tellLetters(out io.Writer, letters []letter) error {
	for _, l := range letters {
		if _, err := fmt.Fprintln(out, clean(l.Text)); err != nil {
			return err
		}
	}
	return nil
}

// read puts away the letters that the caller has been told.
func (d *Desk) read(ctx context.Context, id data.PlayerID, told []letter) error {
	if len(told) == 0 {
		return nil
	}
	return d.Store.Read(ctx, id, told[len(told)-1].id)
}
