package relational

import (
	"context"
	"time"

	"noir/data"
	"noir/data/ledger"
)

// Settle implements data.Tournaments. It computes standings before it asks the writer.
func (s tournamentStore) Settle(ctx context.Context) error {
	var repeated, over []data.Tournament
	err := s.db.Read(ctx, func(t Tx) (err error) {
		if repeated, err = dueAgain(t); err == nil {
			over, err = unhonoured(t)
		}
		return err
	})
	if err != nil || len(repeated)+len(over) == 0 {
		return err
	}
	final := map[int64]totals{}
	for _, c := range over {
		if final[c.ID], err = s.standings(ctx, c.ID); err != nil {
			return err
		}
	}
	return s.db.Write(ctx, func(t Tx) error {
		if err := repeat(t); err != nil {
			return err
		}
		return honourAll(t, final)
	})
}

// dueAgain returns the repeated tournaments that have begun and have no successor yet.
func dueAgain(t Tx) ([]data.Tournament, error) {
	return tournaments(t, `every > 0 AND starts <= ? AND NOT EXISTS (
		SELECT 1 FROM contests n WHERE n.follows = contests.id) ORDER BY id`, time.Now().UnixMilli())
}

// repeat opens the successor of each of these.
func repeat(t Tx) error {
	due, err := dueAgain(t)
	for _, c := range due {
		if err != nil {
			return err
		}
		_, err = insertTournament(t, ledger.Next(c, time.Now()), &c.ID)
	}
	return err
}

// unhonoured returns the closed tournaments whose winners have had no letter yet.
func unhonoured(t Tx) (closed []data.Tournament, err error) {
	over, err := tournaments(t, `honoured IS NULL AND ends <= ? ORDER BY id`, time.Now().UnixMilli())
	for _, c := range over {
		if !c.Closed.IsZero() {
			closed = append(closed, c)
		}
	}
	return closed, err
}

// honourAll leaves letters to the first three of each closed tournament. If the standings have
// changed since they were computed, the tournament waits for the next time.
func honourAll(t Tx, final map[int64]totals) error {
	closed, err := unhonoured(t)
	for _, c := range closed {
		if err != nil {
			return err
		}
		var revision int64
		err = t.Row(`SELECT revision FROM contests WHERE id = ?`, []any{c.ID}, &revision)
		if standings, ok := final[c.ID]; err == nil && ok && standings.revision == revision {
			err = honour(t, c, standings.rows)
		}
	}
	return err
}

func honour(t Tx, c data.Tournament, all []data.Score) error {
	for _, score := range ledger.Podium(all) {
		err := leave(t, score.Player.ID, data.Placed, detail{
			"contest": c.ID, "title": c.Title, "game": c.Game, "place": score.Rank, "points": score.Points,
		})
		if err != nil {
			return err
		}
	}
	_, err := t.Exec(`UPDATE contests SET honoured = ? WHERE id = ?`, time.Now().UnixMilli(), c.ID)
	return err
}
