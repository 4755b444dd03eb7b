package sqlite

import (
	"context"
	"errors"
	"time"

	"noir/data"
)

// OpenContest implements data.Contests.
func (s *Store) OpenContest(ctx context.Context, by string, c data.Contest) (opened data.Contest, err error) {
	c.Title, c.Opened, c.Closed = data.Clean(c.Title, data.MaxTitle), by, time.Time{}
	c.Starts, c.Ends, c.Every = instant(c.Starts), instant(c.Ends), c.Every.Truncate(time.Millisecond)
	length := c.Ends.Sub(c.Starts)
	switch {
	case length <= 0:
		return data.Contest{}, errors.New("the contest would end before it starts")
	case c.Every != 0 && c.Every < length:
		return data.Contest{}, errors.New("the contest would start again before it has ended")
	}
	err = s.writer.write(ctx, func(t tx) (err error) {
		opened, err = insertContest(t, c, nil)
		return err
	})
	return opened, err
}

// insertContest stores one that repeats another, if after says so.
func insertContest(t tx, c data.Contest, after *int64) (data.Contest, error) {
	err := t.row(`INSERT INTO contests (title, game, seats, starts, ends, every, follows, opened)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		[]any{c.Title, c.Game, c.Seats, c.Starts.UnixMilli(), c.Ends.UnixMilli(), c.Every.Milliseconds(), after, c.Opened}, &c.ID)
	if err != nil {
		return data.Contest{}, err
	}
	return c, audit(t, c.Opened, "event", c.Title, detail{"contest": c.ID, "game": c.Game, "starts": c.Starts, "ends": c.Ends})
}

// CloseContest implements data.Contests.
func (s *Store) CloseContest(ctx context.Context, by string, id int64) (closed data.Contest, err error) {
	now := instant(time.Now())
	err = s.writer.write(ctx, func(t tx) (err error) {
		closed, err = contest(t, id)
		switch {
		case err != nil:
			return err
		case !now.Before(closed.Ends):
			return data.ErrFinished
		case now.After(closed.Starts):
			closed.Ends = now
			_, err = t.exec(`UPDATE contests SET ends = ? WHERE id = ?`, now.UnixMilli(), id)
		default:
			err = callOff(t, id)
		}
		if err != nil {
			return err
		}
		return audit(t, by, "event-close", closed.Title, detail{"contest": id, "ends": closed.Ends})
	})
	return closed, err
}

// callOff takes away a contest that has not begun, with all that would follow.
func callOff(t tx, id int64) error {
	_, err := t.exec(`UPDATE contests SET every = 0 WHERE id = (SELECT follows FROM contests WHERE id = ?)`, id)
	if err == nil {
		_, err = t.exec(`DELETE FROM contests WHERE id = ?`, id)
	}
	return err
}

// Contests implements data.Contests.
func (s *Store) Contests(ctx context.Context, after time.Time) (found []data.Contest, err error) {
	err = s.read(ctx, func(t tx) error {
		found, err = contests(t, `ends > ? ORDER BY starts, id`, after.UnixMilli())
		return err
	})
	return found, err
}

// Contest implements data.Contests.
func (s *Store) Contest(ctx context.Context, id int64) (c data.Contest, err error) {
	err = s.read(ctx, func(t tx) error {
		c, err = contest(t, id)
		return err
	})
	return c, err
}

func contest(t tx, id int64) (data.Contest, error) {
	found, err := contests(t, `id = ?`, id)
	if err != nil {
		return data.Contest{}, err
	}
	if len(found) == 0 {
		return data.Contest{}, data.ErrNotFound
	}
	return found[0], nil
}

// lastEnd is when a match of a contest has to be over that counts.
func lastEnd(c data.Contest) time.Time { return c.Ends.Add(data.ContestGrace) }

// contests reads those that fulfil a condition. One is closed with the last of its
// matches that count, but not before its own end.
func contests(t tx, which string, args ...any) (found []data.Contest, err error) {
	now := time.Now()
	ended := `(SELECT max(c.ended) FROM contest_matches c WHERE c.contest = contests.id AND c.ended <= contests.ends + ?)`
	running := `EXISTS (SELECT 1 FROM contest_matches c WHERE c.contest = contests.id AND c.ended IS NULL)`
	err = t.rows(`SELECT id, title, game, seats, starts, ends, every, opened, `+ended+`, `+running+` FROM contests WHERE `+which,
		append([]any{data.ContestGrace.Milliseconds()}, args...), func(read scan) error {
			var c data.Contest
			var last time.Time
			var running bool
			err := read(&c.ID, &c.Title, &c.Game, &c.Seats, moment{&c.Starts}, moment{&c.Ends}, milliseconds{&c.Every}, &c.Opened,
				moment{&last}, &running)
			if now.Before(c.Ends) || running && now.Before(lastEnd(c)) {
				found = append(found, c)
				return err
			}
			c.Closed = c.Ends
			if last.After(c.Ends) {
				c.Closed = last
			}
			found = append(found, c)
			return err
		})
	return found, err
}
