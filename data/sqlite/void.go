package sqlite

import (
	"context"
	"fmt"
	"time"

	"noir/data"
)

// Void implements data.Office.
func (s *Store) Void(ctx context.Context, by string, id data.MatchID, why string) (undone []data.Change, err error) {
	err = s.writer.write(ctx, func(t tx) error {
		found, err := matches(t, `WHERE id = ?`, id)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return unknown(data.ErrNotFound, "match %s", id)
		}
		m := found[0]
		if err := m.voidable(); err != nil {
			return fmt.Errorf("%w: %s", err, id)
		}
		if undone, err = m.void(t, instant(time.Now())); err != nil {
			return err
		}
		return audit(t, by, "void", string(id), detail{"game": m.Game, "why": why, "undone": undone})
	})
	if err != nil {
		return nil, err
	}
	return undone, nil
}

func (m *stored) voidable() error {
	switch {
	case m.Ended.IsZero():
		return data.ErrRunning
	case !m.Voided.IsZero():
		return data.ErrVoided
	case len(m.changes()) == 0:
		return data.ErrNotRated
	}
	return nil
}

// void marks the match and takes back its changes from those who are still
// known. It is never void before it ended, whatever the clock says.
func (m *stored) void(t tx, at time.Time) (undone []data.Change, err error) {
	if at.Before(m.Ended) {
		at = m.Ended
	}
	if _, err := t.exec(`UPDATE matches SET voided = ? WHERE number = ?`, at.UnixMilli(), m.number); err != nil {
		return nil, err
	}
	if _, err := t.exec(`UPDATE seats SET place = NULL, won = NULL WHERE match = ?`, m.number); err != nil {
		return nil, err
	}
	for _, c := range m.changes() {
		if c.Player == 0 || m.Seats[c.Seat].Apart { // deleted since, or nobody's
			continue
		}
		if err := m.event(t, c.Seat, "void", at, c.Before-c.After, nil); err != nil {
			return nil, err
		}
		if err := m.unrate(t, c, at); err != nil {
			return nil, err
		}
		undone = append(undone, c)
	}
	return undone, nil
}

// unrate takes a change back from a rating, and the game from the table of its month
// if that is not over. Who has no other game has none.
func (m *stored) unrate(t tx, c data.Change, at time.Time) error {
	wins, losses, draws := tally(c.Seat, m.Result.Winners)
	_, err := t.exec(`UPDATE ratings SET value = value - ?3, games = games - 1,
			wins = wins - ?4, losses = losses - ?5, draws = draws - ?6
		WHERE player = ?1 AND game = ?2`, c.Player, m.Game, c.After-c.Before, wins, losses, draws)
	if err != nil {
		return err
	}
	_, err = t.exec(`DELETE FROM ratings WHERE player = ? AND game = ? AND games = 0`, c.Player, m.Game)
	if err != nil || data.MonthOf(at) != data.MonthOf(m.Ended) {
		return err
	}
	return m.leaveSeason(t, c.Player, wins, losses, draws)
}
