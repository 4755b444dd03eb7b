package relational

import (
	"context"
	"strings"

	"noir/data"
)

// Search implements data.Accounts.
func (s playerStore) Search(ctx context.Context, text string, limit, offset int) (page []data.Player, total int, err error) {
	text = strings.ToLower(text)
	err = s.db.Browse(ctx, func(t Tx) error {
		page = nil
		err := t.Row(`SELECT count(*) FROM players p WHERE instr(name, ?) > 0`+andThere, []any{text}, &total)
		if err != nil {
			return err
		}
		return t.Rows(`SELECT `+playerColumns+` FROM players p WHERE instr(name, ?) > 0`+andThere+` ORDER BY name LIMIT ? OFFSET ?`,
			[]any{text, max(limit, 0), max(offset, 0)}, func(read Scan) error {
				var p data.Player
				err := read(playerInto(&p)...)
				page = append(page, p)
				return err
			})
	})
	return page, total, err
}
