package sqlite

import (
	"context"
	"encoding/json"
	"time"

	"noir/data"
)

// auditStore keeps the audit log.
type auditStore struct{ *database }

// detail is what is needed to understand an act later.
type detail map[string]any

// audit logs an act in the transaction that does it.
func audit(t tx, by, verb, subject string, d detail) error {
	if d == nil {
		d = detail{}
	}
	raw, err := json.Marshal(d)
	if err != nil {
		return err
	}
	_, err = t.exec(`INSERT INTO audit (at, by, verb, subject, detail) VALUES (?, ?, ?, ?, ?)`,
		time.Now().UnixMilli(), by, verb, subject, string(raw))
	return err
}

// Note implements data.AuditLog.
func (s auditStore) Note(ctx context.Context, by, verb, subject string, d map[string]any) error {
	return s.writer.write(ctx, func(t tx) error { return audit(t, by, verb, subject, d) })
}

// Audit implements data.AuditLog.
func (s auditStore) Audit(ctx context.Context, limit int) (acts []data.Act, err error) {
	err = s.browse(ctx, func(t tx) error {
		return t.rows(`SELECT at, by, verb, subject, detail FROM audit ORDER BY number DESC LIMIT ?`,
			[]any{max(limit, 0)}, func(read scan) error {
				var a data.Act
				err := read(moment{&a.At}, &a.By, &a.Verb, &a.Subject, &a.Detail)
				acts = append(acts, a)
				return err
			})
	})
	return acts, err
}
