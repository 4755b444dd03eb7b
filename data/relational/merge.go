package relational

import (
	"context"
	"errors"
	"fmt"
	"time"

	"noir/data"
)

// Merge implements data.Accounts.
func (s *departures) Merge(ctx context.Context, by string, from, into data.PlayerID) error {
	if from == into {
		return errors.New("a player cannot be merged with themselves")
	}
	known, err := s.acquainted(ctx, func(Tx) (data.PlayerID, data.PlayerID, error) { return from, into, nil })
	if err != nil {
		return err
	}
	d, all := departure{player: from, heir: into, ratings: true}, false
	err = s.db.Write(ctx, func(t Tx) error {
		gone, err := existing(t, from)
		if err != nil {
			return err
		}
		stays, err := existing(t, into)
		if err != nil {
			return err
		}
		if err := mergeable(t, gone, stays, known); err != nil {
			return err
		}
		if err := mergeAccounts(t, gone.ID, stays.ID); err != nil {
			return err
		}
		if all, err = unite(t, by, gone, stays, d); err != nil {
			return err
		}
		return leave(t, stays.ID, data.Merged, detail{"name": gone.Name})
	})
	if err == nil {
		err = s.departed(ctx, d, all)
	}
	return err
}

// acquaintance says whether two players had met in a match by some moment. It is found out before
// the change begins, since that takes a while.
type acquaintance struct {
	one, other data.PlayerID
	then       time.Time
	met        error // data.ErrMet or nil
}

// clockTurnsBack is how much earlier than it is stored a match may claim to have ended.
const clockTurnsBack = time.Hour

// acquainted looks at the matches of two players. Unknown players have none.
func (s *departures) acquainted(ctx context.Context, who func(Tx) (one, other data.PlayerID, err error)) (known acquaintance, err error) {
	known.then = time.Now()
	err = s.db.Browse(ctx, func(t Tx) error {
		if known.one, known.other, err = who(t); err != nil || known.one == known.other {
			return err
		}
		one, err := player(t, playerByID, known.one)
		if err == nil {
			var other data.Player
			if other, err = player(t, playerByID, known.other); err == nil {
				err = mustNotPlay(t, one, other)
			}
			if err == nil {
				known.met = mustNotHaveMet(t, one, other, time.Time{})
			}
		}
		if err != nil { // the writer will find the same, or has to look again
			known.one = 0
			return nil
		}
		if known.met != nil && !errors.Is(known.met, data.ErrMet) {
			return known.met
		}
		return nil
	})
	if err == data.ErrNotFound {
		return acquaintance{}, nil
	}
	return known, err
}

// mergeable says why two players may not be merged.
func mergeable(t Tx, gone, stays data.Player, known acquaintance) error {
	if err := mustNotPlay(t, gone, stays); err != nil {
		return err
	}
	if known.one != gone.ID || known.other != stays.ID {
		return mustNotHaveMet(t, gone, stays, time.Time{})
	}
	if known.met != nil {
		return known.met
	}
	return mustNotHaveMet(t, gone, stays, known.then.Add(-clockTurnsBack))
}

// mustNotHaveMet returns data.ErrMet for two players who met in a rated match that ended after a
// moment.
func mustNotHaveMet(t Tx, gone, stays data.Player, after time.Time) error {
	var match data.MatchID
	err := t.Row(`SELECT m.id FROM seats a CROSS JOIN seats b ON b.match = a.match CROSS JOIN matches m ON m.number = a.match
		WHERE a.player IN `+selves+` AND a.ended > ?3
		AND b.player IN `+others+`
		AND b.after IS NOT NULL AND m.voided IS NULL LIMIT 1`,
		[]any{gone.ID, stays.ID, after.UnixMilli()}, &match)
	switch err {
	case data.ErrNotFound:
		return nil
	case nil:
		return fmt.Errorf("%w: %s and %s in %s", data.ErrMet, gone.Name, stays.Name, match)
	}
	return err
}

