package relational

import (
	"context"
	"encoding/json"
	"time"

	"noir/data"
)

// auditStore keeps the audit log.
type auditStore struct{ db Database }

// detail is what is needed to understand an act later.
type detail map[string]any

// Audit logs an act in the transaction that does it.
func Audit(t Tx, by, verb, subject string, d detail) error {
	if d == nil {
		d = detail{}
	}
	raw, err := json.Marshal(d)
	if err != nil {
		return err
	}
	_, err = t.Exec(`INSERT INTO audit (at, by, verb, subject, detail) VALUES (?, ?, ?, ?, ?)`,
		time.Now().UnixMilli(), by, verb, subject, string(raw))
	return err
}

// Note implements data.AuditLog.
func (s auditStore) Note(ctx context.Context, by, verb, subject string, d map[string]any) error {
	return s.db.Write(ctx, func(t Tx) error { return Audit(t, by, verb, subject, d) })
}

// Audit implements data.AuditLog.
func (s auditStore) Audit(ctx context.Context, limit int) (acts []data.Act, err error) {
	err = s.db.Browse(ctx, func(t Tx) error {
		acts = nil
		return t.Rows(`SELECT at, by, verb, subject, detail FROM audit ORDER BY number DESC LIMIT ?`,
			[]any{max(limit, 0)}, func(read Scan) error {
				var a data.Act
				err := read(moment{&a.At}, &a.By, &a.Verb, &a.Subject, &a.Detail)
				acts = append(acts, a)
				return err
			})
	})
	return acts, err
}
