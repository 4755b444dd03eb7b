package relational

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"noir/data"
)

// moderationStore keeps reports and what operators do about them.
type moderationStore struct{ db Database }

// Complain implements data.Moderation.
func (s moderationStore) Complain(ctx context.Context, r data.Report) (data.Report, error) {
	r.At, r.Closed, r.Verdict = instant(time.Now()), time.Time{}, ""
	r.Reason = data.Clean(r.Reason, data.MaxReason)
	talk, err := talkOf(r)
	if err != nil {
		return data.Report{}, err
	}
	r.Talk = talk
	if r.By.ID == r.About.ID {
		return data.Report{}, errors.New("nobody complains of themselves")
	}
	if r.About.ID.Guest() {
		r.About = data.Player{Name: r.About.Name}
	}
	var made data.Report
	err = s.db.Write(ctx, func(t Tx) (err error) {
		made = r // afresh: this may be done again
		if made.By, err = existing(t, r.By.ID); err != nil {
			return err
		}
		return insertReport(t, &made)
	})
	if err != nil {
		return data.Report{}, err
	}
	return made, nil
}

func insertReport(t Tx, r *data.Report) (err error) {
	var about, match any
	if r.About.ID != 0 {
		if r.About, err = existing(t, r.About.ID); err != nil {
			return err
		}
		about = r.About.ID
	}
	if r.Match != "" {
		var number int64
		if err := t.Row(`SELECT number FROM matches WHERE id = ?`, []any{r.Match}, &number); err != nil {
			return unknown(err, "match %s", r.Match)
		}
		match = number
	}
	if err := mustBeTheFirst(t, r, match); err != nil {
		return err
	}
	if err := mayComplain(t, r); err != nil {
		return err
	}
	if match != nil {
		if _, err := t.Exec(`UPDATE matches SET passing = FALSE WHERE number = ?`, match); err != nil {
			return err
		}
	}
	err = t.Row(`INSERT INTO reports (by, by_name, about, about_name, match, reason, talk, at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		[]any{r.By.ID, r.By.Name, about, r.About.Name, match, r.Reason, string(r.Talk), r.At.UnixMilli()}, &r.ID)
	if err != nil {
		return err
	}
	return noteVoices(t, r.ID)
}

// mustBeTheFirst returns data.ErrReported if the reporter has an open report about the same player,
// or about a guest of that name at the same table; elsewhere the name may be another guest's.
func mustBeTheFirst(t Tx, r *data.Report, match any) error {
	var open bool
	err := t.Row(`SELECT EXISTS (SELECT 1 FROM reports WHERE by = ?1 AND closed IS NULL
		AND (about = ?2 OR ?2 = 0 AND about IS NULL AND about_name = ?3 AND match IS NOT DISTINCT FROM ?4))`,
		[]any{r.By.ID, r.About.ID, r.About.Name, match}, &open)
	if err == nil && open {
		return data.ErrReported
	}
	return err
}

// noteVoices notes which players a report quotes: those who spoke from a seat, by their name at the
// time, and those who spoke from elsewhere.
func noteVoices(t Tx, report int64) error {
	_, err := t.Exec(`INSERT INTO voices (player, report, name)
		SELECT DISTINCT s.player, r.id, j.value ->> '$.name' FROM reports r CROSS JOIN json_each(r.talk) j ON r.id = ?1
			JOIN sitters s ON s.match = r.match AND CAST(s.seat AS TEXT) = j.value ->> '$.seat'
		WHERE s.player IS NOT NULL AND j.value ->> '$.name' IS NOT NULL
		UNION
		SELECT p.id, r.id, p.name FROM reports r CROSS JOIN json_each(r.talk) j ON r.id = ?1 JOIN players p ON p.name = j.value ->> '$.name'
		WHERE TRUE ON CONFLICT DO NOTHING`, report)
	return err
}

// talkOf is a report's talk as it is stored.
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

// mayComplain returns data.ErrTooMany for a player with too many reports within a day.
func mayComplain(t Tx, r *data.Report) error {
	var reports int
	err := t.Row(`SELECT count(*) FROM reports WHERE by = ? AND at > ?`,
		[]any{r.By.ID, r.At.Add(-data.ReportsWithin).UnixMilli()}, &reports)
	if err == nil && reports >= data.ReportsPerDay {
		return data.ErrTooMany
	}
	return err
}

// reports reads reports as reportInto takes them.
const reports = `SELECT r.id, coalesce(b.id, 0), coalesce(b.name, by_name), b.created, coalesce(b.bot, FALSE),
		coalesce(a.id, 0), coalesce(a.name, about_name), a.created, coalesce(a.bot, FALSE),
		coalesce(m.id, ''), reason, talk, at, r.closed, verdict
	FROM reports r LEFT JOIN players b ON b.id = r.by LEFT JOIN players a ON a.id = r.about
	LEFT JOIN matches m ON m.number = r.match `

func reportInto(r *data.Report) []any {
	into := append([]any{&r.ID}, append(playerInto(&r.By), playerInto(&r.About)...)...)
	return append(into, &r.Match, &r.Reason, Document{&r.Talk}, moment{&r.At}, moment{&r.Closed}, &r.Verdict)
}

// Reports implements data.Moderators.
func (s moderationStore) Reports(ctx context.Context, all bool, limit, offset int) (list []data.Report, err error) {
	err = s.db.Browse(ctx, func(t Tx) error {
		list = nil
		return t.Rows(reports+`WHERE r.closed IS NULL OR ? ORDER BY r.id DESC LIMIT ? OFFSET ?`,
			[]any{all, max(limit, 0), max(offset, 0)}, func(read Scan) error {
				var r data.Report
				err := read(reportInto(&r)...)
				list = append(list, r)
				return err
			})
	})
	return list, err
}

// Report implements data.Moderators.
func (s moderationStore) Report(ctx context.Context, id int64) (r data.Report, err error) {
	err = s.db.Browse(ctx, func(t Tx) error { return t.Row(reports+`WHERE r.id = ?`, []any{id}, reportInto(&r)...) })
	return r, err
}

// Judge implements data.Moderators.
func (s moderationStore) Judge(ctx context.Context, by string, report int64, verdict string) error {
	verdict = data.Clean(verdict, data.MaxReason)
	return s.db.Write(ctx, func(t Tx) error {
		var reporter data.PlayerID // nobody once they are deleted
		var about string
		var known data.PlayerID
		err := t.Row(`UPDATE reports SET closed = ?, verdict = ? WHERE id = ? AND closed IS NULL
			RETURNING coalesce(by, 0), coalesce(about, 0), coalesce((SELECT name FROM players WHERE id = about), about_name)`,
			[]any{time.Now().UnixMilli(), verdict, report}, &reporter, &known, &about)
		if err != nil {
			return unknown(err, "no report %d is open", report)
		}
		if reporter != 0 {
			if err := leaveAbout(t, reporter, known, data.Judged, detail{"about": about, "verdict": verdict}); err != nil {
				return err
			}
		}
		return Audit(t, by, "report", about, detail{"report": report, "verdict": verdict})
	})
}

// leaveReports removes a deleted player from reports, except for what they said. Reports about them
// are closed.
func leaveReports(t Tx, p data.Player) error {
	gone := data.GoneName(p.ID)
	for _, forget := range []string{
		`UPDATE reports SET closed = ?3, verdict = '` + deletedVerdict + `' WHERE about = ?1 AND closed IS NULL`,
		`UPDATE reports SET by = NULL, by_name = ?2 WHERE by = ?1`,
		`UPDATE reports SET about = NULL, about_name = ?2 WHERE about = ?1`,
	} {
		if _, err := t.Exec(forget, p.ID, gone, time.Now().UnixMilli()); err != nil {
			return err
		}
	}
	return nil
}
