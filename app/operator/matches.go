package operator

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"noir/data"
	"noir/data/record"
	"noir/engine"
	"noir/server/hostkey"
)

// Matches has the operator's use cases about games.
type Matches struct {
	store interface {
		Unfinished(ctx context.Context) ([]data.Match, error)
		Match(ctx context.Context, id data.MatchID) (data.Match, error)
		Matches(ctx context.Context) iter.Seq2[data.Match, error]
		Void(ctx context.Context, by string, id data.MatchID, why string) ([]data.Change, error)
	}
	games []engine.Game
	key   string // path of the current host key
	by    string
}

// Running returns the running games.
func (m Matches) Running(ctx context.Context) ([]data.Match, error) { return m.store.Unfinished(ctx) }

// Undone is a rating change that was taken back.
type Undone struct {
	Name   string // of the player
	Points float64
}

// Void takes back the rating changes of a finished rated game.
func (m Matches) Void(ctx context.Context, id data.MatchID, why string) (undone []Undone, err error) {
	if why == "" {
		return nil, misuse("say why with --reason")
	}
	changes, err := m.store.Void(ctx, m.by, id, why)
	switch {
	case errors.Is(err, data.ErrNotFound):
		return nil, fmt.Errorf("there is no finished game %.64q; noir admin player NAME lists a player's", id)
	case err != nil:
		return nil, advised(err)
	}
	match, err := m.store.Match(ctx, id)
	if err != nil {
		return nil, err
	}
	for _, c := range changes {
		undone = append(undone, Undone{match.Seats[c.Seat].Name, c.After - c.Before})
	}
	return undone, nil
}

// Export writes every match that is over as a record sealed with the host key: JSON, one a
// line, oldest first. A match of a game that is not played here is an error. An error comes
// after whole lines, unless out has failed.
func (m Matches) Export(ctx context.Context, out io.Writer) error {
	key, err := hostkey.Read(m.key)
	if err != nil {
		return fmt.Errorf("%w; records are sealed with the server's host key", err)
	}
	w := bufio.NewWriter(out)
	for match, err := range m.store.Matches(ctx) {
		var sealed []byte
		if err == nil {
			sealed, err = record.Sealed(m.games, match, key)
		}
		if err != nil {
			return errors.Join(err, w.Flush())
		}
		if _, err := w.Write(append(sealed, '\n')); err != nil {
			return err
		}
	}
	return w.Flush()
}
