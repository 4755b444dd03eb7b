package relational

import (
	"context"
	"errors"
	"time"

	"noir/data"
	"noir/data/ledger"
)

// tournamentStore keeps tournaments and their standings.
type tournamentStore struct {
	db     Database
	boards *scoreboards
}

// OpenTournament implements data.Tournaments.
func (s tournamentStore) OpenTournament(ctx context.Context, by string, c data.Tournament) (opened data.Tournament, err error) {
	c.Title, c.Opened, c.Closed = data.Clean(c.Title, data.MaxTitle), by, time.Time{}
	c.Starts, c.Ends, c.Every = instant(c.Starts), instant(c.Ends), c.Every.Truncate(time.Millisecond)
	length := c.Ends.Sub(c.Starts)
	switch {
	case length <= 0:
		return data.Tournament{}, errors.New("the event would end before it starts")
	case c.Every != 0 && c.Every < length:
		return data.Tournament{}, errors.New("the event would start again before it has ended")
	}
	err = s.db.Write(ctx, func(t Tx) (err error) {
		opened, err = insertTournament(t, c, nil)
		return err
	})
	return opened, err
}

// insertTournament stores a tournament. after is the one that it repeats, if any.
func insertTournament(t Tx, c data.Tournament, after *int64) (data.Tournament, error) {
	err := t.Row(`INSERT INTO contests (title, game, seats, starts, ends, every, follows, opened)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		[]any{c.Title, c.Game, c.Seats, c.Starts.UnixMilli(), c.Ends.UnixMilli(), c.Every.Milliseconds(), after, c.Opened}, &c.ID)
	if err != nil {
		return data.Tournament{}, err
	}
	return c, Audit(t, c.Opened, "event", c.Title, detail{"contest": c.ID, "game": c.Game, "starts": c.Starts, "ends": c.Ends})
}

// CloseTournament implements data.Tournaments.
func (s tournamentStore) CloseTournament(ctx context.Context, by string, id int64) (closed data.Tournament, err error) {
	now := instant(time.Now())
	err = s.db.Write(ctx, func(t Tx) (err error) {
		closed, err = tournament(t, id)
		switch {
		case err != nil:
			return err
		case !now.Before(closed.Ends):
			return data.ErrFinished
		case now.After(closed.Starts):
			closed.Ends = now
			_, err = t.Exec(`UPDATE contests SET ends = ? WHERE id = ?`, now.UnixMilli(), id)
		default:
			err = callOff(t, id)
		}
		if err != nil {
			return err
		}
		return Audit(t, by, "event-close", closed.Title, detail{"contest": id, "ends": closed.Ends})
	})
	return closed, err
}

// callOff removes a tournament that has not begun, with its repetitions.
func callOff(t Tx, id int64) error {
	_, err := t.Exec(`UPDATE contests SET every = 0 WHERE id = (SELECT follows FROM contests WHERE id = ?)`, id)
	if err == nil {
		_, err = t.Exec(`DELETE FROM contests WHERE id = ?`, id)
	}
	return err
}

// Tournaments implements data.Tournaments.
func (s tournamentStore) Tournaments(ctx context.Context, after time.Time) (found []data.Tournament, err error) {
	err = s.db.Ask(ctx, func(t Tx) error {
		found, err = tournaments(t, `ends > ? ORDER BY starts, id`, after.UnixMilli())
		return err
	})
	return found, err
}

// Tournament implements data.Tournaments.
func (s tournamentStore) Tournament(ctx context.Context, id int64) (c data.Tournament, err error) {
	err = s.db.Read(ctx, func(t Tx) error {
		c, err = tournament(t, id)
		return err
	})
	return c, err
}

func tournament(t Tx, id int64) (data.Tournament, error) {
	found, err := tournaments(t, `id = ?`, id)
	if err != nil {
		return data.Tournament{}, err
	}
	if len(found) == 0 {
		return data.Tournament{}, data.ErrNotFound
	}
	return found[0], nil
}

// tournaments reads the tournaments that match a condition.
func tournaments(t Tx, which string, args ...any) (found []data.Tournament, err error) {
	now := time.Now()
	ended := `(SELECT max(c.ended) FROM contest_matches c WHERE c.contest = contests.id AND c.ended <= contests.ends + ?)`
	running := `EXISTS (SELECT 1 FROM contest_matches c WHERE c.contest = contests.id AND c.ended IS NULL)`
	err = t.Rows(`SELECT id, title, game, seats, starts, ends, every, opened, `+ended+`, `+running+` FROM contests WHERE `+which,
		append([]any{data.TournamentGrace.Milliseconds()}, args...), func(read Scan) error {
			var c data.Tournament
			var last time.Time
			var running bool
			err := read(&c.ID, &c.Title, &c.Game, &c.Seats, moment{&c.Starts}, moment{&c.Ends}, milliseconds{&c.Every}, &c.Opened,
				moment{&last}, &running)
			c.Closed = ledger.Closed(c, last, running, now)
			found = append(found, c)
			return err
		})
	return found, err
}