// handOver are the rows that become another player's at once: their number grows with the number of
// people, not with the games played.
var handOver = []string{
	`UPDATE keys SET player = ?2 WHERE player = ?1`,
	`UPDATE recovery_codes SET player = ?2 WHERE player = ?1`,
	`UPDATE bans SET player = ?2 WHERE player = ?1`,
	`UPDATE letters SET player = ?2 WHERE player = ?1`,
	`UPDATE reports SET by = ?2 WHERE by = ?1`,
	`UPDATE reports SET about = ?2 WHERE about = ?1`,
	`DELETE FROM invitations WHERE player = ?1`,
	`DELETE FROM recovery_failures WHERE player = ?1`,

	`UPDATE settings SET player = ?2 WHERE player = ?1 AND NOT EXISTS (SELECT 1 FROM settings WHERE player = ?2)`,
	`DELETE FROM settings WHERE player = ?1`,
	`INSERT INTO silences SELECT ?2, until, reason FROM silences WHERE player = ?1
		ON CONFLICT (player) DO UPDATE SET until = excluded.until, reason = excluded.reason WHERE excluded.until > silences.until`,
	`DELETE FROM silences WHERE player = ?1`,

	`DELETE FROM ties WHERE (player = ?1 AND other = ?2) OR (player = ?2 AND other = ?1)`,
	`UPDATE ties SET player = ?2 WHERE player = ?1 AND other NOT IN (SELECT other FROM ties WHERE player = ?2)`,
	`UPDATE ties SET other = ?2 WHERE other = ?1 AND player NOT IN (SELECT player FROM ties WHERE other = ?2)`,
	`DELETE FROM ties WHERE player = ?1 OR other = ?1`,

	`UPDATE memory_ties SET player = ?2 WHERE player = ?1 AND memory NOT IN (SELECT memory FROM memory_ties WHERE player = ?2)`,
	`DELETE FROM memory_ties WHERE player = ?1`,

	`UPDATE puzzle_answers SET player = ?2 WHERE player = ?1 AND day NOT IN (SELECT day FROM puzzle_answers WHERE player = ?2)`,
	`DELETE FROM puzzle_answers WHERE player = ?1`,

	`UPDATE former_names SET player = ?2 WHERE player = ?1 AND name NOT IN (SELECT name FROM former_names WHERE player = ?2)`,
	`DELETE FROM former_names WHERE player = ?1`,

	`UPDATE challenges SET player = ?2 WHERE player = ?1`,
	`UPDATE challenges SET opponent = ?2 WHERE opponent = ?1`,
}

// unite merges two players, except for ratings and seasons. It reports whether all rows are given
// away.
func unite(t Tx, by string, gone, stays data.Player, d departure) (all bool, err error) {
	err = withdrawAll(t, `(player = ?1 AND opponent = ?2) OR (player = ?2 AND opponent = ?1)`, gone.ID, stays.ID)
	if err != nil {
		return false, err
	}
	for _, move := range handOver {
		if _, err := t.Exec(move, gone.ID, stays.ID); err != nil {
			return false, err
		}
	}
	if gone.Bot && !stays.Bot {
		if err := mark(t, stays.ID, true); err != nil {
			return false, err
		}
	}
	if err := leaveNewest(t, stays.ID); err != nil {
		return false, err
	}
	if all, err = depart(t, d); err != nil {
		return false, err
	}
	return all, Audit(t, by, "merge", gone.Name, detail{"player": gone.ID, "into": stays.Name, "into_player": stays.ID})
}

// join merges a player into another at their own wish. The one that stays keeps their rating,
// seasons and event points: the other's were won under a rating that was not theirs.
func join(t Tx, gone, stays data.Player, known acquaintance) (d departure, all bool, err error) {
	d = departure{player: gone.ID, heir: stays.ID}
	if err := mergeable(t, gone, stays, known); err != nil {
		return d, false, err
	}
	if err := errors.Join(mustNotCompete(t, gone), mustNotCompete(t, stays)); err != nil {
		return d, false, err
	}
	if err := leaveSeasons(t, gone.ID); err != nil {
		return d, false, err
	}
	if _, err := t.Exec(`DELETE FROM ratings WHERE player = ?`, gone.ID); err != nil {
		return d, false, err
	}
	all, err = unite(t, data.Themselves, gone, stays, d)
	return d, all, err
}

// mustNotCompete returns data.ErrRunning for a player who has played in an event that is still on.
func mustNotCompete(t Tx, p data.Player) error {
	now := time.Now()
	goesOn, err := tournaments(t, `starts <= ? AND ends > ?`, now.UnixMilli(), now.Add(-data.TournamentGrace).UnixMilli())
	if err != nil {
		return err
	}
	for _, c := range goesOn {
		if !c.Closed.IsZero() {
			continue
		}
		var plays bool
		err := t.Row(`SELECT EXISTS (SELECT 1 FROM contest_matches c CROSS JOIN seats s ON s.match = c.match
			WHERE c.contest = ?2 AND s.player IN `+selves+`)`, []any{p.ID, c.ID}, &plays)
		if err != nil {
			return err
		}
		if plays {
			return fmt.Errorf("%w: %s plays in the event %d", data.ErrCompeting, p.Name, c.ID)
		}
	}
	return nil
}
