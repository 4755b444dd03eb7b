package sqlite

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"noir/data"
)

// Complain implements data.Circle.
func (s *Store) Complain(ctx context.Context, r data.Report) (data.Report, error) {
	r.At, r.Closed, r.Verdict = instant(time.Now()), time.Time{}, ""
	r.Reason = data.Clean(r.Reason, data.MaxReason)
	talk, err := talkOf(r)
	if err != nil {
		return data.Report{}, err
	}
	r.Talk = talk
	if r.By.ID == r.About.ID {
		return data.Report{}, errors.New("nobody complains of himself")
	}
	if r.About.ID.Guest() {
		r.About = data.Player{Name: r.About.Name}
	}
	err = s.writer.write(ctx, func(t tx) error {
		if r.By, err = existing(t, r.By.ID); err != nil {
			return err
		}
		if err := mayComplain(t, r); err != nil {
			return err
		}
		return insertReport(t, &r)
	})
	if err != nil {
		return data.Report{}, err
	}
	return r, nil
}

func insertReport(t tx, r *data.Report) (err error) {
	var about, match any
	if r.About.ID != 0 {
		if r.About, err = existing(t, r.About.ID); err != nil {
			return err
		}
		about = r.About.ID
	}
	if r.Match != "" {
		var number int64
		if err := t.row(`SELECT number FROM matches WHERE id = ?`, []any{r.Match}, &number); err != nil {
			return unknown(err, "match %s", r.Match)
		}
		match = number
	}
	return t.row(`INSERT INTO reports (by, by_name, about, about_name, match, reason, talk, at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		[]any{r.By.ID, r.By.Name, about, r.About.Name, match, r.Reason, string(r.Talk), r.At.UnixMilli()}, &r.ID)
}

// talkOf is the talk of a report as it is kept.
func talkOf(r data.Report) (json.RawMessage, error) {
	if r.Talk == nil {
		return json.RawMessage(`[]`), nil
	}
	lines := []map[string]json.RawMessage{}
	if err := json.Unmarshal(r.Talk, &lines); err != nil || lines == nil {
		return nil, fmt.Errorf("the talk of a report is an array of objects, not %.20q", r.Talk)
	}
	if len(r.Talk) > data.MaxTalk {
		return nil, fmt.Errorf("the talk of a report has %d bytes, at most %d are kept", len(r.Talk), data.MaxTalk)
	}
	return r.Talk, nil
}

// mayComplain returns data.ErrTooMany for who has done so too often in a day.
func mayComplain(t tx, r data.Report) error {
	var reports int
	err := t.row(`SELECT count(*) FROM reports WHERE by = ? AND at > ?`,
		[]any{r.By.ID, r.At.Add(-24 * time.Hour).UnixMilli()}, &reports)
	if err == nil && reports >= data.ReportsPerDay {
		return data.ErrTooMany
	}
	return err
}

// Reports implements data.Bench.
func (s *Store) Reports(ctx context.Context, all bool, limit int) (reports []data.Report, err error) {
	err = s.read(ctx, func(t tx) error {
		return t.rows(`SELECT r.id, ifnull(b.id, 0), ifnull(b.name, by_name), b.created, ifnull(b.bot, 0),
				ifnull(a.id, 0), ifnull(a.name, about_name), a.created, ifnull(a.bot, 0),
				ifnull(m.id, ''), reason, talk, at, r.closed, verdict
			FROM reports r LEFT JOIN players b ON b.id = r.by LEFT JOIN players a ON a.id = r.about
			LEFT JOIN matches m ON m.number = r.match
			WHERE r.closed IS NULL OR ? ORDER BY r.id DESC LIMIT ?`,
			[]any{all, max(limit, 0)}, func(read scan) error {
				var r data.Report
				into := append(playerInto(&r.By), playerInto(&r.About)...)
				err := read(append(append([]any{&r.ID}, into...),
					&r.Match, &r.Reason, document{&r.Talk}, moment{&r.At}, moment{&r.Closed}, &r.Verdict)...)
				reports = append(reports, r)
				return err
			})
	})
	return reports, err
}

// Judge implements data.Bench.
func (s *Store) Judge(ctx context.Context, by string, report int64, verdict string) error {
	verdict = data.Clean(verdict, data.MaxReason)
	return s.writer.write(ctx, func(t tx) error {
		var reporter data.PlayerID // nobody once he is deleted
		var about string
		err := t.row(`UPDATE reports SET closed = ?, verdict = ? WHERE id = ? AND closed IS NULL
			RETURNING ifnull(by, 0), ifnull((SELECT name FROM players WHERE id = about), about_name)`,
			[]any{time.Now().UnixMilli(), verdict, report}, &reporter, &about)
		if err != nil {
			return unknown(err, "no report %d is open", report)
		}
		if reporter != 0 {
			if err := leave(t, reporter, data.Judged, detail{"about": about, "verdict": verdict}); err != nil {
				return err
			}
		}
		return audit(t, by, "report", about, detail{"report": report, "verdict": verdict})
	})
}

// leaveReports takes a player who is deleted, and what he said, out of reports. Those
// about him have no more to be done about.
func leaveReports(t tx, p data.Player) error {
	gone := data.GoneName(p.ID)
	for _, forget := range []string{
		`UPDATE reports SET talk = (
			SELECT json_group_array(json(iif(value ->> '$.name' = ?2 OR value ->> '$.seat' IN (
					SELECT seat FROM seats s WHERE s.match = reports.match AND s.player = ?1),
				json_set(value, '$.name', ?3, '$.text', ''), value)))
			FROM json_each(talk))
		WHERE instr(talk, '"' || ?2 || '"') OR match IN (SELECT match FROM seats WHERE player = ?1)`,
		`UPDATE reports SET closed = ?4, verdict = 'the account was deleted' WHERE about = ?1 AND closed IS NULL`,
		`UPDATE reports SET by = NULL, by_name = ?3 WHERE by = ?1`,
		`UPDATE reports SET about = NULL, about_name = ?3 WHERE about = ?1`,
	} {
		if _, err := t.exec(forget, p.ID, p.Name, gone, time.Now().UnixMilli()); err != nil {
			return err
		}
	}
	return nil
}
